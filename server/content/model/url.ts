/** The public address pattern of a collection (spec/resources.md#collection): a path, or an http or https address. */

const LONGEST = 2000;

/** Spaces and control characters, which browsers drop from a scheme before they look at it. */
const UNPRINTABLE = /[\s\p{Cc}\\]/u;

/** Why a text is no address pattern, as a sentence without the key in front; undefined when it is one. */
export function urlProblem(url: string): string | undefined {
  if (url === '') return undefined;
  if (url.length > LONGEST) return `must have at most ${LONGEST} characters`;
  // Placeholders such as {{ title }} may hold spaces.
  const pattern = url.replace(/\{\{?[^{}\p{Cc}]*\}?\}/gu, 'x');
  const rule = 'must be a path such as "/news/{id}" or an http or https address';
  if (UNPRINTABLE.test(pattern)) return rule;
  if (pattern.startsWith('/')) return pattern.startsWith('//') ? rule : undefined;
  if (/^https?:\/\//i.test(pattern)) return URL.canParse(pattern) ? undefined : rule;
  return /^[^/?#]*:/.test(pattern) ? rule : undefined;
}
