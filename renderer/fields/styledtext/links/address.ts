const MAIL = /^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/;
const WHOLE = /^(?:[a-z][a-z0-9+.-]*:|[/#?.])/i;
const HOST = /^[^\s/]+\.[a-z]{2,}/i;

/** Whether what is typed is an address, rather than words. */
export function isAddress(typed: string): boolean {
  const text = typed.trim();
  return !/\s/.test(text) && (WHOLE.test(text) || MAIL.test(text) || HOST.test(text));
}

/** An address as typed, made whole: `example.org` becomes `https://example.org`; paths and anchors stay. */
export function wholeAddress(typed: string): string {
  const text = typed.trim();
  if (text === '' || WHOLE.test(text)) return text;
  if (MAIL.test(text)) return `mailto:${text}`;
  return HOST.test(text) ? `https://${text}` : text;
}
