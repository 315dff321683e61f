/** Which elements HTML holds, to tell what a conversion would lose. */

/** An opening tag: its name, then attributes with or without a value. */
const OPENING = /<([a-z][a-z0-9-]*)((?:\s+[^\s=<>"'/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]+))?)*)\s*\/?>/gi;
const ATTRIBUTE = /([^\s=<>"'/]+)(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]+))?/g;

const SAME: Readonly<Record<string, string>> = { b: 'strong', i: 'em' };

/** How often each element occurs, by its name and the names of its attributes: `<a href title>`. */
export function elementCounts(html: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [, name = '', attributes = ''] of html.matchAll(OPENING)) {
    const tag = name.toLowerCase();
    const names = [...attributes.matchAll(ATTRIBUTE)].map(([, attribute = '']) => attribute.toLowerCase());
    const element = `<${[SAME[tag] ?? tag, ...names.toSorted()].join(' ')}>`;
    counts.set(element, (counts.get(element) ?? 0) + 1);
  }
  return counts;
}

/** The elements that occur less often in `after` than in `before`; with `counted` false, those it lacks. */
export function missingElements(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  counted = true,
): string[] {
  return [...before]
    .filter(([element, count]) => (after.get(element) ?? 0) < (counted ? count : 1))
    .map(([element]) => element);
}
