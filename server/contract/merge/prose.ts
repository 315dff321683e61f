/** Merges texts of more than a few words: by their blocks or lines, and within these by words. */
import { blocksOf, isSound } from './html-blocks.js';
import type { Three } from './rules.js';
import { mergeSequence } from './sequence.js';
import { isDoubled, mergeWords, mergeWordsOfBoth } from './words.js';

/** How a text is divided, and which results are texts of its kind. */
interface Prose {
  parts(text: string): string[];
  isSound(text: string): boolean;
  /** What is put between two parts, one behind the other. */
  between(first: string): string;
}

/** Lines with their ends. */
const linesOf = (text: string): string[] => (text === '' ? [] : text.split(/(?<=\n)/));

const PROSE = {
  html: { parts: blocksOf, isSound, between: () => '' },
  words: {
    parts: linesOf,
    isSound: () => true,
    between: (first) => (first === '' || first.endsWith('\n') ? '' : '\n'),
  },
} as const satisfies Record<string, Prose>;

export type ProseRule = keyof typeof PROSE;

export const isProseRule = (rule: string | undefined): rule is ProseRule =>
  rule !== undefined && Object.hasOwn(PROSE, rule);

/** Parts that both sides changed, merged by words, if that makes a text of the kind. */
function mergeInside(
  { isSound: isText }: Prose,
  parts: Three<readonly string[]>,
  merge: (three: Three<string>) => string | undefined,
): string | undefined {
  const three = { base: parts.base.join(''), mine: parts.mine.join(''), theirs: parts.theirs.join('') };
  if (!Object.values(three).every(isText)) return undefined;
  const merged = merge(three);
  return merged !== undefined && isText(merged) ? merged : undefined;
}

function mergeParts(
  rule: ProseRule,
  { base, mine, theirs }: Three<string>,
  clashed: (prose: Prose, three: Three<readonly string[]>) => string | undefined,
): string | undefined {
  const prose: Prose = PROSE[rule];
  const parts = { base: prose.parts(base), mine: prose.parts(mine), theirs: prose.parts(theirs) };
  const merged = mergeSequence(parts, {
    clashed(three) {
      const text = clashed(prose, three);
      return text === undefined ? undefined : [text];
    },
  });
  return merged?.join('');
}

/** The merged text; undefined where both sides changed the same words. */
export function mergeProse(rule: ProseRule, three: Three<string>): string | undefined {
  let isByWords = false;
  const merged = mergeParts(rule, three, (prose, parts) => {
    isByWords = true;
    return mergeInside(prose, parts, mergeWords);
  });
  return merged !== undefined && isByWords && isDoubled(three, merged) ? undefined : merged;
}

/** The merged text, with both versions, theirs first, of what both sides changed. Undefined where that makes no sense. */
export const mergeProseOfBoth = (rule: ProseRule, three: Three<string>): string | undefined =>
  mergeParts(rule, three, (prose, parts) => {
    const [first, second] = [parts.theirs.join(''), parts.mine.join('')];
    return (
      mergeInside(prose, parts, mergeWords) ??
      mergeInside(prose, parts, mergeWordsOfBoth) ??
      first + (second === '' ? '' : prose.between(first)) + second
    );
  });
