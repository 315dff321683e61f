/** What a word is, in every script (interface 4.6 "whole-word"; facts, trap 9). Pure. */

/** Separates words. */
const NONE = 0;
/** Part of a word: letters, digits, marks, `_`. */
const JOINED = 1;
/** A word of its own: characters of scripts written without spaces, symbols such as emoji. */
const SINGLE = 2;
const SPACE = 3;

const SCRIPTS = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar'];
const CLASSES: readonly [kind: number, characters: string][] = [
  [SPACE, '\\s'],
  [JOINED, '\\p{L}\\p{N}\\p{M}_'],
  [SINGLE, `${SCRIPTS.map((script) => `\\p{Script=${script}}`).join('')}\\p{So}\\p{Sc}`],
  // Variation selectors say how the character before them looks.
  [NONE, '\\uFE00-\\uFE0F'],
];

/** The class of every code unit; surrogates are looked at in pairs. */
const UNITS: Uint8Array = (() => {
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
})();

const JOINED_PAIR = /[\p{L}\p{N}\p{M}]/u;
const SINGLE_PAIR = new RegExp(`[${CLASSES[2]?.[1] ?? ''}]`, 'u');

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}

/** The class of a character beyond the first plane, by its high surrogate's place. */
function pairClass(text: string, at: number): number {
  const code = text.codePointAt(at) ?? 0;
  if (code < 0x10000) return NONE;
  const character = String.fromCodePoint(code);
  if (SINGLE_PAIR.test(character)) return SINGLE;
  return JOINED_PAIR.test(character) ? JOINED : NONE;
}

/** The class of the character at a place; `at` must not be inside a pair. */
function classAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return isSurrogate(unit) ? pairClass(text, at) : (UNITS[unit] ?? NONE);
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

/** Between two words stands nothing but spaces, or something else, or nothing at all. */
export const NEXT = 1;
export const APART = 2;

/** Told of a word: from `start` up to `end`, and how it stands behind the one before it. */
export type WordVisitor = (start: number, end: number, step: number) => void;

/** Visits the words of a text in their order. The first one's step is `APART`. */
export function eachWord(text: string, visit: WordVisitor): void {
  const { length } = text;
  let step = APART;
  let spaces = false;
  for (let at = 0; at < length; ) {
    const unit = text.charCodeAt(at);
    const kind = unit < 0xd800 || unit > 0xdfff ? UNITS[unit] : pairClass(text, at);
    if (kind === SPACE) {
      spaces = true;
      at += 1;
      continue;
    }
    if (kind === NONE) {
      // Whatever else stands there, the words are no longer next to each other.
      step = APART;
      spaces = false;
      at += 1;
      continue;
    }
    const start = at;
    at += unit >= 0xd800 && unit <= 0xdfff ? 2 : 1;
    if (kind === JOINED) {
      while (at < length) {
        const next = text.charCodeAt(at);
        if (UNITS[next] === JOINED) at += 1;
        else if (next >= 0xd800 && next <= 0xdfff && pairClass(text, at) === JOINED) at += 2;
        else break;
      }
    }
    visit(start, at, step === NEXT && spaces ? NEXT : APART);
    step = NEXT;
    spaces = false;
  }
}
