/** A value in a list. Flags and times are the list's own; the rest is drawn by the property's kind. */
import { IconAlertTriangle } from '@tabler/icons-react';
import { Fragment } from 'react';
import type { JsonValue } from '#contract/values';
import { fieldLookup, isOldValue, kindFor } from '../../fields';
import { textsOf } from '../../fields/select/choice';
import { RelatedMark } from '../../fields/select/RelatedMark';
import type { ListColumn } from '../../lists/columns';
import { formatNumber } from '../../ui/format';
import { TimeAgo } from '../../ui/TimeAgo';
import classes from './ObjectTable.module.css';

const texts = {
  missing: (value: string) => `${value} is missing`,
  old: 'The stored value does not fit this field.',
  more: (count: number) => `${formatNumber(count)} more`,
};

/** Most related objects that a cell names: more than any has room for. */
const NAMED = 20;

/** What a cell of related objects names, each once, and how many more there are. */
export function shownTexts(value: JsonValue | undefined): { texts: string[]; more: number } {
  const all = [...new Set(textsOf(value))];
  return { texts: all.slice(0, NAMED), more: Math.max(0, all.length - NAMED) };
}

interface RelatedProps {
  value: JsonValue;
  related: NonNullable<ListColumn['related']>;
  isAsking: boolean;
}

/** The objects that values name by what they are called, and nothing until that is known; values that name none are marked. */
function RelatedCell({ value, related, isAsking }: RelatedProps) {
  const { texts: shown, more } = shownTexts(value);
  if (isAsking && shown.some((text) => !related.has(text))) return null;
  return (
    <span className={classes.related}>
      {shown.map((text, at) => {
        const named = related.get(text);
        const missing = related.has(text) && named === undefined;
        return (
          <Fragment key={text}>
            {at > 0 && ', '}
            {missing ? (
              <span className={classes.missing} title={texts.missing(text)}>
                {texts.missing(text)}
              </span>
            ) : (
              (named?.label ?? text)
            )}
            {named && <RelatedMark of={named} compact />}
          </Fragment>
        );
      })}
      {more > 0 && `, ${texts.more(more)}`}
    </span>
  );
}

export function Cell({ column, value }: { column: ListColumn; value: JsonValue | undefined }) {
  if (value === undefined || value === null || value === '') return null;
  const { definition } = column;
  const Kind = kindFor(definition, value).Cell;
  const drawn = <Kind {...{ value, definition }} fields={fieldLookup} />;
  if (column.show !== 'ago' && isOldValue(definition, value)) {
    return (
      <span className={classes.old}>
        <IconAlertTriangle size={15} role="img" aria-label={texts.old}>
          <title>{texts.old}</title>
        </IconAlertTriangle>
        {drawn}
      </span>
    );
  }
  if (column.show === 'flag') {
    return value === true ? <span className={classes.flag}>{column.label}</span> : null;
  }
  if (column.show === 'ago') {
    return typeof value === 'string' ? <TimeAgo value={value} /> : null;
  }
  if (column.related) {
    return <RelatedCell value={value} related={column.related} isAsking={column.isAsking === true} />;
  }
  return drawn;
}
