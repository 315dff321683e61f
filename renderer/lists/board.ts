/** The columns of a board: the part of a view that each shows, and the value that an object gets in it. Pure. */
import type { Option } from '#contract/schemas';
import type { JsonValue } from '#contract/values';
import type { ListView } from '../api/list-request';
import { flatOptions } from '../fields/settings';
import { fitsInList } from './filter/limits';
import type { FilterProperty } from './filter/questions';

export interface BoardColumn {
  /** Tells columns apart. */
  key: string;
  label: string;
  /** What an object gets that is moved here; undefined where objects cannot be moved to. */
  value: JsonValue | undefined;
  view: ListView;
}

const texts = { on: 'On', off: 'Off', none: 'No value', rest: 'No value or another' };

const and = (criteria: string | undefined, more: string): string =>
  criteria === undefined || criteria === '' ? more : `${criteria},${more}`;

/** A view narrowed to what has a value. */
const including = (view: ListView, criterion: string): ListView => ({
  ...view,
  include: and(view.include, criterion),
});

const excluding = (view: ListView, criterion: string): ListView => ({
  ...view,
  exclude: and(view.exclude, criterion),
});

/** Whether a filter can ask for an option: `true` and `false` in a text mean something else to it. */
function isNameable({ value }: Option): boolean {
  if (typeof value !== 'string') return true;
  const plain = value.trim() === value && value !== '' && value !== 'true' && value !== 'false';
  return plain && fitsInList(value);
}

/** The columns of a board by a property, those of its options in their order, then what has none of them. */
export function boardColumns({ name, topic, definition }: FilterProperty, view: ListView): BoardColumn[] {
  if (topic === 'flag') {
    return [
      { key: 'on', label: texts.on, value: true, view: including(view, `${name}:true`) },
      // What has no value is not on.
      { key: 'off', label: texts.off, value: false, view: excluding(view, `${name}:true`) },
    ];
  }
  const options = flatOptions(definition);
  // An option that the grammar of filters cannot name is in the last column.
  const named = options.filter(isNameable);
  const columns = named.map(
    ({ value, label }): BoardColumn => ({
      key: `option ${String(value)}`,
      label,
      value,
      view: including(view, `${name}:in:${String(value)}`),
    }),
  );
  const rest = excluding(view, `${name}:in:${named.map(({ value }) => String(value)).join('|')}`);
  const label = named.length < options.length ? texts.rest : texts.none;
  return [...columns, { key: 'none', label, value: definition.required ? undefined : null, view: rest }];
}
