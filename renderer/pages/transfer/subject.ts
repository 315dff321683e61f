/** What a dialog is about: a collection and, from its list, what is shown and ticked there. */
import type { ListView } from '../../api/list-request';
import { isNarrowed } from '../../api/list-request';
import { type Choice, LONGEST_ADDRESS } from '../../api/transfer';
import { counted } from '../../ui/format';

export interface Subject {
  id: string;
  name: string;
  /** Names of one and several objects, as they stand in a sentence. */
  singular: string;
  plural: string;
  /** Objects in the collection. */
  total: number;
  /** What the list shows; a list that shows everything gives the order. */
  view: ListView;
  /** Objects the list shows; undefined while unknown. */
  found: number | undefined;
  selected: ReadonlySet<string>;
}

/** Which objects are meant: all, those the list shows, the ticked ones. */
export type Extent = 'all' | 'view' | 'selected';

/** A request can only name so many objects. */
const fits = (collection: string, ids: ReadonlySet<string>): boolean =>
  [...ids].reduce((length, id) => length + encodeURIComponent(`${collection}/${id}`).length + 3, 0) <
  LONGEST_ADDRESS - 1500;

export interface ExtentOption {
  value: Extent;
  label: string;
  /** Why it cannot be chosen. */
  reason?: string;
}

const texts = {
  all: (what: string) => `All ${what}`,
  view: (what: string) => `The ${what} shown in the list`,
  viewUnknown: 'Objects shown in the list',
  selected: (what: string) => `The ${what} selected in the list`,
  tooMany: 'Too many for one request. Filter the list instead.',
};

/** The extents there are; the ticked ones only while something is ticked, the shown ones only of a narrowed list. */
export function extentsOf(subject: Subject): ExtentOption[] {
  const { total, singular, plural, view, found, selected } = subject;
  const several = (count: number) => counted(count, singular, plural);
  const options: ExtentOption[] = [{ value: 'all', label: texts.all(total === 1 ? plural : several(total)) }];
  if (isNarrowed(view)) {
    const label = found === undefined ? texts.viewUnknown : texts.view(several(found));
    options.push({ value: 'view', label });
  }
  if (selected.size > 0) {
    const label = texts.selected(several(selected.size));
    options.push({ value: 'selected', label, ...(!fits(subject.id, selected) && { reason: texts.tooMany }) });
  }
  return options;
}

/** What a dialog begins with: the selected rows, else the search. */
export function firstExtent(subject: Subject): Extent {
  const usable = extentsOf(subject).filter(({ reason }) => reason === undefined);
  return usable.at(-1)?.value ?? 'all';
}

/** The choice an extent stands for, in the order of the list. */
export function choiceOf({ view, selected }: Subject, extent: Extent): Choice {
  const { sort, order, natural, set } = view;
  if (extent === 'selected') return { view: { sort, order, natural, set }, ids: [...selected] };
  return { view: extent === 'view' ? view : { sort, order, natural, set } };
}
