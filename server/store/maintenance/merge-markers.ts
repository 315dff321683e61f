/** Files in which git has left two versions of some lines, and what becomes of them where their fields do not clash. */
import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/values.js';

const BEGIN = /^<{7}(?: |$)/;
const BASE = /^\|{7}(?: |$)/;
const MIDDLE = /^={7}$/;
const END = /^>{7}(?: |$)/;

type Side = 'ours' | 'base' | 'theirs';

interface Versions {
  ours: string;
  theirs: string;
  /** The common ancestor; only some settings of git include it. */
  base: string | undefined;
}

/** The versions a text holds; undefined where its markers are not in order. */
function versionsIn(text: string): Versions | undefined {
  const lines: Record<Side, string[]> = { ours: [], base: [], theirs: [] };
  let side: Side | undefined;
  let [hunks, bases] = [0, 0];
  for (const line of text.split(/\r?\n/)) {
    if (BEGIN.test(line)) {
      if (side !== undefined) return undefined;
      side = 'ours';
      hunks += 1;
    } else if (BASE.test(line) && side === 'ours') {
      side = 'base';
      bases += 1;
    } else if (MIDDLE.test(line) && side !== undefined && side !== 'theirs') side = 'theirs';
    else if (END.test(line)) {
      if (side !== 'theirs') return undefined;
      side = undefined;
    } else for (const one of side ? [side] : (['ours', 'base', 'theirs'] as const)) lines[one].push(line);
  }
  if (side !== undefined || hunks === 0) return undefined;
  const [ours, base, theirs] = [lines.ours, lines.base, lines.theirs].map((some) => some.join('\n'));
  return { ours: ours ?? '', theirs: theirs ?? '', base: bases === hunks ? base : undefined };
}

/** Two versions change the same value in different ways. */
class Clash extends Error {}

const isLater = (a: JsonValue, b: JsonValue): boolean => Date.parse(String(a)) >= Date.parse(String(b));

function mergedValue(
  key: string,
  ours: JsonValue | undefined,
  theirs: JsonValue | undefined,
  base: { value: JsonValue | undefined } | undefined,
): JsonValue | undefined {
  if (isDeepStrictEqual(ours, theirs)) return ours;
  if (base && isDeepStrictEqual(ours, base.value)) return theirs;
  if (base && isDeepStrictEqual(theirs, base.value)) return ours;
  if (ours === undefined || theirs === undefined) {
    // Removed by one and changed by the other; without the common version also: added by one of them.
    if (base?.value !== undefined) throw new Clash(key);
    return ours ?? theirs;
  }
  if (key === 'modified') return isLater(ours, theirs) ? ours : theirs;
  if (!isJsonObject(ours) || !isJsonObject(theirs)) throw new Clash(key);
  const common = isJsonObject(base?.value) ? base.value : undefined;
  return mergedObject(ours, theirs, common);
}

const own = (object: JsonObject, key: string) => (Object.hasOwn(object, key) ? object[key] : undefined);

function mergedObject(ours: JsonObject, theirs: JsonObject, base: JsonObject | undefined): JsonObject {
  const merged: JsonObject = {};
  for (const key of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
    const common = base && { value: own(base, key) };
    const value = mergedValue(key, own(ours, key), own(theirs, key), common);
    if (value !== undefined) merged[key] = value;
  }
  return merged;
}

/**
 * The object of a text with markers, merged field by field; the newer `modified` wins. Undefined where a version is
 * not an object, or where both change the same value.
 */
export function mergedByField(
  text: string,
  parse: (bytes: Buffer) => JsonObject | undefined,
): JsonObject | undefined {
  const versions = versionsIn(text);
  if (!versions) return undefined;
  const [ours, theirs] = [parse(Buffer.from(versions.ours)), parse(Buffer.from(versions.theirs))];
  if (!ours || !theirs) return undefined;
  const base = versions.base === undefined ? undefined : parse(Buffer.from(versions.base));
  try {
    return mergedObject(ours, theirs, base);
  } catch (error) {
    if (error instanceof Clash) return undefined;
    throw error;
  }
}
