/** How two sources differ, line by line: code, JSON, markup. */
import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { type Change, compare, type Run } from './compare';
import classes from './difference.module.css';
import { Empty } from './TextDifference';

const texts = { whole: 'Show all lines', less: 'Show only the changes' };

const SIGNS: Record<Change, string> = { same: '  ', added: '+ ', removed: '- ' };
const ELEMENTS = { same: 'span', added: 'ins', removed: 'del' } as const;

/** Lines shown around a change, and lines of a change. */
const AROUND = 3;
const OF_CHANGE = 400;

interface Line {
  key: string;
  change: Change;
  text: string;
}

const split = (source: string): string[] => (source === '' ? [] : source.split('\n'));

const linesIn = (runs: readonly Run<string>[]): Line[] =>
  runs
    .flatMap(({ change, entries }) => entries.map((text) => ({ change, text })))
    .map((line, at) => ({ ...line, key: String(at) }));

/** Lines near a change; the first ones where nothing has changed. */
function near(lines: readonly Line[]): Line[] {
  if (lines.every(({ change }) => change === 'same')) return lines.slice(0, OF_CHANGE);
  const isNear = (at: number) =>
    lines.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ change }) => change !== 'same');
  return lines.filter((_line, at) => isNear(at)).slice(0, OF_CHANGE);
}

export default function SourceDifference({ before, after }: { before: string; after: string }) {
  const [whole, setWhole] = useState(false);
  const lines = useMemo(() => linesIn(compare(split(before), split(after), (line) => line)), [before, after]);
  const short = useMemo(() => near(lines), [lines]);
  if (lines.length === 0) return <Empty />;
  return (
    <div>
      <pre className={classes.code}>
        {(whole ? lines : short).map(({ key, change, text }) => {
          const Element = ELEMENTS[change];
          return (
            <Element key={key} className={classes.line} data-change={change}>
              {SIGNS[change] + text}
            </Element>
          );
        })}
      </pre>
      {short.length < lines.length && (
        <Button variant="subtle" size="compact-xs" color="gray" onClick={() => setWhole(!whole)}>
          {whole ? texts.less : texts.whole}
        </Button>
      )}
    </div>
  );
}
