/**
 * Merges texts that both sides changed: word by word, where the words that they changed do not meet. Words side by
 * side are one phrase, which was read whole by neither side. A CRDT would merge more and needs a history of each
 * letter in files that other programs write.
 */
import type { Three } from './rules.js';
import { mergeSequence, type Sequences } from './sequence.js';

/**
 * Tags, entities, words, white space, and what is between them. Joined again they are the text itself. A comment is read
 * up to where another one begins: each of many that never end would be read up to the end of the text.
 */
const PIECE =
  /<!--[^<]*?(?:<(?!!--)[^<]*?)*?-->|<[^<>]*>|&#?\w+;|[\p{L}\p{N}_][\p{L}\p{M}\p{N}_]*|\s+|[^\s<&\p{L}\p{N}_]+|[<&]/gu;

const piecesOf = (text: string): string[] => text.match(PIECE) ?? [];

const isWord = (piece: string): boolean => /^[\p{L}\p{N}_]/u.test(piece);

/** With more pairs of pieces than this, words that repeat are matched in their order. */
const MAX_PAIRS = 250_000;

/** Pairs of places in a longest common subsequence; undefined for long texts. */
function longestCommon(a: readonly string[], b: readonly string[]): [number, number][] | undefined {
  if (a.length * b.length > MAX_PAIRS) return undefined;
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  const lengthAt = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] =
        a[i] === b[j] ? lengthAt(i + 1, j + 1) + 1 : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1));
    }
  }
  const pairs: [number, number][] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if (lengthAt(i + 1, j) >= lengthAt(i, j + 1)) i += 1;
    else j += 1;
  }
  return pairs;
}

/** Words that only white space separates from each other meet. */
const WORDS: Sequences = {
  matches: longestCommon,
  isGap: (pieces) => pieces.every((piece) => piece.trim() === ''),
  mayRepeat: true,
};

function counted(text: string): (word: string) => number {
  const counts = new Map<string, number>();
  for (const piece of piecesOf(text)) if (isWord(piece)) counts.set(piece, (counts.get(piece) ?? 0) + 1);
  return (word) => counts.get(word) ?? 0;
}

/** Whether words that both sides moved, each to another place, are in the merged text twice. */
export function isDoubled({ base, mine, theirs }: Three<string>, merged: string): boolean {
  const [before, one, other, after] = [counted(base), counted(mine), counted(theirs), counted(merged)];
  return piecesOf(merged).some((word) => {
    const [m, t] = [one(word), other(word)];
    return after(word) > Math.max(m, t, m + t - before(word));
  });
}

/** One text behind the other, apart. */
function behind(one: readonly string[], other: readonly string[]): string[] {
  const joint = [one.at(-1) ?? '', other[0] ?? ''];
  return [...one, ...(joint.every(isWord) ? [' '] : []), ...other];
}

/** Whether the three texts have a word in common. */
function shareWords(three: Three<readonly string[]>): boolean {
  const [mine, theirs] = [new Set(three.mine), new Set(three.theirs)];
  return three.base.some((piece) => isWord(piece) && mine.has(piece) && theirs.has(piece));
}

/** The merged text; undefined where both sides changed the same words. */
export function mergeWords({ base, mine, theirs }: Three<string>): string | undefined {
  const pieces = { base: piecesOf(base), mine: piecesOf(mine), theirs: piecesOf(theirs) };
  return mergeSequence(pieces, WORDS)?.join('');
}

/**
 * The merged text, with the words of their side and then those of mine where both changed the same ones; undefined
 * where the texts have nothing in common.
 */
export function mergeWordsOfBoth({ base, mine, theirs }: Three<string>): string | undefined {
  const pieces = { base: piecesOf(base), mine: piecesOf(mine), theirs: piecesOf(theirs) };
  if (!shareWords(pieces)) return undefined;
  const clashed = (three: Three<readonly string[]>) => behind(three.theirs, three.mine);
  return mergeSequence(pieces, { ...WORDS, clashed })?.join('');
}
