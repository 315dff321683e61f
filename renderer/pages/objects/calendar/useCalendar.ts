/** What a calendar shows of a month, and how objects get to another day. */
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { JsonObject } from '#contract/values';
import type { ListView } from '../../../api/list-request';
import { PAGE_SIZE } from '../../../api/queries';
import { dayOf } from '../../../fields/date/date-value';
import { isWritable } from '../../../lists/arrangement';
import {
  between,
  byDay,
  MOST_IN_MONTH,
  monthIn,
  movedTo,
  today,
  undated,
  weeksOf,
} from '../../../lists/calendar';
import type { FilterProperty } from '../../../lists/filter/questions';
import { firstDayOf, LOCALE } from '../../../locale';
import { useAnnounce } from '../../../ui/Announcer';
import { formatDay } from '../../../ui/format';
import { titleOf } from '../../../ui/title-of';
import { useDraftsOfList, useDraftsWith } from '../list-drafts';
import { idsByPage, useObjectPages } from '../useObjectPages';
import { useValueChange } from '../useValueChange';

const texts = {
  moved: (title: string, day: string) => `“${title}” moved to ${day}.`,
  cleared: (title: string) => `“${title}” has no date now.`,
  viewer: 'Open the object to suggest a change.',
  fixed: (label: string) => `${label} cannot be changed here.`,
};

export interface CalendarOf {
  collection: string;
  path: string;
  by: FilterProperty;
  request: ListView;
  search: string;
  /** Width of the list in pixels. */
  width: number;
  edits: boolean;
  onDelete: (object: JsonObject) => void;
  menu: (object: JsonObject, index: number, within?: ListView) => ReactNode;
}

/** Where objects are dropped that are to have no date. */
export const NO_DATE = 'none';

export function useCalendar({ collection, by, request, edits }: CalendarOf) {
  const [params] = useSearchParams();
  const month = monthIn(params.get('month'), today());
  const weeks = useMemo(() => weeksOf(month, firstDayOf(LOCALE)), [month]);
  const [first = '', last = ''] = [weeks[0]?.[0], weeks.at(-1)?.at(-1)];
  const view = useMemo(() => between(request, by.name, first, last), [request, by, first, last]);
  const without = useMemo(() => undated(request, by.name), [request, by]);
  const [loaded, setLoaded] = useState(0);
  const pages = useObjectPages(collection, view, [[0, loaded]]);
  const none = useObjectPages(collection, without, [[0, 0]]);
  const total = pages.total ?? 0;
  const shown = Math.min(total, MOST_IN_MONTH);
  useEffect(() => setLoaded(Math.max(0, shown - 1)), [shown]);
  const drafts = useDraftsWith(useDraftsOfList(), collection, () => [
    ...idsByPage(pages, [[0, loaded]]),
    ...idsByPage(none, [[0, 0]]),
  ]);
  const objects: JsonObject[] = [];
  for (let index = 0; index < shown; index += 1) {
    const object = pages.row(index);
    if (object) objects.push(object);
  }
  const rest: JsonObject[] = [];
  for (let index = 0; index < Math.min(none.total ?? 0, PAGE_SIZE); index += 1) {
    const object = none.row(index);
    if (object) rest.push(object);
  }
  const { pending, set } = useValueChange(collection);
  const announce = useAnnounce();
  const isMovable = edits && isWritable(by);
  /** The object that takes the focus on its new day. */
  const [wanted, setWanted] = useState<string>();

  const onWanted = useCallback(() => setWanted(undefined), []);

  return {
    month,
    weeks,
    view,
    without,
    pages,
    drafts,
    total,
    pending,
    isMovable,
    wanted,
    days: byDay(objects, by.name),
    /** Objects without a date, as far as they are loaded, and how many there are. */
    rest,
    restTotal: none.total ?? 0,
    onWanted,
    find: (id: string) => [...objects, ...rest].find((object) => object.id === id),
    indexOf: (object: JsonObject) => Math.max(0, objects.indexOf(object)),
    /** Gives an object another day, or none. */
    move: async (object: JsonObject, day: string, focus: boolean) => {
      if (!isMovable) return announce(edits ? texts.fixed(by.label) : texts.viewer);
      if (pending.has(String(object.id))) return;
      const clears = day === NO_DATE;
      const before = object[by.name];
      if (dayOf(before) === (clears ? undefined : day)) return;
      const value = clears ? null : movedTo(by, before, day);
      const title = titleOf(object);
      const done = clears ? texts.cleared(title) : texts.moved(title, formatDay(day));
      if (!(await set({ object, name: by.name, label: by.label, value, done }))) return;
      announce(done);
      if (focus) setWanted(String(object.id));
    },
  };
}

export type CalendarState = ReturnType<typeof useCalendar>;

/** What the parts of a calendar share. */
export interface CalendarParts extends CalendarOf, CalendarState {
  onMenu: (object: JsonObject, at: DOMRect) => void;
}
