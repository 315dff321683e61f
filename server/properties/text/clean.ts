/** Plain text fields that were sent HTML (facts 2.2 "HTML": strings containing tags are sanitised on save). */
import { sanitizeRichText } from '../styledtext/sanitize.js';

const ELEMENTS =
  'a|abbr|address|applet|area|article|aside|audio|b|base|bdi|bdo|blockquote|body|br|button|canvas|caption|cite|code|' +
  'col|colgroup|data|dd|del|details|dialog|div|dl|dt|em|embed|fieldset|figcaption|figure|font|footer|form|frame|' +
  'frameset|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|kbd|label|legend|li|link|main|map|mark|marquee|math|' +
  'menu|meta|nav|noscript|object|ol|option|p|param|picture|pre|q|s|samp|script|section|select|small|source|span|' +
  'strike|strong|style|sub|summary|sup|svg|table|tbody|td|template|textarea|tfoot|th|thead|time|title|tr|track|u|' +
  'ul|var|video|xmp';

/** A whole tag of an element HTML knows, or one left open at the end that already carries an attribute. */
const TAG = new RegExp(`<!--|</?(?:${ELEMENTS})(?:\\s*/?>|[\\s/][^<>]*>|[\\s/][^<>=]*=[^<>]*$)`, 'i');
/** Custom elements and anything else with an event handler or a script address. */
const ACTIVE = /<[a-z][^<>]{0,2000}(?:\son[a-z]+\s*=|\/on[a-z]+\s*=|javascript\s*:)/i;

/** Whether a text holds HTML; "a < b" and "<3" do not. */
export function holdsHtml(text: string): boolean {
  return text.includes('<') && (TAG.test(text) || ACTIVE.test(text));
}

/** The text as it is when it holds no HTML, sanitised like styled text when it does. */
export function cleanText(text: string): string {
  return holdsHtml(text) ? sanitizeRichText(text) : text;
}
