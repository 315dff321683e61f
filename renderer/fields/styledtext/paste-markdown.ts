/** Markdown on the clipboard: text that has its signs becomes what they mean. */

/** Each is rare in text that is not Markdown. */
const SIGNS: readonly RegExp[] = [
  /^#{1,6} \S.*(?:\n\s*\n|\s*$(?![\s\S]))/m,
  /^(?:```|~~~)[\w-]*\s*$/m,
  /^\|?.*\|.*\n\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*$/m,
  /^(?:[-*+]|\d{1,3}[.)]) \S.*\n(?:\s*\n)?\s*(?:[-*+]|\d{1,3}[.)]) \S/m,
  /^> \S/m,
  /\[[^\]\n]+\]\((?:https?:|\/|#|mailto:)[^)\s]*\)/,
  /(?:^|\s)\*\*[^\s*][^*\n]*\*\*(?=[\s.,;:!?)]|$)/m,
];

export const looksLikeMarkdown = (text: string): boolean => SIGNS.some((sign) => sign.test(text));

export async function markdownToHtml(text: string): Promise<string> {
  const { marked } = await import('marked');
  return marked.parse(text, { async: false, gfm: true });
}
