/** The filter of choices with hundreds of options: the first that match, and how many more typing would find. */
import type { ComboboxItem, ComboboxParsedItem, OptionsFilter } from '@mantine/core';
import { formatNumber } from './format';

/** Most options that are drawn at once, even while the list is closed. */
export const SHOWN = 50;

const texts = {
  more: (count: number) => `${formatNumber(count)} more. Type to search.`,
};

export const firstOptions: OptionsFilter = ({ options, search }) => {
  const wanted = search.trim().toLowerCase();
  let room = SHOWN;
  let more = 0;
  const take = (items: readonly ComboboxItem[]) => {
    const matching = items.filter(({ label }) => label.toLowerCase().includes(wanted));
    const taken = matching.slice(0, room);
    room -= taken.length;
    more += matching.length - taken.length;
    return taken;
  };
  const shown = options.flatMap((item): ComboboxParsedItem[] => {
    if (!('group' in item)) return take([item]);
    const items = take(item.items);
    return items.length === 0 ? [] : [{ group: item.group, items }];
  });
  // A line to read, drawn as such by its value, which cannot be chosen.
  return more === 0 ? shown : [...shown, { value: '…', label: texts.more(more), disabled: true }];
};
