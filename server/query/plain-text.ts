/** The words of a text that may hold HTML: without tags, character references resolved (spec/queries.md#search). Pure. */

/** Tags inside words; all others separate the text before them from the text after. */
const INLINE: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo big cite code data del dfn em font i ins kbd mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);

/** References that HTML from editors really holds; others stay as they are written. */
const REFERENCES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
  ['shy', '\u00ad'],
  ['ndash', '–'],
  ['mdash', '—'],
  ['hellip', '…'],
  ['lsquo', '‘'],
  ['rsquo', '’'],
  ['ldquo', '“'],
  ['rdquo', '”'],
]);

const REFERENCE = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-z]{2,6}));/g;
const MAX_CODE_POINT = 0x10ffff;

function resolved(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(REFERENCE, (written, decimal, hex, name) => {
    if (name !== undefined) return REFERENCES.get(name) ?? written;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= MAX_CODE_POINT ? String.fromCodePoint(code) : written;
  });
}

const isLetter = (unit: number) => (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90);

/** Where the tag's name begins; undefined where a `<` is only a sign. */
function nameStart(text: string, open: number): number | undefined {
  const start = text[open + 1] === '/' ? open + 2 : open + 1;
  return isLetter(text.charCodeAt(start)) ? start : undefined;
}

/** What a tag leaves behind: nothing inside a word, else a space. */
function trace(text: string, start: number, end: number): string {
  let stop = start;
  while (stop < end && stop < start + 8 && isLetter(text.charCodeAt(stop))) stop += 1;
  const whole = stop === end || text[stop] === ' ' || text[stop] === '/';
  return whole && INLINE.has(text.slice(start, stop).toLowerCase()) ? '' : ' ';
}

/** Removes tags and comments in one pass, even unclosed ones. */
function withoutTags(text: string): string {
  const parts: string[] = [];
  let from = 0;
  let commentsEnd = true;
  for (let open = text.indexOf('<'); open >= 0; ) {
    let end = -1;
    let left = ' ';
    if (commentsEnd && text.startsWith('<!--', open)) {
      end = text.indexOf('-->', open + 4);
      if (end >= 0) end += 2;
      else commentsEnd = false;
    } else {
      const name = nameStart(text, open);
      if (name !== undefined) {
        end = text.indexOf('>', name);
        // No other tag will be closed either.
        if (end < 0) break;
        left = trace(text, name, end);
      }
    }
    if (end >= 0) {
      parts.push(text.slice(from, open), left);
      from = end + 1;
    }
    open = text.indexOf('<', end >= 0 ? from : open + 1);
  }
  parts.push(text.slice(from));
  return parts.join('');
}

/** A text without markup, in linear time. */
export function plainText(text: string): string {
  return resolved(text.includes('<') ? withoutTags(text) : text);
}
