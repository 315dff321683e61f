/** What looks and addresses of pasted HTML stand for. */

/** Names of colors that words are highlighted with; Word writes them. */
const NAMED = /^(?:yellow|lime|aqua|cyan|fuchsia|magenta|red|blue|green|orange|pink|gold)$/;

/** With less between the strongest and the weakest part, a color is a gray, as of code or of the page itself. */
const LEAST_COLOR = 16;

/** A color behind words marks them, unless they are code or a link that looks like a button. */
export function isHighlight(element: HTMLElement): boolean {
  if (/mso-highlight:/i.test(element.getAttribute('style') ?? '')) return true;
  const color = element.style.backgroundColor;
  if (color === '' || element.closest('a, button, code, kbd, samp, pre') !== null) return false;
  if (NAMED.test(color)) return true;
  const [red, green, blue, alpha = 1] = (/^rgba?\(([^)]+)\)$/.exec(color)?.[1] ?? '').split(',').map(Number);
  if (red === undefined || green === undefined || blue === undefined || alpha < 0.5) return false;
  return Math.max(red, green, blue) - Math.min(red, green, blue) >= LEAST_COLOR;
}

/** Where a link leads: Google Docs and Gmail put an address of Google around it. */
export function targetOf(href: string): string {
  const url = URL.canParse(href) ? new URL(href) : undefined;
  if (
    url === undefined ||
    url.pathname !== '/url' ||
    !/^(?:www\.)?google\.(?:com?\.)?[a-z]{2,3}$/.test(url.hostname)
  )
    return href;
  const target = url.searchParams.get('q') ?? url.searchParams.get('url') ?? '';
  return /^(?:https?:|mailto:)/i.test(target) ? target : href;
}
