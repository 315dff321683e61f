/** The filter of choices with hundreds of options: the first that match, and how many more typing would find. */
import type { ComboboxItem, ComboboxParsedItem, ComboboxParsedItemGroup, OptionsFilter } from '@mantine/core';
import { formatNumber } from './format';

/** Most options that are drawn at once, even while the list is closed. */
export const SHOWN = 50;

const texts = {
  more: (count: number) => `${formatNumber(count)} more. Type to search.`,
};

const isGroup = (item: ComboboxParsedItem): item is ComboboxParsedItemGroup => 'group' in item;

/** A list with the chosen one first, unless it is among the first anyway. */
function chosenFirst<T extends ComboboxParsedItem>(items: readonly T[], chosen: string): readonly T[] {
  const at = items.findIndex((item) => !isGroup(item) && item.value === chosen);
  const one = at >= SHOWN ? items[at] : undefined;
  return one === undefined ? items : [one, ...items.filter((item) => item !== one)];
}

function firstOf(options: readonly ComboboxParsedItem[], search: string, chosen?: string | null) {
  const wanted = search.trim().toLowerCase();
  const lead = wanted === '' ? (chosen ?? undefined) : undefined;
  let room = SHOWN;
  let more = 0;
  const take = (items: readonly ComboboxItem[]) => {
    const matching = items.filter(({ label }) => label.toLowerCase().includes(wanted));
    const ordered = lead === undefined ? matching : chosenFirst(matching, lead);
    // One that is chosen is shown after all, also where groups before its own have taken the room.
    const least = ordered[0]?.value === lead ? 1 : 0;
    const taken = ordered.slice(0, Math.max(room, least));
    room = Math.max(0, room - taken.length);
    more += matching.length - taken.length;
    return taken;
  };
  const list = lead === undefined ? options : chosenFirst(options, lead);
  const shown = list.flatMap((item): ComboboxParsedItem[] => {
    if (!isGroup(item)) return take([item]);
    const items = take(item.items);
    return items.length === 0 ? [] : [{ group: item.group, items }];
  });
  // A line to read, drawn as such by its value, which cannot be chosen.
  return more === 0 ? shown : [...shown, { value: '…', label: texts.more(more), disabled: true }];
}

export const firstOptions: OptionsFilter = ({ options, search }) => firstOf(options, search);

/** The same with the chosen option among the first until something is typed. */
export const firstOptionsWith =
  (chosen: string | null | undefined): OptionsFilter =>
  ({ options, search }) =>
    firstOf(options, search, chosen);
