/**
 * Three-way merge of documents (decision 162). Pure. The result does not depend on which side is which, and is one of
 * the sides where only that one differs from the base.
 */
import { isItem } from '../files.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../values.js';
import { clash, either, mergeValue, settle } from './equality.js';
import { mergeOrder, setsOf } from './order.js';
import { mergeProse, type ProseRule } from './prose.js';
import type {
  Clash,
  Maybe,
  MergeField,
  MergeFields,
  MergeRule,
  Merger,
  Side,
  Steps,
  Three,
} from './rules.js';
import { mergeSequence } from './sequence.js';

const SIDES = ['base', 'mine', 'theirs'] as const satisfies readonly Side[];

/** The three values read as another type; undefined where a side is something else. A missing base is empty. */
function all<T>({ base, mine, theirs }: Three, read: (value: Maybe) => T | undefined, none: T) {
  const [a, b, c] = [base === undefined ? none : read(base), read(mine), read(theirs)];
  return a === undefined || b === undefined || c === undefined
    ? undefined
    : ({ base: a, mine: b, theirs: c } satisfies Three<T>);
}

const objectOf = (value: Maybe) => (isJsonObject(value) ? value : undefined);

/** Values by their keys, in order. */
type Entries = ReadonlyMap<string, JsonValue>;

const entriesOf = (object: JsonObject): Entries => new Map(Object.entries(object));

interface EntryRules {
  merger(key: string): Merger;
  /** A contradiction in the order is a clash; otherwise the order is then that of the preferred side. */
  ordered: boolean;
}

/** Entries added, removed, changed and moved one by one. */
function* mergeEntries(
  three: Three<Entries>,
  path: Clash['path'],
  merging: Parameters<Merger>[2],
  { merger, ordered }: EntryRules,
): Steps<[string, JsonValue][]> {
  const merged = new Map<string, JsonValue>();
  const keys = {
    base: [...three.base.keys()],
    mine: [...three.mine.keys()],
    theirs: [...three.theirs.keys()],
  };
  for (const key of new Set([...keys.base, ...keys.mine, ...keys.theirs])) {
    const values = { base: three.base.get(key), mine: three.mine.get(key), theirs: three.theirs.get(key) };
    // Two that were added under one name are not the same thing.
    const by = ordered && values.base === undefined ? mergeValue : merger(key);
    const value = yield* settle(values, [...path, key], merging, by);
    if (value !== undefined) merged.set(key, value);
    yield;
  }
  const order = mergeOrder(keys, (key) => merged.has(key), merging.prefer);
  if (order.clashes && ordered) merging.clashes.push({ path, order: true, ...keys });
  return order.keys.flatMap((key) => {
    const value = merged.get(key);
    return value === undefined ? [] : [[key, value]];
  });
}

/** Objects key by key, all else by equality. */
const keyed = (merger: (key: string) => Merger, ordered = false): Merger =>
  function* (three, path, merging) {
    const objects = all(three, objectOf, {});
    if (!objects) return yield* mergeValue(three, path, merging);
    const { base, mine, theirs } = objects;
    const entries = { base: entriesOf(base), mine: entriesOf(mine), theirs: entriesOf(theirs) };
    yield;
    return Object.fromEntries(yield* mergeEntries(entries, path, merging, { merger, ordered }));
  };

const mergeJson: Merger = (three, path, merging) => keyed(() => mergeJson)(three, path, merging);

/** The later or earlier of two times. */
const mergeTime = (later: boolean): Merger =>
  function* ({ mine, theirs }) {
    if (mine === undefined || theirs === undefined) return mine ?? theirs;
    const [a, b] = [mine, theirs].map((value) =>
      typeof value === 'number' ? value : Date.parse(String(value)),
    );
    if (a === undefined || b === undefined || !(a < b || a > b)) return either(mine, theirs);
    return a > b === later ? mine : theirs;
  };

const mergeText = (rule: ProseRule): Merger =>
  function* (three, path, merging) {
    const { base, mine, theirs } = three;
    if (typeof base !== 'string' || typeof mine !== 'string' || typeof theirs !== 'string') {
      return yield* mergeValue(three, path, merging);
    }
    yield;
    return mergeProse(rule, { base, mine, theirs }) ?? clash(three, path, merging);
  };

/** An entry of a list as a text; that of a text begins with a quote, as no other JSON does. */
const textOf = (entry: JsonValue): string =>
  typeof entry === 'string' ? `"${entry}` : JSON.stringify(entry);
const entryOf = (text: string): JsonValue => (text.startsWith('"') ? text.slice(1) : JSON.parse(text));

/** The entries of a list as texts, also of one kept as a text with commas. */
const textsOf = (value: Maybe): string[] | undefined =>
  Array.isArray(value) ? value.map(textOf) : undefined;
const wordsOf = (value: Maybe): string[] | undefined =>
  typeof value === 'string' ? value.split(',') : undefined;

function* mergeTexts(three: Three<string[]>, prefer: Side): Steps<string[] | undefined> {
  const sets = setsOf(three);
  yield;
  if (!SIDES.every((side) => sets[side].size === three[side].length)) return mergeSequence(three);
  const isKept = (entry: string) =>
    sets.base.has(entry)
      ? sets.mine.has(entry) && sets.theirs.has(entry)
      : sets.mine.has(entry) || sets.theirs.has(entry);
  // No entry is lost by the wrong order, so it is not worth a question.
  return mergeOrder(three, isKept, prefer, sets).keys;
}

const mergeList: Merger = function* (three, path, merging) {
  const lists = all(three, textsOf, []);
  yield;
  const words = lists ? undefined : all(three, wordsOf, []);
  if (!lists && !words) return yield* mergeValue(three, path, merging);
  const entries = yield* mergeTexts(lists ?? words ?? { base: [], mine: [], theirs: [] }, merging.prefer);
  if (!entries) return clash(three, path, merging);
  yield;
  return lists ? entries.map(entryOf) : entries.join(',');
};

/** What Plinth finds in the bytes of a file, and what is cut from them: true together only. */
const FACTS = new Set(['mime', 'ext', 'size', 'width', 'height', 'palette', 'uploadDate', 'edit']);
/** Answers and saves compute these again. */
const DERIVED = new Set(['hash', 'count', 'url', 'hasPassword']);

const itemRule = (key: string): Merger => {
  if (key === 'files') return mergeFiles;
  if (key === 'tags') return mergeList;
  if (key === 'focalpoint') return mergeValue;
  return DERIVED.has(key) ? mergeTime(true) : mergeJson;
};

const factsOf = (item: Maybe): Maybe =>
  isItem(item) ? Object.fromEntries(Object.entries(item).filter(([key]) => FACTS.has(key))) : undefined;

/** The metadata of one file. Two files put in the place of one are compared as a whole. */
const mergeFile: Merger = function* (three, path, merging) {
  const { base, mine, theirs } = three;
  if (!isItem(mine) || !isItem(theirs) || mine.name !== theirs.name)
    return yield* mergeValue(three, path, merging);
  if (base !== undefined && !(isItem(base) && base.name === mine.name)) {
    return yield* mergeValue(three, path, merging);
  }
  const facts = { base: factsOf(base), mine: factsOf(mine), theirs: factsOf(theirs) };
  const settled: Clash[] = [];
  const bytes = yield* settle(facts, path, { ...merging, clashes: settled }, mergeValue);
  if (settled.length > 0) return yield* mergeValue(three, path, merging);
  // With the same facts on all sides only the rest is left to be merged.
  const withFacts = (item: Maybe): Maybe =>
    isItem(item) && isJsonObject(bytes)
      ? Object.fromEntries([
          ...Object.entries(item).filter(([key]) => !FACTS.has(key) || Object.hasOwn(bytes, key)),
          ...Object.entries(bytes),
        ])
      : item;
  const rest = { base: withFacts(base), mine: withFacts(mine), theirs: withFacts(theirs) };
  return yield* keyed(itemRule)(rest, path, merging);
};

/** Files by their names; undefined where a file has none, or two have the same. */
function byName(value: Maybe): Entries | undefined {
  if (!Array.isArray(value) || !value.every(isItem)) return undefined;
  const entries = new Map(value.map((item) => [item.name, item]));
  return entries.size === value.length ? entries : undefined;
}

const mergeFiles: Merger = function* (three, path, merging) {
  const files = all(three, byName, new Map());
  if (!files) return yield* mergeList(three, path, merging);
  const merged = yield* mergeEntries(files, path, merging, { merger: () => mergeFile, ordered: true });
  return merged.map(([, item]) => item);
};

const mergeDepot = keyed((key) => (key === 'files' ? mergeFiles : mergeJson));

/** Rules that need nothing but the values. */
const RULES: Readonly<Record<Exclude<MergeRule, 'card' | 'deck'>, Merger>> = {
  value: mergeValue,
  time: mergeValue,
  json: mergeJson,
  set: mergeList,
  list: mergeList,
  html: mergeText('html'),
  words: mergeText('words'),
  texts: keyed(() => mergeValue),
  wordsTexts: keyed(() => mergeText('words')),
  htmlTexts: keyed(() => mergeText('html')),
  file: mergeFile,
  files: mergeFiles,
  depot: mergeDepot,
  latest: mergeTime(true),
  earliest: mergeTime(false),
};

function mergerOf(field: MergeField | undefined): Merger {
  if (!field) return mergeJson;
  if (field.rule !== 'card' && field.rule !== 'deck') return RULES[field.rule];
  const fields: MergeFields = field.part?.() ?? (() => undefined);
  const part = keyed((key) => mergerOf(fields(key)));
  return field.rule === 'card' ? part : keyed(() => part, true);
}

/** Characters of all three documents. In longer ones properties are compared as a whole, to bound the time. */
const MAX_LENGTH = 1_000_000;

/** Whether values have more than a number of characters in all, counted no further than that. */
function isLong(values: readonly Maybe[], most: number): boolean {
  const waiting: Maybe[] = [...values];
  let length = 0;
  for (let value = waiting.pop(); value !== undefined && length <= most; value = waiting.pop()) {
    length += typeof value === 'string' ? value.length + 2 : 5;
    if (Array.isArray(value)) for (const entry of value) waiting.push(entry);
    else if (isJsonObject(value)) {
      for (const [key, entry] of Object.entries(value)) {
        length += key.length + 4;
        waiting.push(entry);
      }
    }
  }
  return length > most;
}

export interface Merged {
  document: JsonObject;
  /** Empty where all changes of both sides are in the document. */
  clashes: readonly Clash[];
}

/** The times that saves set on every document. */
const TIMES: ReadonlyMap<string, MergeField> = new Map([
  ['modified', { rule: 'latest' }],
  ['created', { rule: 'earliest' }],
]);

/**
 * Merges two changes of a document. `prefer`: whose values the document has where both clash; those of the base do not
 * depend on which side is which.
 */
export function* mergeSteps(
  three: Three<JsonObject>,
  fields: MergeFields,
  prefer: Side = 'base',
): Steps<Merged> {
  const clashes: Clash[] = [];
  const asWhole = isLong([three.base, three.mine, three.theirs], MAX_LENGTH);
  yield;
  const fieldOf = (key: string): MergeField | undefined =>
    TIMES.get(key) ?? (asWhole ? { rule: 'value' } : fields(key));
  const merged = yield* settle(
    three,
    [],
    { prefer, clashes },
    keyed((key) => mergerOf(fieldOf(key))),
  );
  yield;
  // In an order that does not depend on which side is which.
  const ordered = clashes.map((one) => ({ one, path: JSON.stringify(one.path) }));
  ordered.sort((a, b) => (a.path < b.path ? -1 : 1));
  return { document: isJsonObject(merged) ? merged : {}, clashes: ordered.map(({ one }) => one) };
}

/** `mergeSteps` without a pause, for programs that nothing else waits for: the admin and the merge driver. */
export function mergeDocuments(three: Three<JsonObject>, fields: MergeFields, prefer: Side = 'base'): Merged {
  const steps = mergeSteps(three, fields, prefer);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
