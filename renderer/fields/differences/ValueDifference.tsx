/** How two short values differ: both as the kind writes or draws them. */
import { IconArrowRight } from '@tabler/icons-react';
import type { JsonValue } from '#contract/values';
import type { DifferenceProps } from '../kind';
import { Changed } from './Changed';
import { compare } from './compare';
import classes from './difference.module.css';
import SourceDifference from './SourceDifference';
import { Empty } from './TextDifference';

/** A value as indented JSON; nothing for none. */
export const sourceOf = (value: JsonValue | undefined): string =>
  value === undefined || value === null ? '' : JSON.stringify(value, null, 2);

const Arrow = () => <IconArrowRight size={14} aria-hidden color="var(--mantine-color-dimmed)" />;

/** Each value as one line of text. */
export function ValueDifference({ before, after, definition, fields }: DifferenceProps) {
  const lineOf = (value: JsonValue | undefined) =>
    fields.kindFor(definition, value).summary(value, definition);
  const [one, other] = [lineOf(before), lineOf(after)];
  if (one === other) {
    // Values that read alike are shown as they are stored.
    const [source, changed] = [sourceOf(before), sourceOf(after)];
    if (source !== changed) return <SourceDifference before={source} after={changed} />;
    return one === '' ? <Empty /> : <span className={classes.value}>{one}</span>;
  }
  return (
    <span className={classes.value}>
      {one !== '' && <Changed change="removed">{one}</Changed>}
      {one !== '' && other !== '' && <Arrow />}
      {other !== '' && <Changed change="added">{other}</Changed>}
    </span>
  );
}

/** Each value as a list shows it. */
export function CellDifference({ before, after, definition, fields }: DifferenceProps) {
  const drawn = (value: JsonValue | undefined) => {
    const { Cell, summary } = fields.kindFor(definition, value);
    return summary(value, definition) === '' ? <Empty /> : <Cell {...{ value, definition, fields }} />;
  };
  if (sourceOf(before) === sourceOf(after)) return drawn(after);
  return (
    <span className={classes.value}>
      {drawn(before)}
      <Arrow />
      {drawn(after)}
    </span>
  );
}

/** Entries of a list, each once: those that were removed and added among the others. */
export function EntriesDifference({
  before,
  after,
}: {
  before: readonly string[];
  after: readonly string[];
}) {
  const runs = compare(before, after, (entry) => entry);
  if (runs.length === 0) return <Empty />;
  const entries = runs.flatMap(({ change, entries: some }) => some.map((text) => ({ change, text })));
  // An entry can be in the list more than once.
  const keyed = entries.map((entry, at) => ({ ...entry, key: `${at} ${entry.text}` }));
  return (
    <span className={classes.value}>
      {keyed.map(({ key, change, text }) => (
        <span key={key}>
          <Changed change={change}>{text}</Changed>
        </span>
      ))}
    </span>
  );
}

/** Values that have no better view: as JSON. */
export const JsonDifference = ({ before, after }: Pick<DifferenceProps, 'before' | 'after'>) => (
  <SourceDifference before={written(before)} after={written(after)} />
);

/** A text as it is, all else as JSON. */
const written = (value: JsonValue | undefined): string =>
  typeof value === 'string' ? value : sourceOf(value);
