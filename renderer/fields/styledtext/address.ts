/** An address as typed, made whole: `example.org` becomes `https://example.org`; paths and anchors stay. */
export function wholeAddress(typed: string): string {
  const text = typed.trim();
  if (text === '' || /^([a-z][a-z0-9+.-]*:|[/#?.])/i.test(text)) return text;
  if (/^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/.test(text)) return `mailto:${text}`;
  return /^[^\s/]+\.[a-z]{2,}/i.test(text) ? `https://${text}` : text;
}
