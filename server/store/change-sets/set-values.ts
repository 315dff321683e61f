/** What a change of a set makes of an object, and the change that a saved object is. Pure. */
import { isSame } from '../../contract/merge/equality.js';
import { mergeDocuments } from '../../contract/merge/merge.js';
import type { Clash, MergeFields, Side } from '../../contract/merge/rules.js';
import { SYSTEM_PROPERTIES } from '../../contract/names.js';
import type { ObjectDocument } from '../../contract/objects.js';
import type { JsonObject } from '../../contract/values.js';
import type { SetChange } from '../types/change-sets.js';

/** An object with a change in it. */
export interface Applied {
  /** Undefined where the change removes it, or where there is nothing left to change. */
  document: ObjectDocument | undefined;
  /** Where what is live has changed since in another way; the document has the values of `prefer`. */
  clashes: readonly Clash[];
  /** Merged values of the changed properties, null where there is none; none of a removal. */
  values: JsonObject;
}

const isContent = (name: string): boolean => name !== 'id' && !SYSTEM_PROPERTIES.has(name);

/** The content of an object. */
export const contentOf = (document: ObjectDocument): JsonObject =>
  Object.fromEntries(Object.entries(document).filter(([name]) => isContent(name)));

/** Values without those that stand for none. */
const present = (values: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

const picked = (document: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(names.flatMap((name) => (document[name] === undefined ? [] : [[name, document[name]]])));

/** The clash of an object that is removed on one side and changed, or missing, on the other. */
const wholeClash = (base: JsonObject, theirs: JsonObject | undefined): Clash => ({
  path: [],
  base,
  mine: undefined,
  theirs,
});

/**
 * Applies a change to an object as it is now, undefined where there is none. `prefer`: whose value the document has where
 * both were changed in different ways.
 */
export function applied(
  id: string,
  live: ObjectDocument | undefined,
  { change, base, values, at }: SetChange,
  fields: MergeFields,
  prefer: Side = 'mine',
): Applied {
  if (change === 'remove') {
    const theirs = live && contentOf(live);
    const same = theirs === undefined || isSame(theirs, base, false);
    return { document: undefined, clashes: same ? [] : [wholeClash(base, theirs)], values: {} };
  }
  if (change === 'edit' && !live) {
    return { document: undefined, clashes: [wholeClash(base, undefined)], values: {} };
  }
  const names = [...new Set([...Object.keys(base), ...Object.keys(values)])].filter(isContent);
  const three = {
    base: picked(present(base), names),
    mine: picked(present(values), names),
    theirs: picked(live ?? {}, names),
  };
  // An object that came under this id meanwhile is another one, also where it is alike.
  const { document: merged, clashes } = mergeDocuments(three, fields, prefer);
  const document: ObjectDocument = { ...live, id };
  for (const name of names) {
    const value = merged[name];
    if (value === undefined) delete document[name];
    else document[name] = value;
  }
  return {
    document: { ...document, ...(!live && { created: at }), modified: at },
    clashes,
    values: Object.fromEntries(names.map((name) => [name, merged[name] ?? null])),
  };
}

export interface SavedInSet {
  /** The object without the change; undefined where only the set has it. */
  below: ObjectDocument | undefined;
  /** The object as it was shown, with the change that the set has. */
  before: ObjectDocument | undefined;
  /** The object as it is saved. */
  after: ObjectDocument;
  /** The change the set has. */
  known: SetChange | undefined;
}

/** Properties that every save sets are set again when the change is published. */
const isStamp = (fields: MergeFields, name: string): boolean => {
  const rule = fields(name)?.rule;
  return rule === 'latest' || rule === 'earliest';
};

/**
 * The change that makes `below` what is saved; undefined where they are alike. What this save leaves as it was shown
 * keeps its base, so that a clash stays one until that property itself is saved.
 */
export function changeOf(
  { below, before, after, known }: SavedInSet,
  by: Pick<SetChange, 'at' | 'actor'>,
  fields: MergeFields,
): SetChange | undefined {
  if (!below) return { change: 'new', base: {}, values: contentOf(after), ...by };
  const all = new Set([...Object.keys(below), ...Object.keys(after)]);
  const names = [...all].filter((name) => isContent(name) && !isStamp(fields, name));
  const change: SetChange = { change: 'edit', base: {}, values: {}, ...by };
  for (const name of names) {
    const kept = known?.change === 'edit' && Object.hasOwn(known.values, name);
    if (kept && before && isSame(before[name], after[name])) {
      change.base[name] = known.base[name] ?? null;
      change.values[name] = known.values[name] ?? null;
    } else if (!isSame(below[name], after[name])) {
      change.base[name] = below[name] ?? null;
      change.values[name] = after[name] ?? null;
    }
  }
  return Object.keys(change.values).length === 0 ? undefined : change;
}

/** A change without some of its properties; undefined where nothing is left of it. */
export function without(change: SetChange, properties: readonly string[]): SetChange | undefined {
  const rest = (values: JsonObject) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !properties.includes(name)));
  const left = { ...change, base: rest(change.base), values: rest(change.values) };
  return Object.keys(left.values).length === 0 ? undefined : left;
}

/** A change with only some of its properties. */
export function only(change: SetChange, properties: readonly string[]): SetChange {
  return {
    ...change,
    base: picked(change.base, properties),
    values: picked(change.values, properties),
  };
}

/**
 * A change that was saved while an earlier form of it went live: from what is live now, for the properties that were
 * published. Undefined where nothing is left of it.
 */
export function rebased(
  change: SetChange,
  published: readonly string[],
  live: ObjectDocument | undefined,
): SetChange | undefined {
  if (!live) return change;
  if (change.change === 'remove') return { ...change, base: contentOf(live) };
  const isNew = change.change === 'new';
  const left: SetChange = { ...change, change: 'edit', base: {}, values: {} };
  for (const name of new Set([
    ...Object.keys(change.values),
    ...(isNew ? Object.keys(contentOf(live)) : []),
  ])) {
    const value = change.values[name] ?? null;
    const base = isNew || published.includes(name) ? (live[name] ?? null) : (change.base[name] ?? null);
    if (isSame(base, value, false)) continue;
    left.base[name] = base;
    left.values[name] = value;
  }
  return Object.keys(left.values).length === 0 ? undefined : left;
}

/**
 * A change that a set gets beside the one it has of the same object. Where both changed a property in different ways it is
 * a clash, and the result has the value of `prefer`. Undefined where nothing is left to change.
 */
export function joined(
  known: SetChange,
  added: SetChange,
  fields: MergeFields,
  prefer: Side,
): { change: SetChange | undefined; clashes: readonly Clash[] } {
  const by = known.at > added.at ? known : added;
  const suggestions = [...(known.suggestions ?? []), ...(added.suggestions ?? [])];
  const common = { at: by.at, actor: by.actor, ...(suggestions.length > 0 && { suggestions }) };
  const areValues = known.change !== 'remove' && added.change === 'edit';
  if (!areValues) {
    const isSameChange =
      known.change === added.change &&
      (known.change === 'remove' || isSame(known.values, added.values, false));
    const clashes = isSameChange ? [] : [wholeClash(added.base, known.values)];
    return { change: { ...(prefer === 'mine' ? added : known), ...common }, clashes };
  }
  const names = Object.keys(added.values);
  const both = known.change === 'new' ? names : names.filter((name) => Object.hasOwn(known.values, name));
  const three = {
    base: picked(present(added.base), both),
    mine: picked(present(added.values), both),
    theirs: picked(present(known.values), both),
  };
  const { document, clashes } = mergeDocuments(three, fields, prefer);
  const change: SetChange = { ...known, ...common, base: { ...known.base }, values: { ...known.values } };
  for (const name of names) {
    const isShared = both.includes(name);
    const value = isShared ? (document[name] ?? null) : (added.values[name] ?? null);
    const base = isShared ? (known.base[name] ?? null) : (added.base[name] ?? null);
    delete change.base[name];
    delete change.values[name];
    if (isSame(base, value, false)) continue;
    if (known.change === 'edit') change.base[name] = base;
    change.values[name] = value;
  }
  return { change: Object.keys(change.values).length === 0 ? undefined : change, clashes };
}
