/** date, datetime and time. */
import type { JsonValue } from '#contract/values';
import { t } from '../../t';
import type { Setting } from '../builder-settings';
import { ValueDifference } from '../differences';
import { dateFrom } from '../from-text';
import type { BuilderEntry, CellProps, FieldKind, PastedAt } from '../kind';
import { late } from '../late';
import { CellText, plainSummary } from '../parts/TextCell';
import { bulk, columns } from '../presets';
import { clockOf, dayOf, formatDate, momentOf, parseDay, timeOf } from './date-value';

const DateField = late(async () => (await import('./DateField')).DateField);
const DateTimeField = late(async () => (await import('./DateField')).DateTimeField);
const TimeField = late(async () => (await import('./DateField')).TimeField);

/** The moment the control shows; a day without a time is shown at midnight. */
const momentShown = (value: JsonValue | undefined): JsonValue => {
  const day = dayOf(value);
  return day === undefined ? '' : momentOf(day, clockOf(value) ?? '00:00');
};

const settings: readonly Setting[] = [
  {
    key: 'onCreate',
    place: 'settings',
    group: t('Behavior'),
    input: 'switch',
    label: t('Set when the object is created'),
  },
  {
    key: 'onUpdate',
    place: 'settings',
    group: t('Behavior'),
    input: 'switch',
    label: t('Updated on every save'),
  },
];

/** The server fills in words such as `now`. */
const isWritten = (value: JsonValue): boolean =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value);

/** A day as a cell of a spreadsheet shows it. */
const dayFrom = (text: string, at: PastedAt): string | undefined =>
  dayOf(text) ?? dayOf(dateFrom(text, at)?.slice(0, 10)) ?? parseDay(text) ?? undefined;

/** A day and a time, with the time at the end; midnight where there is none. */
function momentFrom(text: string, at: PastedAt): string | undefined {
  if (/^\d{4}-\d{2}-\d{2}T.*(?:Z|[+-]\d{2}:\d{2})$/.test(text)) return dayOf(text) && text;
  const local = dateFrom(text, at);
  if (local !== undefined) {
    const [day = '', clock = '00:00'] = local.split(/[T ]/);
    return dayOf(day) && timeOf(clock) && momentOf(day, clock);
  }
  const [, date = text, clock = ''] = /^(.*\S)[,\sT]+(\d{1,2}:\d{2}(?::\d{2})?)$/.exec(text) ?? [];
  const day = dayFrom(date.replace(/,$/, ''), at);
  const time = clock === '' ? '' : timeOf(clock);
  return day === undefined || time === undefined ? undefined : momentOf(day, time);
}

function dateKind(
  Input: FieldKind['Input'],
  withTime: boolean,
  builder: Pick<BuilderEntry, 'label' | 'help'>,
): FieldKind {
  const summary = (value: JsonValue | undefined) => formatDate(value, withTime);
  function DateCell({ value }: CellProps) {
    return (
      <CellText title={plainSummary(value)} tabular>
        {summary(value)}
      </CellText>
    );
  }
  return {
    Input,
    Cell: DateCell,
    Difference: ValueDifference,
    summary,
    accepts: (value) => value === '' || dayOf(value) !== undefined,
    shown: withTime ? momentShown : (value) => dayOf(value) ?? '',
    empty: '',
    showsDefault: isWritten,
    builder: { group: t('Numbers and dates'), ...builder, words: 'calendar', settings },
    inCell: Input,
    fromText: (text, _definition, at) =>
      text.trim() === '' ? '' : (withTime ? momentFrom : dayFrom)(text.trim(), at),
    column: withTime ? { ...columns.day, min: 160 } : columns.day,
    filter: withTime ? 'moment' : 'date',
    bulk: bulk.one,
  };
}

export const date = dateKind(DateField, false, { label: t('Date'), help: t('A day.') });
export const datetime = dateKind(DateTimeField, true, { label: t('Date and time'), help: t('A moment.') });
export const time: FieldKind = {
  Input: TimeField,
  Cell: ({ value }: CellProps) => <CellText tabular>{plainSummary(value)}</CellText>,
  Difference: ValueDifference,
  summary: plainSummary,
  accepts: (value) => value === '' || timeOf(value) !== undefined,
  shown: (value) => timeOf(value) ?? '',
  empty: '',
  builder: {
    group: t('Numbers and dates'),
    label: t('Time'),
    help: t('A time of day.'),
    words: 'clock hour',
    settings: [],
  },
  column: { ...columns.day, min: 80, descending: false },
  inCell: TimeField,
  // A time of day has no seconds, and none are dropped.
  fromText: (text) => (text.trim() === '' ? '' : /:\d\d:(?!00)/.test(text) ? undefined : timeOf(text.trim())),
  filter: 'time',
  bulk: bulk.one,
};
