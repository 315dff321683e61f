/** What can be asked of a property: the questions of each topic, and which properties take part. Pure. */
import type { Operator } from '#contract/criteria';
import type { PropertyOnWire, SchemaDefinition } from '#contract/schemas';
import { declaredKind } from '../../fields';
import { labelOf } from '../../fields/field-rules';
import type { FilterTopic } from '../../fields/kind';
import { t } from '../../t';
import { columnsOf } from '../columns';
import type { Condition } from './condition';

export interface Question {
  label: string;
  operator: Operator;
  not: boolean;
  /** The question says it all: no value is asked for. */
  value?: string;
}

export interface FilterProperty {
  name: string;
  label: string;
  definition: PropertyOnWire;
  topic: FilterTopic;
}

const ask = (label: string, operator: Operator, not = false): Question => ({ label, operator, not });

/** A missing value is not on, not equal and contains nothing: these questions exclude instead of including. */
export const QUESTIONS: Readonly<Record<FilterTopic, readonly Question[]>> = {
  text: [
    ask('contains', 'contains'),
    ask(t('does not contain'), 'contains', true),
    ask('is', 'eq'),
    ask(t('is not'), 'eq', true),
    ask(t('starts with'), 'starts'),
    ask(t('ends with'), 'ends'),
    ask(t('is one of'), 'in'),
    ask(t('is none of'), 'in', true),
  ],
  long: [ask('contains', 'contains'), ask(t('does not contain'), 'contains', true)],
  number: [
    ask('is', 'eq'),
    ask(t('is not'), 'eq', true),
    ask(t('is less than'), 'lt'),
    ask(t('is at most'), 'lte'),
    ask(t('is more than'), 'gt'),
    ask(t('is at least'), 'gte'),
  ],
  flag: [
    { label: t('is on'), operator: 'eq', not: false, value: 'true' },
    { label: t('is off'), operator: 'eq', not: true, value: 'true' },
  ],
  // Dates may be stored with a time behind the day.
  date: [
    ask(t('is on', 'date'), 'starts'),
    ask(t('is not on'), 'starts', true),
    ask(t('is before'), 'lt'),
    ask(t('is on or before'), 'lte'),
    ask(t('is after'), 'gt'),
    ask(t('is on or after'), 'gte'),
  ],
  moment: [ask(t('is before'), 'lt'), ask(t('is at or after'), 'gte')],
  time: [ask('is', 'eq'), ask(t('is not'), 'eq', true)],
  choice: [
    ask('is', 'eq'),
    ask(t('is not'), 'eq', true),
    ask(t('is one of'), 'in'),
    ask(t('is none of'), 'in', true),
  ],
  choices: [
    ask('has', 'eq'),
    ask(t('does not have'), 'eq', true),
    ask(t('has one of'), 'in'),
    ask(t('has none of'), 'in', true),
  ],
  words: [
    ask('has', 'eq'),
    ask('does not have', 'eq', true),
    ask('has one of', 'in'),
    ask('has none of', 'in', true),
    ask('contains', 'contains'),
  ],
};

/** A name the grammar can hold: `,` and `:` divide it, a dot reaches into a value, spaces at the ends are lost. */
const isNameable = (name: string): boolean => !/[,:.]|^\s|\s$/.test(name);

/** The properties a filter can ask about: those of the list first, in its order, then the others of the schema. */
export function filterProperties(schema: SchemaDefinition): FilterProperty[] {
  const found = new Map<string, FilterProperty>();
  const add = (name: string, label: string, definition: PropertyOnWire) => {
    const topic = definition.kept === true ? undefined : declaredKind(definition)?.filter;
    if (topic === undefined || definition.hide === true || found.has(name) || !isNameable(name)) return;
    found.set(name, { name, label, definition, topic });
  };
  const columns = columnsOf(schema);
  for (const { id, label, definition, show } of columns) if (show !== 'ago') add(id, label, definition);
  for (const [name, definition] of Object.entries(schema.properties)) {
    add(name, labelOf(name, definition), definition);
  }
  for (const { id, label, definition } of columns) add(id, label, definition);
  return [...found.values()];
}

/** Whether a condition asks this question. */
export const asks = (question: Question, { operator, not, value }: Condition): boolean =>
  question.operator === operator &&
  question.not === not &&
  (question.value === undefined || question.value === value);

/** The question of a condition; undefined for one that only an address written by hand can ask. */
export const questionOf = (topic: FilterTopic, condition: Condition): Question | undefined =>
  QUESTIONS[topic].find((question) => asks(question, condition));

/** The condition that asks a question of a property, its value still open unless the question says it. */
export const conditionFor = (name: string, { operator, not, value = '' }: Question): Condition => ({
  name,
  operator,
  not,
  value,
});
