/** `date`, `datetime` and `time` (spec/field-kinds.md#dates). */
import { message } from '../../contract/messages/message.js';
import type { JsonValue } from '../../contract/values.js';
import { textType } from '../choice-types.js';
import type { PropertyKind, SaveContext } from '../kind.js';
import { scalarText } from '../whole-text.js';
import { dayOf, isDay, isMoment, momentOf, readTime, readWords } from './parse.js';

/** Reads text by `read`; anything that is no text or stays unreadable is given back for `check` to refuse. */
const reader =
  (read: (text: string, context: SaveContext) => string | undefined) =>
  (value: JsonValue, context: SaveContext): JsonValue =>
    typeof value === 'string' && value.trim() !== ''
      ? (read(value, context) ?? value)
      : value === null
        ? null
        : value;

/** A valid day or date-time stays as it was sent, whichever of the two the field asks for. */
const asSent = (text: string): string | undefined => {
  const trimmed = text.trim();
  return isDay(trimmed) || isMoment(trimmed) ? trimmed.replace(' ', 'T') : undefined;
};

const calendar = (
  write: (date: Date) => string,
  format: string,
  key: 'notDateOrWords' | 'notDateAndTimeOrWords',
  sample: string,
): PropertyKind => {
  const read = reader((text, context) => {
    const words = asSent(text) === undefined ? readWords(text, context.now) : undefined;
    return asSent(text) ?? (words && write(words));
  });
  return {
    type: 'date',
    dates: true,
    blank: '',
    ownKeywords: ['format'],
    schema: () => ({ type: 'string' }),
    valueType: textType,
    normalise: (value, _definition, context) => read(value, context),
    resolveDefault: read,
    check: (value) =>
      typeof value !== 'string' || isDay(value) || isMoment(value) ? [] : [message(key, { sample })],
    text: (value) => (typeof value === 'string' ? value : ''),
    wholeText: scalarText,
    // Words such as "May" may be anything: they are dates only where a date is typed.
    readText: (text) => asSent(text),
    onWire: () => ({ format }),
  };
};

export const dateKind: PropertyKind = {
  ...calendar(dayOf, 'date', 'notDateOrWords', '2026-05-09'),
  ofTypes: ['date'],
};
export const datetimeKind = calendar(momentOf, 'date-time', 'notDateAndTimeOrWords', '2026-05-09T07:30:00Z');

const readClock = reader((text, context) => readTime(text, context.now));

export const timeKind: PropertyKind = {
  type: 'time',
  ofTypes: ['time'],
  blank: '',
  ownKeywords: ['format'],
  schema: () => ({ type: 'string' }),
  valueType: textType,
  normalise: (value, _definition, context) => readClock(value, context),
  resolveDefault: readClock,
  check: (value) =>
    typeof value !== 'string' || /^([01]?\d|2[0-3]):[0-5]\d$/.test(value) ? [] : [message('notTimeOfDay')],
  text: (value) => (typeof value === 'string' ? value : ''),
  wholeText: scalarText,
  readText: (text) => (/^\s*\d{1,2}:\d\d(?::00)?\s*$/.test(text) ? readTime(text, new Date(0)) : undefined),
  onWire: () => ({ format: 'time' }),
};
