/** Whether sanitising has left out a part of the markup, so that the sender can be told. */
import { trimEmptyParagraphs } from './sanitize.js';

const isLetter = (unit: number) => (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90);

const ATTRIBUTE = /([^\s=/"']+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"']+))?/g;

/** Where a tag ends, which is not inside a quoted value; -1 when it is left open. */
function tagEnd(html: string, from: number): number {
  let quote = '';
  for (let at = from; at < html.length; at += 1) {
    const sign = html[at];
    if (quote !== '') {
      if (sign === quote) quote = '';
    } else if (sign === '>') return at;
    else if (sign === '"' || sign === "'") quote = sign;
  }
  return -1;
}

/** The declarations of a `style` attribute by their names. */
const declarations = (style: string): string[] =>
  style
    .replace(/^["']|["']$/g, '')
    .split(';')
    .map((one) => one.split(':', 1)[0]?.trim() ?? '')
    .filter((name) => name !== '');

/** The parts of one tag: its name, each of its attributes, each declaration of its style. */
function partsOf(tag: string): string[] {
  const [name = ''] = /^[^\s/]*/.exec(tag) ?? [];
  const parts = [name];
  for (const [, attribute = '', value = ''] of tag.slice(name.length).matchAll(ATTRIBUTE)) {
    const names = attribute === 'style' ? declarations(value) : [];
    parts.push(`${name} ${attribute}`);
    for (const one of names) parts.push(`${name} style ${one}`);
  }
  return parts;
}

/** How often each part of the markup occurs: comments, opening tags, their attributes. One pass. */
function tally(html: string): Map<string, number> {
  const counts = new Map<string, number>();
  const count = (part: string) => counts.set(part, (counts.get(part) ?? 0) + 1);
  for (let open = html.indexOf('<'); open >= 0; open = html.indexOf('<', open + 1)) {
    if (html.startsWith('<!--', open)) {
      count('comment');
      const end = html.indexOf('-->', open);
      if (end < 0) break;
      open = end;
    } else if (isLetter(html.charCodeAt(open + 1))) {
      const end = tagEnd(html, open + 1);
      if (end < 0) {
        count('open end');
        break;
      }
      for (const part of partsOf(html.slice(open + 1, end).toLowerCase())) count(part);
      open = end;
    }
  }
  return counts;
}

/** The parts of what was sent that are missing in what is stored, at least in one place. */
function* missingParts(sent: string, stored: string): Generator<string> {
  const kept = tally(stored);
  for (const [part, count] of tally(trimEmptyParagraphs(sent))) {
    if (count > (kept.get(part) ?? 0)) yield part;
  }
}

/** Whether tags, attributes, declarations or comments of what was sent are missing in what is stored. */
export const removesMarkup = (sent: string, stored: string): boolean =>
  sent !== stored && missingParts(sent, stored).next().done === false;

/** Which ones, for people: `comments`, `<form>`, `onclick of <p>`. */
export function removedParts(sent: string, stored: string): string[] {
  const missing = new Set(missingParts(sent, stored));
  return [...missing].flatMap((part) => {
    if (part === 'comment') return ['comments'];
    const [tag = '', ...rest] = part.split(' ');
    if (rest.length === 0) return [`<${tag}>`];
    // The attributes of an element that is missing are missing with it.
    return missing.has(tag) ? [] : [`${rest.join(' ')} of <${tag}>`];
  });
}
