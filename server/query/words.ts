/** What a word is, in every script (spec/queries.md#search). Pure. */
import { lazy } from '../on-demand.js';

/** Separates words. */
const NONE = 0;
/** Part of a word: letters, digits, marks, `_`. */
const JOINED = 1;
/** A single-character word: characters of scripts written without spaces, symbols such as emoji. */
const SINGLE = 2;
const SPACE = 3;

const SCRIPTS = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar'];
const CLASSES: readonly [kind: number, characters: string][] = [
  [SPACE, '\\s'],
  [JOINED, '\\p{L}\\p{N}\\p{M}_'],
  [SINGLE, `${SCRIPTS.map((script) => `\\p{Script=${script}}`).join('')}\\p{So}\\p{Sc}`],
  // Variation selectors change the appearance of the character before them.
  [NONE, '\\uFE00-\\uFE0F'],
];

/** The class of every code unit; surrogates are classified in pairs. Filling it takes too long for every start. */
const unitClasses = lazy((): Uint8Array => {
  const units = new Uint8Array(0x10000);
  const all = Array.from({ length: 256 }, (_, high) =>
    String.fromCharCode(...Array.from({ length: 256 }, (_unit, low) => high * 256 + low)),
  ).join('');
  for (const [kind, characters] of CLASSES) {
    for (const { 0: run, index } of all.matchAll(new RegExp(`[${characters}]+`, 'gu'))) {
      if (!isSurrogate(run.charCodeAt(0))) units.fill(kind, index, index + run.length);
    }
  }
  return units;
});

const JOINED_PAIR = /[\p{L}\p{N}\p{M}]/u;
const SINGLE_PAIR = new RegExp(`[${CLASSES[2]?.[1] ?? ''}]`, 'u');

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}

/** The class of a character beyond the first plane; `NONE` for half a pair. */
function pairClass(high: number, low: number): number {
  if (high > 0xdbff || low < 0xdc00 || low > 0xdfff) return NONE;
  const character = String.fromCharCode(high, low);
  if (SINGLE_PAIR.test(character)) return SINGLE;
  return JOINED_PAIR.test(character) ? JOINED : NONE;
}

/** The class of the character at a place; `at` must not be inside a pair. */
function classAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return isSurrogate(unit) ? pairClass(unit, text.charCodeAt(at + 1)) : (unitClasses()[unit] ?? NONE);
}

/** Where the character that ends before `at` begins. */
function characterBefore(text: string, at: number): number {
  const low = text.charCodeAt(at - 1);
  if (at > 1 && low >= 0xdc00 && low <= 0xdfff && isSurrogate(text.charCodeAt(at - 2))) return at - 2;
  return at - 1;
}

/** Whether a place lies inside a word: a term that begins or ends there would cut it. */
export function cutsWord(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return false;
  return classAt(text, at) === JOINED && classAt(text, characterBefore(text, at)) === JOINED;
}

/** How two words are separated: by spaces only, by other characters, or not at all. */
export const NEXT = 1;
export const APART = 2;

/** Called for a word: from `start` up to `end`, how it follows the one before it, and a hash of its units. */
export type WordVisitor = (start: number, end: number, step: number, hash: number) => void;

/** FNV-1a over code units. */
const HASH_START = 0x811c9dc5;
const HASH_FACTOR = 0x01000193;

/** The hash `eachWord` passes for a word. */
export function wordHash(units: Uint16Array, start: number, end: number): number {
  let hash = HASH_START;
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (units[at] ?? 0), HASH_FACTOR);
  return hash >>> 0;
}

/** The code units of a text, which are faster to walk than the text itself. */
export function unitsOf(text: string): Uint16Array {
  const bytes = Buffer.from(text, 'utf16le');
  // A buffer from the pool may begin anywhere.
  return new Uint16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

/** Visits the words among the first `length` units of a text in their order. The first one's step is `APART`. */
export function eachWord(units: Uint16Array, length: number, visit: WordVisitor): void {
  const classes = unitClasses();
  let step = APART;
  let spaces = false;
  for (let at = 0; at < length; ) {
    const unit = units[at] ?? 0;
    const pair = unit >= 0xd800 && unit <= 0xdfff;
    const kind = pair ? pairClass(unit, at + 1 < length ? (units[at + 1] ?? 0) : 0) : classes[unit];
    if (kind === SPACE) {
      spaces = true;
      at += 1;
      continue;
    }
    if (kind === NONE) {
      // Any other character separates the words.
      step = APART;
      spaces = false;
      at += 1;
      continue;
    }
    const start = at;
    at += pair ? 2 : 1;
    let hash = Math.imul(HASH_START ^ unit, HASH_FACTOR);
    if (pair) hash = Math.imul(hash ^ (units[start + 1] ?? 0), HASH_FACTOR);
    if (kind === JOINED) {
      for (; at < length; at += 1) {
        const next = units[at] ?? 0;
        if (classes[next] !== JOINED) {
          const low = at + 1 < length ? (units[at + 1] ?? 0) : 0;
          if (next < 0xd800 || next > 0xdfff || pairClass(next, low) !== JOINED) break;
          hash = Math.imul(hash ^ next, HASH_FACTOR);
          at += 1;
        }
        hash = Math.imul(hash ^ (units[at] ?? 0), HASH_FACTOR);
      }
    }
    visit(start, at, step === NEXT && spaces ? NEXT : APART, hash >>> 0);
    step = NEXT;
    spaces = false;
  }
}
