/** Both texts of a clash, one after the other, with what they have in common once. Pure. */
import { blocksOf } from '#contract/merge/html-blocks';
import type { JsonObject, JsonValue } from '#contract/values';
import { own } from '../json';
import type { Draft } from './draft-state';
import { shownValue } from './read-draft';

/** Lines with their ends. */
const linesOf = (text: string): string[] => text.split(/(?<=\n)/);

/** How the text of a property is cut; undefined where two texts make no sense in it. */
function cutOf({ fields }: Pick<Draft, 'fields'>, name: string, text: string) {
  const rule = fields(name)?.rule;
  if (rule === 'html') return blocksOf;
  return rule === 'value' && text.includes('\n') ? linesOf : undefined;
}

/** How many parts two lists have in common at the start. */
function alike(one: readonly string[], other: readonly string[]): number {
  const end = one.findIndex((part, at) => part !== other[at]);
  return end < 0 ? one.length : end;
}

/** Both texts of a property; undefined where it cannot hold both. */
export function bothOf(draft: Draft, theirs: JsonObject, name: string): JsonValue | undefined {
  const [mine, their] = [shownValue(draft, name), own(theirs, name)];
  if (typeof mine !== 'string' || typeof their !== 'string') return undefined;
  const cut = cutOf(draft, name, mine + their);
  if (!cut) return undefined;
  const [first, second] = [cut(their), cut(mine)];
  const start = alike(first, second);
  const [restOfFirst, restOfSecond] = [first.slice(start), second.slice(start)];
  const end = Math.min(
    alike(restOfFirst.toReversed(), restOfSecond.toReversed()),
    restOfFirst.length,
    restOfSecond.length,
  );
  const middles = [restOfFirst, restOfSecond].map((parts) => parts.slice(0, parts.length - end).join(''));
  const between = cut === linesOf && middles[0] !== '' && !middles[0]?.endsWith('\n') ? '\n' : '';
  return [
    ...first.slice(0, start),
    middles.join(between),
    ...restOfFirst.slice(restOfFirst.length - end),
  ].join('');
}
