/** One condition: which property, what is asked of it, with which value. */

import { ActionIcon, NativeSelect, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useId } from 'react';
import { VALUE_SEPARATOR } from '#contract/criteria';
import { ConditionValue } from './ConditionValue';
import type { Condition } from './condition';
import classes from './filter.module.css';
import { limitOf } from './limits';
import { conditionFor, QUESTIONS, type Question, questionOf } from './questions';
import { sentenceOf } from './sentence';
import type { FilterDraft } from './useFilterDraft';

const texts = {
  row: (number: number) => `Condition ${number}`,
  property: 'Property',
  question: 'Comparison',
  remove: (number: number) => `Remove condition ${number}`,
};

interface Props {
  condition: Condition;
  /** From 1. */
  number: number;
  draft: FilterDraft;
  /** Takes the focus when the builder opens. */
  focused: boolean;
  onChange: (condition: Condition) => void;
  onRemove: () => void;
}

const asksForSeveral = ({ operator }: Question | Condition): boolean =>
  operator === 'in' || operator === 'notin';

export function ConditionRow({ condition, number, draft, focused, onChange, onRemove }: Props) {
  const property = draft.property(condition.name);
  const questions = property ? QUESTIONS[property.topic] : [];
  const question = property && questionOf(property.topic, condition);
  const limit = limitOf(condition, property?.topic);
  const limitId = useId();

  const names = draft.properties.map(({ name, label }) => ({ value: name, label }));
  // Names and comparisons that only an address written by hand has are kept as they are.
  if (property === undefined) names.unshift({ value: condition.name, label: condition.name });
  const comparisons = questions.map(({ label }, index) => ({ value: String(index), label }));
  if (question === undefined) {
    comparisons.unshift({ value: '-', label: sentenceOf(condition, property).verb });
  }

  const chooseProperty = (name: string) => {
    const next = draft.property(name);
    if (next === undefined) return;
    const same = next.topic === property?.topic && question !== undefined;
    const [first] = QUESTIONS[next.topic];
    const kept = same && next.topic !== 'choice' && next.topic !== 'choices';
    if (kept) onChange({ ...condition, name });
    else if (first) onChange(conditionFor(name, first));
  };
  const chooseQuestion = (index: string) => {
    const next = questions[Number(index)];
    if (next === undefined) return;
    const asked = conditionFor(condition.name, next);
    if (next.value !== undefined) return onChange(asked);
    const first = asksForSeveral(condition) ? condition.value.split(VALUE_SEPARATOR)[0] : condition.value;
    onChange({ ...asked, value: asksForSeveral(next) ? condition.value : (first ?? '') });
  };

  return (
    <fieldset className={classes.row} aria-label={texts.row(number)}>
      <NativeSelect
        className={classes.property}
        aria-label={texts.property}
        data={names}
        value={condition.name}
        data-autofocus={focused || undefined}
        onChange={(event) => chooseProperty(event.currentTarget.value)}
      />
      <NativeSelect
        className={classes.question}
        aria-label={texts.question}
        data={comparisons}
        value={question === undefined ? '-' : String(questions.indexOf(question))}
        onChange={(event) => chooseQuestion(event.currentTarget.value)}
      />
      <div className={classes.value}>
        {question?.value === undefined && (
          <ConditionValue
            property={property}
            several={asksForSeveral(condition)}
            value={condition.value}
            onChange={(value) => onChange({ ...condition, value })}
            {...(limit === undefined ? {} : { limitId })}
          />
        )}
      </div>
      <ActionIcon size={34} aria-label={texts.remove(number)} onClick={onRemove} className={classes.remove}>
        <IconX size={16} />
      </ActionIcon>
      {limit !== undefined && (
        <Text id={limitId} size="xs" c="red" role="alert" className={classes.limit}>
          {limit}
        </Text>
      )}
    </fieldset>
  );
}
