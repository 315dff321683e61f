/** What becomes of edits when the server has put a file into a property they are about. Pure. */
import { isItem } from '#contract/files';
import { isJsonObject, type JsonObject, type JsonValue } from '#contract/values';
import { own, sameJson } from '../json';

/** The keys an edit gave another value than the version it was made on. */
function changedKeys(edited: JsonObject, before: JsonObject | undefined): JsonObject {
  const entries = Object.entries(edited).filter(
    ([key, value]) => !sameJson(value, before && own(before, key)),
  );
  return Object.fromEntries(entries);
}

/** Which file it is, and what was set on the picture that is replaced. */
const OF_THE_FILE = new Set(['name', 'focalpoint', 'edit', 'width', 'height']);

const ofAnyFile = (said: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(said).filter(([key]) => !OF_THE_FILE.has(key)));

const itemsIn = (value: JsonValue | undefined) => (Array.isArray(value) ? value.filter(isItem) : []);

/** A list of files: the edit's order and words, without what it removed, and what has come since at the end. */
function mergedList(edited: JsonValue, before: JsonValue | undefined, now: JsonValue): JsonValue {
  const [was, is] = [itemsIn(before), itemsIn(now)];
  const named = (items: readonly JsonObject[], name: string) => items.find((item) => item.name === name);
  const kept = itemsIn(edited).flatMap((item) => {
    const stored = named(is, item.name);
    if (!stored) return [];
    const before = named(was, item.name);
    const said = changedKeys(item, before);
    return [{ ...stored, ...(sameJson(stored.uploadDate, before?.uploadDate) ? said : ofAnyFile(said)) }];
  });
  const come = is.filter(({ name }) => !named(was, name) && !named(kept, name));
  return [...kept, ...come];
}

/**
 * The edit of a property once its stored value has changed from `before` to `now` at the keys `path` inside it: what
 * was edited there stays edited, and the file is there as well.
 */
export function withFile(
  edited: JsonValue,
  before: JsonValue | undefined,
  now: JsonValue | undefined,
  path: readonly string[],
): JsonValue {
  const [key, ...rest] = path;
  if (key !== undefined) {
    if (!isJsonObject(edited) || !isJsonObject(now)) return edited;
    const [old, fresh] = [isJsonObject(before) ? own(before, key) : undefined, own(now, key)];
    return { ...edited, [key]: withFile(own(edited, key) ?? null, old, fresh, rest) };
  }
  if (now === undefined) return edited;
  if (Array.isArray(now)) return Array.isArray(edited) ? mergedList(edited, before, now) : now;
  if (!isItem(now) || !isItem(edited)) return now;
  return { ...now, ...ofAnyFile(changedKeys(edited, isJsonObject(before) ? before : {})) };
}
