/** How two texts differ, word by word. */
import { Button, Text } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import type { DifferenceProps } from '../kind';
import { asText } from '../text/text-value';
import { Changed } from './Changed';
import type { Run } from './compare';
import classes from './difference.module.css';
import { type Gap, shortened } from './shortened';
import { compareTexts, type Token } from './words';

const texts = { empty: 'Empty', whole: 'Show the whole text', less: 'Show only the changes' };

export const Empty = () => (
  <Text size="sm" c="dimmed">
    {texts.empty}
  </Text>
);

/** Runs of words, long unchanged stretches shortened unless asked for. */
export function Runs({
  runs,
  children,
}: {
  runs: readonly Run<Token>[];
  children(shown: readonly (Run<Token> | Gap)[]): ReactNode;
}) {
  const [whole, setWhole] = useState(false);
  const short = useMemo(() => shortened(runs), [runs]);
  if (runs.length === 0) return <Empty />;
  const isShort = short.some(({ change }) => change === 'gap');
  return (
    <>
      <div className={classes.text} dir="auto">
        {children(whole ? runs : short)}
      </div>
      {isShort && (
        <Button variant="subtle" size="compact-xs" color="gray" onClick={() => setWhole(!whole)}>
          {whole ? texts.less : texts.whole}
        </Button>
      )}
    </>
  );
}

/** Words in the order in which they are read; runs never change places, so that their places are keys. */
const inOrder = (shown: readonly (Run<Token> | Gap)[]): ReactNode[] => {
  let at = 0;
  return shown.map((run) => {
    at += 1;
    if (run.change === 'gap') return <span key={`gap ${at}`}> … </span>;
    return (
      <Changed key={`run ${at}`} change={run.change}>
        {run.entries.map(({ text }) => text).join('')}
      </Changed>
    );
  });
};

/** Two texts without formatting. */
export function TextDifference({ before, after }: Pick<DifferenceProps, 'before' | 'after'>) {
  const [one, other] = [asText(before), asText(after)];
  const runs = useMemo(() => compareTexts(one, other), [one, other]);
  return <Runs runs={runs}>{inOrder}</Runs>;
}
