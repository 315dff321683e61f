/** How two texts differ, word by word. Pure. */
import { compare, joined, type Run, replacements } from './compare';

/** A piece of a text. */
export interface Token {
  text: string;
  /** What it is besides its text: its formatting. Tokens that differ in it are different. */
  mark?: string;
  /** It begins a block, of this kind. */
  block?: string;
}

const keyOf = ({ text, mark = '', block = '' }: Token): string => `${block}\u0000${mark}\u0000${text}`;

const words = new Intl.Segmenter('en', { granularity: 'word' });

/** A longer text is not split into words: its lines are compared. */
const MAX_LENGTH = 200_000;

/** Words, white space and punctuation, each a piece; together they are the text. */
export function piecesOf(text: string): string[] {
  if (text.length > MAX_LENGTH) return [text];
  return Array.from(words.segment(text), ({ segment }) => segment);
}

/** Groups of tokens that are compared first: lines of a text, blocks of a rich text. */
type Groups = readonly (readonly Token[])[];

const groupKey = (tokens: readonly Token[]): string => tokens.map(keyOf).join('\u0001');

const isSpace = ({ text, block }: Token): boolean => block === undefined && text.trim() === '';

/** White space between two changes is part of both: words that were replaced one by one are read as a phrase. */
function withoutGaps(runs: readonly Run<Token>[]): Run<Token>[] {
  const found: Run<Token>[] = [];
  for (const [at, run] of runs.entries()) {
    const isGap = run.change === 'same' && at > 0 && at < runs.length - 1 && run.entries.every(isSpace);
    if (!isGap) found.push(run);
    else {
      found.push({ change: 'removed', entries: run.entries }, { change: 'added', entries: run.entries });
    }
  }
  return replacements(found).flatMap((part): Run<Token>[] =>
    'removed' in part
      ? [
          { change: 'removed', entries: part.removed },
          { change: 'added', entries: part.added },
        ]
      : [{ change: 'same', entries: part }],
  );
}

/** Compares groups, then the words of those that differ. */
export function compareTokens(before: Groups, after: Groups): Run<Token>[] {
  const parts = replacements(compare(before, after, groupKey));
  const runs = parts.flatMap((part): Run<Token>[] =>
    'removed' in part
      ? withoutGaps(compare(part.removed.flat(), part.added.flat(), keyOf))
      : [{ change: 'same', entries: part.flat() }],
  );
  return joined(runs);
}

const lineTokens = (line: string): Token[] => piecesOf(line).map((text) => ({ text }));

/** The lines of a text, each with its end. */
export const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** Compares two texts without formatting. */
export const compareTexts = (before: string, after: string): Run<Token>[] =>
  compareTokens(linesOf(before).map(lineTokens), linesOf(after).map(lineTokens));
