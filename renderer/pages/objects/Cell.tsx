/** A value in a list. Flags and times are the list's own; the rest is drawn by the property's kind. */
import type { JsonValue } from '#contract/values';
import { kindFor } from '../../fields';
import { TimeAgo } from '../../ui/TimeAgo';
import type { ListColumn } from './columns';
import classes from './ObjectTable.module.css';

export function Cell({ column, value }: { column: ListColumn; value: JsonValue | undefined }) {
  if (value === undefined || value === null || value === '') return null;
  if (column.show === 'flag') {
    return value === true ? <span className={classes.flag}>{column.label}</span> : null;
  }
  if (column.show === 'ago') {
    return typeof value === 'string' ? <TimeAgo value={value} /> : null;
  }
  const Kind = kindFor(column.definition, value).Cell;
  return <Kind value={value} definition={column.definition} />;
}
