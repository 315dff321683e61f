/** A Markdown or data file as an item: its group and key by its path, as generators read them. */
import { basename, dirname, extname } from 'node:path/posix';
import { message } from '../../contract/messages/message.js';
import type { JsonValue } from '../../contract/values.js';
import { isJsonObject } from '../../contract/values.js';
import { PlinthError } from '../../errors.js';
import { membersOf } from '../plain-values.js';
import type { SourceItem } from '../source.js';
import { decode } from '../text.js';
import { type DataFormat, parseData, readFrontMatter } from './front-matter.js';
import { type FoundNames, mdxNames, templateTags } from './mdx.js';

export const MARKDOWN = /\.(?:md|mdx|markdown|mdown|mdoc)$/i;

export const DATA_FORMATS: Readonly<Record<string, DataFormat>> = {
  '.yaml': 'yaml',
  '.yml': 'yaml',
  '.toml': 'toml',
  '.json': 'json',
};

/** Folders above those of the collections: Hugo and Decap, Astro, Keystatic, Jekyll, Eleventy. */
const CONTENT_ROOTS = /^(?:(?:src\/)?content|src|docs\/content|site|input)(?:\/|$)/;

/** The path below the folder that has the collections. */
const belowContent = (path: string): string => {
  const match = CONTENT_ROOTS.exec(path);
  const rest = match ? path.slice(match[0].length) : path;
  return rest === '' || rest.startsWith('.') ? path : rest;
};

/** The text of a document; with its front matter it is one of the fields. */
export const BODY = 'body';

interface PathParts {
  group: string;
  slug: string;
  /** Of a file name such as `2024-05-09-hello.md`. */
  date?: string;
  draft?: true;
}

/** What a path says of a document. `isBundle`: `index.md` is a page whose files lie beside it (Hugo, Keystatic). */
function pathParts(path: string): PathParts {
  const below = belowContent(path);
  const folders = dirname(below) === '.' ? [] : dirname(below).split('/');
  const isDraft = folders[0] === '_drafts';
  // The folders of Jekyll's collections begin with an underscore.
  const top = isDraft ? 'posts' : folders[0]?.replace(/^_/, '');
  const stem = basename(below, extname(below));
  const isIndex = /^_?index$/i.test(stem);
  const name = isIndex ? (folders.at(-1) ?? 'home') : stem;
  const dated = /^(\d{4}-\d{2}-\d{2})[-_](.+)$/.exec(name);
  const isPage = top === undefined || (isIndex && folders.length === 1);
  return {
    group: isPage ? 'pages' : top,
    slug: dated?.[2] ?? name,
    ...(dated?.[1] !== undefined && { date: dated[1] }),
    ...(isDraft && { draft: true as const }),
  };
}

function textIn(fields: ReadonlyMap<string, JsonValue>, ...names: string[]): string | undefined {
  for (const name of names) {
    const value = fields.get(name);
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return undefined;
}

const lastSegment = (path: string | undefined): string | undefined =>
  path
    ?.split('/')
    .filter((part) => part !== '')
    .at(-1)
    ?.replace(/\.html?$/, '');

/** Addresses as Jekyll's templates write them: a Markdown link may have no spaces. */
const withoutLiquid = (text: string): string =>
  text
    .replace(/\{\{-?\s*site\.(?:baseurl|url)\s*-?\}\}/g, '')
    .replace(/\{\{-?\s*(["'])([^"']+)\1\s*\|\s*(?:relative_url|absolute_url|url)\s*-?\}\}/g, '$2');

/** Jekyll separates categories and tags with spaces. */
function splitWords(path: string, fields: Map<string, JsonValue>): void {
  if (!/(?:^|\/)_(?:posts|drafts)\//.test(path)) return;
  for (const name of ['categories', 'tags']) {
    const value = fields.get(name);
    if (typeof value === 'string')
      fields.set(
        name,
        value
          .split(value.includes(',') ? ',' : ' ')
          .map((word) => word.trim())
          .filter(Boolean),
      );
  }
}

const isMdx = (path: string): boolean => /\.mdx$/i.test(path);

/** Comments of HTML outside of code, such as the mark behind an excerpt: rich text has none. */
function commentsIn(text: string): FoundNames {
  const found: FoundNames = new Map();
  let fence: string | undefined;
  for (const [at, line] of text.split('\n').entries()) {
    const mark = /^ {0,3}(```+|~~~+)/.exec(line)?.[1];
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence)))
      fence = fence ? undefined : mark;
    if (fence !== undefined) continue;
    for (const [, words = ''] of line.replaceAll(/`[^`]*`/g, '').matchAll(/<!--\s*([^<>]{0,40})/g)) {
      const name = `<!-- ${words.replace(/\s*-*$/, '')} -->`;
      if (!found.has(name)) found.set(name, at + 1);
    }
  }
  return found;
}

/** Former addresses of a page (Hugo, and a plugin of Jekyll). */
const formerAddresses = (fields: ReadonlyMap<string, JsonValue>): string[] =>
  ['aliases', 'redirect_from'].flatMap((name) =>
    fields.has(name) ? [`the former addresses stay in "${name}"; no redirects are made of them`] : [],
  );

/** What of a text will not work, with its lines. `before`: how many lines are above it. */
function notesOf(path: string, body: string, before: number): string[] {
  const listed = (names: FoundNames) =>
    [...names].map(([name, line]) => `${name} (line ${before + line})`).join(', ');
  const [components, tags] = [isMdx(path) ? mdxNames(body) : new Map(), templateTags(body)];
  const comments = commentsIn(body);
  return [
    ...(components.size > 0 ? [`code of MDX: ${listed(components)}`] : []),
    ...(tags.size > 0 ? [`kept as text: ${listed(tags)}`] : []),
    ...(comments.size > 0 ? [`not kept: ${listed(comments)}`] : []),
  ];
}

const linesIn = (text: string): number => text.split('\n').length - 1;

/** The fields of a file, and what of it will not work. Throws `invalid`. */
function contentOf(path: string, text: string): { fields: Map<string, JsonValue>; notes: string[] } {
  const format = DATA_FORMATS[extname(path).toLowerCase()];
  if (format !== undefined) {
    const value = parseData(text, format);
    if (!isJsonObject(value)) throw new PlinthError('invalid', message('sourceDataNotMapping'));
    return { fields: membersOf(value), notes: [] };
  }
  const { fields, body: written } = readFrontMatter(text);
  const body = withoutLiquid(written);
  const notes = notesOf(path, body, linesIn(text) - linesIn(written));
  splitWords(path, fields);
  if (body.trim() !== '') fields.set(fields.has(BODY) ? `${BODY}-text` : BODY, body.trim());
  return { fields, notes };
}

/** The text of a heading of the first level that a text begins with. */
function headingOf(body: string): string | undefined {
  const [line = ''] = body.trimStart().split('\n', 1);
  const text = /^# +(\S.*)/.exec(line)?.[1]?.trimEnd();
  if (text === undefined) return undefined;
  let end = text.length;
  while (text.charAt(end - 1) === '#') end -= 1;
  return text.slice(0, end).trimEnd() || text;
}

/** The title of a document without one: its first heading, else its name. */
function ensureTitle(fields: Map<string, JsonValue>, slug: string): void {
  if (fields.has('title') || fields.has('name')) return;
  const body = fields.get(BODY);
  const heading = typeof body === 'string' ? headingOf(body) : undefined;
  fields.set('title', heading ?? slug.replace(/[-_]+/g, ' ').replace(/^./, (first) => first.toUpperCase()));
}

export function itemOf(path: string, bytes: Uint8Array): SourceItem {
  const parts = pathParts(path);
  const at = { group: parts.group, key: path, place: path, slug: parts.slug };
  try {
    const { fields, notes } = contentOf(path, decode(bytes, path));
    if (!DATA_FORMATS[extname(path).toLowerCase()]) ensureTitle(fields, parts.slug);
    if (parts.date !== undefined && !fields.has('date')) fields.set('date', parts.date);
    if (parts.draft && !fields.has('draft')) fields.set('draft', true);
    const slug =
      textIn(fields, 'slug', 'id') ?? lastSegment(textIn(fields, 'permalink', 'url')) ?? parts.slug;
    const created = textIn(fields, 'date', 'pubDate', 'publishDate', 'published', 'created');
    const modified = textIn(fields, 'lastmod', 'updated', 'updatedDate', 'modified', 'last_modified_at');
    return {
      ...at,
      slug: slug.includes('{') ? parts.slug : slug,
      fields,
      ...(created !== undefined && { created }),
      ...(modified !== undefined && { modified }),
      ...(isMdx(path) && { isMdx: true }),
      notes: [...notes, ...formerAddresses(fields)],
    };
  } catch (error) {
    if (!(error instanceof PlinthError)) throw error;
    return { ...at, fields: new Map(), problem: error.reason.of('The front matter').text };
  }
}
