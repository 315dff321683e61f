/** HTML attributes that an editor keeps on the elements it knows. */
import { Extension } from '@tiptap/react';

/** Nothing here runs code, loads from elsewhere, or takes an element out of sight. An element with others is opaque. */
const SAFE = new RegExp(
  `^(?:${[
    'class id lang dir style title role name align valign width height bgcolor border cellpadding cellspacing',
    'scope headers abbr cite datetime value type reversed start download hreflang loading decoding srcset sizes',
    'fetchpriority color face size summary rules frame noshade clear nowrap translate itemprop itemtype',
  ]
    .join(' ')
    .replaceAll(' ', '|')}|aria-[a-z]+|data-(?!pm-|plinth-)[\\w.-]+)$`,
);
/** Positioned content could cover the form around the text. */
const UNSAFE_STYLE = /position\s*:/i;

export type Attributes = Record<string, string>;

/** The attributes of an element that are kept, without `others`, which its node or mark reads by itself. */
export function keptOf(element: Element, others: readonly string[] = []): Attributes | null {
  if (!element.hasAttributes()) return null;
  const kept = [...element.attributes].filter(
    ({ name, value }) =>
      !others.includes(name) && SAFE.test(name) && !(name === 'style' && UNSAFE_STYLE.test(value)),
  );
  return kept.length === 0 ? null : Object.fromEntries(kept.map(({ name, value }) => [name, value]));
}

/** Attributes as they are read from a document, where anything may stand. */
export function attributesIn(value: unknown): Attributes {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).filter((entry) => typeof entry[1] === 'string'));
}

/** What nodes and marks read by themselves. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  paragraph: [],
  heading: [],
  bulletList: [],
  orderedList: ['start', 'type'],
  listItem: [],
  blockquote: [],
  callout: [],
  codeBlock: [],
  horizontalRule: [],
  hardBreak: [],
  image: ['src', 'alt', 'title', 'width', 'height'],
  figure: [],
  figureImage: ['src', 'alt', 'title', 'width', 'height'],
  figcaption: [],
  table: [],
  tableRow: [],
  tableCell: ['colspan', 'rowspan'],
  tableHeader: ['colspan', 'rowspan'],
  bold: [],
  italic: [],
  underline: [],
  strike: [],
  code: [],
  subscript: [],
  superscript: [],
  highlight: [],
  link: ['href', 'target', 'rel', 'class', 'title'],
};

/** Classes, ids, languages and the like that a text carries. A new paragraph does not inherit them. */
export const KeepAttributes = Extension.create({
  name: 'keepAttributes',
  addGlobalAttributes: () =>
    Object.entries(OWN).map(([type, own]) => ({
      types: [type],
      attributes: {
        kept: {
          default: null,
          keepOnSplit: false,
          parseHTML: (element: HTMLElement) => keptOf(element, own),
          renderHTML: ({ kept }: Record<string, unknown>) => attributesIn(kept),
        },
      },
    })),
});

/** `kept` with a declaration of its style changed, or without it. */
export function withStyle(kept: unknown, property: string, value: string | undefined): Attributes | null {
  const { style = '', ...others } = attributesIn(kept);
  const rest = style
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '' && part.split(':')[0]?.trim().toLowerCase() !== property);
  const next = value === undefined ? rest : [...rest, `${property}: ${value}`];
  const all = next.length === 0 ? others : { ...others, style: next.join('; ') };
  return Object.keys(all).length === 0 ? null : all;
}

/** The value of a declaration in the style that is kept. */
export function styleIn(kept: unknown, property: string): string | undefined {
  const { style = '' } = attributesIn(kept);
  for (const part of style.split(';')) {
    const [name = '', value = ''] = part.split(':');
    if (name.trim().toLowerCase() === property) return value.trim();
  }
  return undefined;
}
