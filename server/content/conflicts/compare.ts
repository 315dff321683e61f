/** Two versions of a document merged by property, with what has to be decided. Pure. */
import { isSame } from '../../contract/merge/equality.js';
import { mergeSteps } from '../../contract/merge/merge.js';
import type { MergeFields, Side, Steps } from '../../contract/merge/rules.js';
import type { JsonObject } from '../../contract/values.js';
import { type Ancestor, type IsStamp, touches } from './common-ancestor.js';

export interface Comparison {
  base: JsonObject | undefined;
  mine: JsonObject;
  theirs: JsonObject;
  /** The merged document with the values of a side where both clash. */
  merged: Readonly<Record<Side, JsonObject>>;
  /** Properties that differ, and those that come out different from both. */
  differing: readonly string[];
  /** Those that need a decision. */
  clashes: ReadonlySet<string>;
}

/** Times set by saves: the later or earlier one counts, so that they are never decided by a person. */
const STAMPS: ReadonlySet<string> = new Set(['modified', 'created']);

/** Whether a property is a time or count that saves set. */
export const stampsOf =
  (fields: MergeFields): IsStamp =>
  (key) =>
    STAMPS.has(key) || ['latest', 'earliest'].includes(fields(key)?.rule ?? '');

const has = (document: JsonObject, key: string): boolean => Object.hasOwn(document, key);
const at = (document: JsonObject, key: string) => (has(document, key) ? document[key] : undefined);

function differingKeys(mine: JsonObject, theirs: JsonObject, isStamp: IsStamp): string[] {
  const keys = new Set([...Object.keys(mine), ...Object.keys(theirs)]);
  return [...keys].filter((key) => !isStamp(key) && !isSame(at(mine, key), at(theirs, key), false));
}

/** Without a common version each property that differs is a clash. */
function* withoutBase(mine: JsonObject, theirs: JsonObject, fields: MergeFields): Steps<Comparison> {
  const isStamp = stampsOf(fields);
  const differing = differingKeys(mine, theirs, isStamp);
  const asWhole: MergeFields = (key) => (isStamp(key) ? fields(key) : { rule: 'value' });
  const three = { base: {}, mine, theirs };
  const ours = yield* mergeSteps(three, asWhole, 'mine');
  const others = yield* mergeSteps(three, asWhole, 'theirs');
  const merged = { base: { ...ours.document }, mine: ours.document, theirs: others.document };
  for (const side of ['base', 'mine', 'theirs'] as const) {
    const source = side === 'theirs' ? theirs : mine;
    for (const key of differing) if (!has(source, key)) delete merged[side][key];
  }
  return { base: undefined, mine, theirs, merged, differing, clashes: new Set(differing) };
}

/** `ancestor`: undefined where no common version is known. May pause wherever it yields. */
export function* compareVersions(
  ancestor: (Pick<Ancestor, 'minePath' | 'theirsPath'> & { base: JsonObject }) | undefined,
  mine: JsonObject,
  theirs: JsonObject,
  fields: MergeFields,
): Steps<Comparison> {
  if (!ancestor) return yield* withoutBase(mine, theirs, fields);
  const { base, minePath, theirsPath } = ancestor;
  const preferring = (side: Side) => mergeSteps({ base, mine, theirs }, fields, side);
  const result = yield* preferring('mine');
  const differing = differingKeys(mine, theirs, stampsOf(fields));
  const clashes = new Set(result.clashes.map(({ path: [key = ''] }) => key));
  for (const key of differing) {
    // Changed and changed back: the value of the base, but not because it was left alone.
    const back = (side: JsonObject, path: readonly JsonObject[]) =>
      isSame(at(side, key), at(base, key), false) && touches(base, path, key);
    if (back(mine, minePath) || back(theirs, theirsPath)) clashes.add(key);
    yield;
  }
  const merged = {
    base: (yield* preferring('base')).document,
    mine: result.document,
    theirs: (yield* preferring('theirs')).document,
  };
  return { base, mine, theirs, merged, differing, clashes };
}

/** The document that the decisions lead to. Properties without one are merged; of clashes they have the value of mine. */
export function decided(comparison: Comparison, choices: Readonly<Record<string, Side>>): JsonObject {
  const { merged, clashes } = comparison;
  const document: JsonObject = { ...merged.mine };
  for (const [key, side] of Object.entries(choices)) {
    const whole = comparison[side] ?? {};
    // Of a clash inside of a value the rest stays merged, unless it was changed and changed back.
    const inside = clashes.has(key) && !isSame(at(merged.mine, key), at(merged.theirs, key), false);
    const value = at(inside ? merged[side] : whole, key);
    if (value === undefined) delete document[key];
    else document[key] = value;
  }
  return document;
}
