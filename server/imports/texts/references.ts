/** References of HTML to files: images, media and links, by their place in the text. */
import { Parser } from 'htmlparser2';

const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  img: ['src'],
  a: ['href'],
  video: ['src', 'poster'],
  audio: ['src'],
  source: ['src'],
};

/** Attributes that name the same image in other sizes; Plinth makes its own. */
const SIZES = /\s(?:srcset|sizes)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi;

interface FoundTag {
  start: number;
  end: number;
  references: { attribute: string; value: string }[];
  isImage: boolean;
}

function tagsOf(html: string): FoundTag[] {
  const found: FoundTag[] = [];
  const parser: Parser = new Parser(
    {
      onopentag: (name, attributes) => {
        const references = (Object.hasOwn(ATTRIBUTES, name) ? (ATTRIBUTES[name] ?? []) : []).flatMap(
          (attribute) => {
            const value = attributes[attribute];
            return value === undefined || value === '' ? [] : [{ attribute, value }];
          },
        );
        if (references.length > 0) {
          found.push({
            start: parser.startIndex,
            end: parser.endIndex + 1,
            references,
            isImage: name === 'img',
          });
        }
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  return found;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** The tag with another value of an attribute. */
function withAttribute(tag: string, attribute: string, value: string): string {
  const pattern = new RegExp(`(\\s${attribute}\\s*=\\s*)(?:"[^"]*"|'[^']*'|[^\\s>]+)`, 'i');
  return tag.replace(pattern, (_all, before: string) => `${before}"${escaped(value)}"`);
}

/** The references of a text, each once. */
export const referencesIn = (html: string): string[] => [
  ...new Set(tagsOf(html).flatMap(({ references }) => references.map(({ value }) => value))),
];

/** The text with other references, where `links` has one. */
export function withReferences(html: string, links: ReadonlyMap<string, string>): string {
  let text = '';
  let at = 0;
  for (const { start, end, references, isImage } of tagsOf(html)) {
    const changed = references.filter(({ value }) => links.has(value));
    if (changed.length === 0 || start < at) continue;
    let tag = html.slice(start, end);
    for (const { attribute, value } of changed)
      tag = withAttribute(tag, attribute, links.get(value) ?? value);
    if (isImage) tag = tag.replace(SIZES, '');
    text += html.slice(at, start) + tag;
    at = end;
  }
  return text + html.slice(at);
}
