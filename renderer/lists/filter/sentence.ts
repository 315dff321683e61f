/** Conditions in words, for chips and for screen readers. Pure. */
import { type Operator, VALUE_SEPARATOR } from '#contract/criteria';
import { formatDate } from '../../fields/date/date-value';
import { optionLabel } from '../../fields/settings';
import { LOCALE } from '../../locale';
import { t } from '../../t';
import type { Condition } from './condition';
import { type FilterProperty, questionOf } from './questions';

/** Words of every operator, for conditions written by hand into an address. */
const WORDS: Readonly<Record<Operator, string>> = {
  eq: 'is',
  is: 'is',
  ne: t('is not'),
  lt: t('is less than'),
  lte: t('is at most'),
  gt: t('is more than'),
  gte: t('is at least'),
  contains: 'contains',
  starts: t('starts with'),
  ends: t('ends with'),
  in: t('is one of'),
  notin: t('is not'),
};

const either = new Intl.ListFormat(LOCALE, { type: 'disjunction' });

export interface Sentence {
  /** The property. */
  subject: string;
  /** What is asked of it. */
  verb: string;
  /** The value as people read it; empty when the verb says it all. */
  object: string;
}

/** Words of a condition on `property`, which is undefined when the schema has none of that name. */
export function sentenceOf(condition: Condition, property: FilterProperty | undefined): Sentence {
  const { name, operator, value, not } = condition;
  const question = property && questionOf(property.topic, condition);
  const one = (part: string): string => {
    if (property?.topic === 'date') return formatDate(part, false);
    if (property?.topic === 'moment') return formatDate(part, true);
    return property === undefined ? part : optionLabel(property.definition, part);
  };
  const several = operator === 'in' || operator === 'notin';
  const parts = several ? value.split(VALUE_SEPARATOR).map((part) => part.trim()) : [value];
  return {
    subject: property?.label ?? name,
    verb: question?.label ?? `${not ? 'not: ' : ''}${WORDS[operator]}`,
    object: question?.value === undefined ? either.format(parts.map(one)) : '',
  };
}

/** A sentence as one text. */
export const spoken = ({ subject, verb, object }: Sentence): string =>
  [subject, verb, object].filter((part) => part !== '').join(' ');
