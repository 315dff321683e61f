/** The conditions in force: each opens the builder, or goes away. */
import { CloseButton, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { type Condition, conditionKey } from './condition';
import classes from './filter.module.css';
import { sentenceOf, spoken } from './sentence';
import type { FilterDraft } from './useFilterDraft';

const texts = {
  list: 'Active filters',
  change: 'Change filter:',
  or: 'or',
  remove: (sentence: string) => `Remove filter: ${sentence}`,
};

interface Props {
  draft: FilterDraft;
  conditions: readonly Condition[];
}

export function FilterChips({ draft, conditions }: Props) {
  const list = useRef<HTMLUListElement>(null);
  /** Chip whose place takes the focus after a removal. */
  const next = useRef<number>(undefined);
  const count = conditions.length;

  // The chip that had the focus is gone: its neighbour takes it.
  useEffect(() => {
    if (next.current === undefined) return;
    const chips = list.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [];
    chips[Math.min(next.current, count - 1)]?.focus();
    next.current = undefined;
  }, [count]);

  if (count === 0) return null;
  const remove = (index: number) => {
    next.current = index;
    if (count === 1) {
      // The last one: on to the button that makes new ones.
      const tools = list.current?.parentElement;
      tools?.querySelector<HTMLElement>('button[aria-haspopup="dialog"]')?.focus();
    }
    draft.drop(index);
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    if (event.key !== 'Delete' && event.key !== 'Backspace') return;
    event.preventDefault();
    remove(index);
  };
  return (
    <ul ref={list} className={classes.chips} aria-label={texts.list}>
      {conditions.map((condition, index) => {
        const sentence = sentenceOf(condition, draft.property(condition.name));
        const text = spoken(sentence);
        return (
          <li
            key={conditionKey(condition)}
            className={classes.chip}
            onKeyDown={(event) => onKeyDown(event, index)}
          >
            <UnstyledButton className={classes.sentence} title={text} onClick={() => draft.open(index)}>
              <VisuallyHidden>{texts.change} </VisuallyHidden>
              {condition.any && conditions[index - 1]?.any && <i className={classes.or}>{texts.or}</i>}
              <span className={classes.verb}>
                {sentence.subject} {sentence.verb}{' '}
              </span>
              {sentence.object !== '' && <b className={classes.object}>{sentence.object}</b>}
            </UnstyledButton>
            <CloseButton
              size={22}
              iconSize={13}
              data-remove
              aria-label={texts.remove(text)}
              onClick={() => remove(index)}
            />
          </li>
        );
      })}
    </ul>
  );
}
