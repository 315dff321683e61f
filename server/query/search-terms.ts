/** What is searched for (spec/queries.md#search): terms, `and`, `or`, quoted phrases. Pure. */
import { fold, searchFold } from './fold.js';
import { collapse, undivided } from './searchable.js';
import { cutsWord, eachWord, NEXT, unitsOf } from './words.js';

export interface SearchTerm {
  /** Folded, its spaces collapsed. */
  readonly text: string;
  readonly words: readonly string[];
  /** How each word follows the one before it. */
  readonly steps: readonly number[];
  /** The last word is a prefix: `riv*` matches `rivers`. */
  readonly prefix: boolean;
  /** As it was written, where that has marks or letters that are folded: texts with the same are better matches. */
  readonly exact?: string;
  /** Only words separated by spaces: the same words in this order are a match. */
  readonly plain: boolean;
}

export interface Search {
  /** One term is enough; otherwise all must be there. */
  readonly any: boolean;
  /** Empty: nothing can be found. */
  readonly terms: readonly SearchTerm[];
}

const QUOTES = /[\u201c\u201d\u201e\u201f]/g;

/** A quoted phrase, or a run without spaces and quotes; a quote that is not closed is passed over. */
const PIECE = /"([^"]*)"|[^\s"]+/g;

/** A `*` that follows something of a word. */
const PREFIX = /[\p{L}\p{N}\p{M}_]\*$/u;

const keyOf = ({ text, prefix }: SearchTerm): string => (prefix ? `${text}*` : text);

function termOf(written: string, prefix: boolean): SearchTerm | undefined {
  const text = collapse(searchFold(undivided(written)));
  const words: string[] = [];
  const steps: number[] = [];
  eachWord(unitsOf(text), text.length, (start, end, step) => {
    words.push(text.slice(start, end));
    steps.push(step);
  });
  if (words.length === 0) return undefined;
  const plain = text === words.join(' ') && steps.every((step, at) => at === 0 || step === NEXT);
  const exact = collapse(fold(undivided(written)));
  return { text, words, steps, prefix, plain, ...(exact !== text && { exact }) };
}

/**
 * Reads a search; undefined when it is empty. With any `or` one of the terms is enough, otherwise all must match. A
 * word followed by `*` also matches longer words. Punctuation alone is not a term: `rock & roll` is `rock roll`. A
 * search of nothing else finds nothing.
 */
export function parseSearch(written: string): Search | undefined {
  if (written.trim() === '') return undefined;
  const terms = new Map<string, SearchTerm>();
  let any = false;
  for (const { 0: piece, 1: phrase } of written.replace(QUOTES, '"').matchAll(PIECE)) {
    const word = phrase === undefined ? piece.toLowerCase() : '';
    if (word === 'or') any = true;
    if (word === 'or' || word === 'and') continue;
    const prefix = phrase === undefined && PREFIX.test(piece);
    const term = termOf(phrase ?? (prefix ? piece.slice(0, -1) : piece), prefix);
    if (term) terms.set(keyOf(term), term);
  }
  return { any, terms: [...terms.values()] };
}

/** The same text for searches that find the same. */
export const searchKey = ({ any, terms }: Search): string =>
  `${any ? 'or' : 'and'} ${JSON.stringify(terms.map(keyOf).sort())}`;

/** Whether a searchable text, its spaces collapsed, holds a term without cutting a word at either end. */
export function holdsTerm(text: string, { text: pattern, prefix }: SearchTerm): boolean {
  for (let at = text.indexOf(pattern); at >= 0; at = text.indexOf(pattern, at + 1)) {
    if (!cutsWord(text, at) && (prefix || !cutsWord(text, at + pattern.length))) return true;
  }
  return false;
}

/** Whether a searchable text is found. */
export function isFound(text: string, { any, terms }: Search): boolean {
  if (terms.length === 0) return false;
  const collapsed = collapse(text);
  return any
    ? terms.some((term) => holdsTerm(collapsed, term))
    : terms.every((term) => holdsTerm(collapsed, term));
}
