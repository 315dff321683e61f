/** The groups of a list: how many objects each has, what it is called, and which are closed. */
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ObjectGroup } from '#contract/objects';
import { groupsQuery } from '../../../api/groups';
import type { ListView } from '../../../api/list-request';
import { valueParts } from '../../../api/value-parts';
import { relatedCollection } from '../../../fields/select/choice';
import { optionLabel } from '../../../fields/settings';
import type { FilterProperty } from '../../../lists/filter/questions';
import type { GroupPart } from '../../../lists/lines';
import { LOCALE } from '../../../locale';
import { t } from '../../../t';

const texts = { none: 'No value', empty: t('Empty', 'value'), on: 'On', off: 'Off' };

/** A group as its heading shows it. */
export interface ShownGroup extends GroupPart {
  key: string;
  label: string;
}

export interface RelatedGroups {
  collection: string;
  property: string;
  /** The collection whose objects are named. */
  target: string;
  /** What each group names; empty for none. */
  values: readonly string[];
  /** The values that each is asked for with, so that scrolling asks for hundreds at a time. */
  parts: ReadonlyMap<string, readonly string[]>;
}

export interface Groups {
  /** Label of the property. */
  by: string;
  groups: readonly ShownGroup[];
  /** Whose titles the values stand for; undefined for values that are no relation. */
  related: RelatedGroups | undefined;
  toggle(key: string): void;
}

const keyOf = ({ value }: ObjectGroup): string => JSON.stringify(value);

/** The month of a stored date for people. */
function monthLabel(month: string): string {
  const date = /^\d{4}-\d{2}$/.test(month) ? new Date(`${month}-01T12:00:00Z`) : undefined;
  if (date === undefined || Number.isNaN(date.getTime())) return month;
  return date.toLocaleDateString(LOCALE, { month: 'long', year: 'numeric', timeZone: 'UTC' });
}

function labelOf({ value }: ObjectGroup, { topic, definition }: FilterProperty): string {
  if (topic === 'flag' && typeof value === 'boolean') return value ? texts.on : texts.off;
  if (value === null) return texts.none;
  if (value === '') return texts.empty;
  if (topic === 'date' || topic === 'moment') return monthLabel(String(value));
  return optionLabel(definition, value);
}

/** Undefined where the list is not grouped, and until its groups are known. */
export function useGroups(
  collection: string,
  view: ListView,
  grouping: FilterProperty | undefined,
): { groups: Groups | undefined; error: Error | null } {
  const [closed, setClosed] = useState<{ by: string; keys: ReadonlySet<string> }>({
    by: '',
    keys: new Set(),
  });
  const { data, error } = useQuery({
    ...groupsQuery(collection, view),
    enabled: grouping !== undefined && view.group !== undefined,
    placeholderData: (before, query) => (query?.queryKey[1] === collection ? before : undefined),
  });
  const by = grouping?.name ?? '';
  const groups = useMemo(() => {
    if (grouping === undefined || data === undefined) return undefined;
    const hidden = closed.by === grouping.name ? closed.keys : new Set<string>();
    const target = relatedCollection(grouping.definition);
    const values = data.groups.map(({ value }) => String(value ?? ''));
    const named = target === undefined ? [] : [...new Set(values)].filter((value) => value !== '');
    const parts = new Map(valueParts(named).flatMap((part) => part.map((value) => [value, part] as const)));
    const shown = data.groups.map((group): ShownGroup => {
      const key = keyOf(group);
      return { key, label: labelOf(group, grouping), count: group.count, open: !hidden.has(key) };
    });
    return {
      by: grouping.label,
      groups: shown,
      related:
        target === undefined ? undefined : { collection, property: grouping.name, target, values, parts },
      toggle: (key: string) =>
        setClosed((now) => {
          const keys = new Set(now.by === by ? now.keys : []);
          if (!keys.delete(key)) keys.add(key);
          return { by, keys };
        }),
    };
  }, [collection, grouping, data, closed, by]);
  return { groups, error };
}
