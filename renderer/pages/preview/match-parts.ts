/** Finds the field of a part of a page, and the part of a field, by the values of the form. */
import { isJsonObject, type JsonObject, type JsonValue } from '#contract/values';
import type { PagePart } from './page-message';

export interface OpenedObject {
  collection: string;
  /** Undefined for a new one. */
  id: string | undefined;
  values: JsonObject;
}

const TAG = /<[a-z!/]/i;
const MARKS = /\p{M}/gu;
const SPACES = /\s+/g;

function plain(text: string): string {
  if (!TAG.test(text)) return text;
  const { body } = new DOMParser().parseFromString(text, 'text/html');
  // Blocks are divided by spaces, so that their words are.
  for (const block of body.querySelectorAll('p, li, h1, h2, h3, h4, h5, h6, td, th, blockquote, br'))
    block.append(' ');
  return body.textContent;
}

/** A text as it is compared: without case, accents, markup and further spaces. */
export const folded = (text: string): string =>
  plain(text).normalize('NFKD').replace(MARKS, '').replace(SPACES, ' ').trim().toLowerCase();

/** The texts of a value with their dotted paths; of a list they are at the list. */
function* textsIn(value: JsonValue | undefined, path: string): Generator<[path: string, text: string]> {
  if (typeof value === 'string' || typeof value === 'number') yield [path, folded(String(value))];
  else if (Array.isArray(value)) for (const one of value) yield* textsIn(one, path);
  else if (isJsonObject(value)) {
    for (const [name, inner] of Object.entries(value)) {
      yield* textsIn(inner, path === '' ? name : `${path}.${name}`);
    }
  }
}

/** What a site says it shows; undefined for anything but `collection/id/property`. */
export function placeIn(text: string): { collection: string; id: string; property: string } | undefined {
  const parts = text.split('/');
  if (parts.length !== 3 || parts.includes('')) return undefined;
  try {
    const [collection = '', id = '', property = ''] = parts.map(decodeURIComponent);
    return { collection, id, property };
  } catch {
    return undefined;
  }
}

/** Shorter values are a part of too many texts. */
const SHORTEST_PART = 12;

function fitOf(value: string, wanted: string): number {
  if (value === '' || wanted === '') return 0;
  if (value === wanted) return 3;
  if (value.includes(wanted)) return 2;
  return value.length >= SHORTEST_PART && wanted.includes(value) ? 1 : 0;
}

/** The path of the value that a part of a page shows; `fit`: 3 where it is all of it, 1 where it is in it. */
export function pathOfPart(
  { text, image }: PagePart,
  { values }: OpenedObject,
): { path: string; fit: number } | undefined {
  const wanted = folded(text);
  let best: { path: string; fit: number } | undefined;
  for (const [path, value] of textsIn(values, '')) {
    const fit = path === 'id' ? 0 : fitOf(value, wanted);
    if (fit > (best?.fit ?? 0)) best = { path, fit };
  }
  if (image === '') return best;
  const path = URL.canParse(image) ? new URL(image).pathname : '';
  const name = folded(path.split('/').at(-1) ?? '');
  const shown = [...textsIn(values, '')].find(([, value]) => value !== '' && value === name);
  return shown ? { path: shown[0].split('.')[0] ?? '', fit: 3 } : best;
}

/** Which part of a page shows a field; `near`: the words around the cursor. -1 for none. */
export function partOfField(
  parts: readonly PagePart[],
  { collection, id, values }: OpenedObject,
  path: string,
  near: string,
): number {
  const named = parts.findIndex(({ place }) => {
    const said = placeIn(place);
    const isOwn = said?.collection === collection && said.id === id;
    return (
      isOwn &&
      (said.property === path || path.startsWith(`${said.property}.`) || said.property.startsWith(`${path}.`))
    );
  });
  const texts = parts.map(({ text }) => folded(text));
  const words = folded(near);
  // Of a long text it is the paragraph that is being written.
  const written = words === '' ? -1 : texts.indexOf(words.slice(0, 300).trim());
  if (written >= 0) return written;
  if (named >= 0) return named;
  const own = [...textsIn(values, '')]
    .filter(([at]) => at === path || at.startsWith(`${path}.`))
    .map(([, text]) => text);
  const fits = texts.map((text) =>
    Math.max(0, ...own.map((value) => (text.length < 3 ? 0 : fitOf(value, text)))),
  );
  const most = Math.max(0, ...fits);
  return most === 0 ? -1 : fits.indexOf(most);
}
