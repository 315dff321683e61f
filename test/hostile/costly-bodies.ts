/** The costliest requests of allowed size and shape, by kind. */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { copies, pixelBomb } from '../helpers/made-files.js';
import type { Files } from '../helpers/server.js';
import { thorough } from '../helpers/thorough.js';

export interface Answered {
  text: string;
  etag: string;
  /** Of the change that was made. */
  transaction: string;
}

/** A request. */
export interface Costly {
  what: string;
  method: 'GET' | 'POST' | 'PATCH' | 'PUT';
  path: string;
  body?: string | Buffer;
  headers?: Record<string, string>;
  /** Statuses it may be answered with. */
  expect: readonly number[];
  /** Longest processor time between two turns of the event loop, in ms, where it is less than that of all. */
  held?: number;
  /** The owner sends it in a session, since keys cannot. */
  bySession?: true;
  /** The request that follows, by what this one was answered. */
  next?(answer: Answered): Costly;
}

const property = (field: string, more: object = {}) => ({ field, ...more });

/** A collection with a property of each costly kind; `aside` is where somebody else saves meanwhile. */
const FILES: Files = {
  '.schemas/part.json': {
    id: 'part',
    properties: {
      id: property('id'),
      text: property('styledtext'),
      code: property('text', { pattern: '^(a+)+$' }),
    },
    required: ['id'],
    index: ['id'],
  },
  '.schemas/costly.json': {
    id: 'costly',
    properties: {
      id: property('id'),
      title: property('text'),
      text: property('styledtext'),
      plain: property('textarea'),
      code: property('text', { pattern: '^(a+)+$' }),
      cased: property('textarea', { settings: { textTransform: 'sentencecase' } }),
      titled: property('textarea', { settings: { textTransform: 'titlecase' } }),
      tagged: property('textarea', { settings: { htmlclean: true } }),
      tags: property('list', { settings: { htmlclean: true } }),
      drawing: property('svg'),
      words: property('localizedstyledtext'),
      data: property('json'),
      unique: property('json', { uniqueItems: true }),
      list: property('list'),
      coded: property('list', { items: { type: 'string', pattern: '^(a+)+$' } }),
      parts: property('deck', { schemaref: 'part' }),
      image: property('image', { $ref: 'https://example.test/image.json' }),
    },
    required: ['id'],
    index: ['id', 'title'],
  },
  'costly/.meta.json': { id: 'costly', schema: 'costly', name: 'Costly' },
  'costly/one.json': { id: 'one', title: 'One' },
  '.schemas/note.json': {
    id: 'note',
    properties: { id: property('id'), title: property('text') },
    required: ['id'],
    index: ['id', 'title'],
  },
  'aside/.meta.json': { id: 'aside', schema: 'note', name: 'Aside' },
  'aside/note.json': { id: 'note', title: 'Note' },
};

export const MB = 1024 * 1024;
export const filled = (piece: string, bytes: number) => piece.repeat(Math.floor(bytes / piece.length));
export const JSON_TYPE = { 'content-type': 'application/json' };

/** Each has an object of its own, so that what one leaves behind is no cost of the next. */
const patch = (what: string, properties: object, expect: readonly number[]): Costly => ({
  what,
  method: 'PATCH',
  path: `/api/collections/costly/o-${what.replace(/[^a-z0-9]+/gi, '-').toLowerCase()}x`,
  body: JSON.stringify(properties),
  headers: JSON_TYPE,
  expect,
});

const EVIL = `${'a'.repeat(30)}!`;
const items = (count: number, item: (n: number) => object) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`item${n}`, item(n)]));

/** A list as deep as JSON may be. */
const deep = (levels: number) => JSON.parse(`${'['.repeat(levels)}1${']'.repeat(levels)}`);

/** Lists of so many items that each of them is allowed. */
const nested = (item: string, bytes: number): unknown => {
  const inner = `[${filled(item, Math.min(bytes, 95_000 * item.length))}1]`;
  return JSON.parse(`[${filled(`${inner},`, bytes)}1]`);
};

/** Objects no two of which have the same key. */
const keyed = (count: number) => Array.from({ length: count }, (_, n) => ({ [`k${n.toString(36)}`]: 1 }));

const packed = (coding: 'gzip' | 'br', bytes: Buffer): Costly => ({
  ...patch(`${coding} of 5 MB`, {}, [200]),
  body:
    coding === 'gzip'
      ? gzipSync(bytes)
      : brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  headers: { ...JSON_TYPE, 'content-encoding': coding },
});

/** A form with one file in it. */
export function form(
  field: string,
  name: string,
  content: string | Buffer,
): Pick<Costly, 'body' | 'headers'> {
  const head = `--cost\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n--cost--\r\n')]);
  return { body, headers: { 'content-type': 'multipart/form-data; boundary=cost' } };
}

const upload = (what: string, name: string, content: string | Buffer, expect: readonly number[]): Costly => ({
  what,
  method: 'POST',
  path: '/api/collections/costly/one/image',
  ...form('image', name, content),
  expect,
});

const FILTERED =
  '<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="4000"><filter id="f">' +
  '<feGaussianBlur stdDeviation="2000"/>' +
  '<feTurbulence numOctaves="1000"/>'.repeat(20) +
  '</filter><rect width="4000" height="4000" filter="url(#f)"/></svg>';

/** A picture of many pixels, which takes a while to decode. */
export const HEAVY_PICTURE = pixelBomb(6000, 6000, { pixels: true });

export const UPLOADS: readonly Costly[] = [
  upload('copies of copies', 'a.svg', copies(4), [422]),
  upload('copies of copies, many levels', 'a.svg', copies(12), [422]),
  upload('filters', 'a.svg', FILTERED, [422]),
  // Another process reads it, for seconds at the size that is allowed.
  upload(
    'a large drawing',
    'a.svg',
    `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${filled('<path d="M0 0h1v1h-1z"/><!-- a comment -->', (thorough ? 3 : 0.5) * MB)}</svg>`,
    [200, 422],
  ),
  upload('36 million pixels', 'a.png', HEAVY_PICTURE, [200]),
  upload('pixels that are not there', 'a.png', pixelBomb(8900, 8900, { pixels: false }), [422]),
  upload('too many pixels', 'a.png', pixelBomb(60_000, 60_000, { pixels: false }), [422]),
];

export const MARKUP: readonly Costly[] = [
  patch('<b> 200 deep, many times', { text: filled('<b>'.repeat(199) + '</b>'.repeat(199), 700_000) }, [200]),
  patch('<b> nested in 600 kB', { text: filled('<b>', 600_000) }, [422]),
  patch('<div> nested in 2 MB', { text: filled('<div>', 2 * MB) }, [422]),
  patch('<p> in 280 kB', { text: filled('<p>', 280_000) }, [200]),
  patch('<p> in 2 MB', { text: filled('<p>', 2 * MB) }, [422]),
  patch('< in 1 MB', { text: filled('<', MB) }, [200]),
  {
    ...patch('& in 1 MB', { text: filled('&', MB) }, [200]),
    next: () => ({
      what: '& in 1 MB, in a query as HTML',
      method: 'GET',
      path: '/api/collections/costly/query?format=html&include=id:eq:o--in-1-mbx',
      expect: [200],
    }),
  },
  patch('&nbsp; in paragraphs', { text: filled('<p>&nbsp;</p>', 1.2 * MB) }, [200]),
  patch('style declarations', { text: `<p style="${filled('color:red;', 500_000)}">x</p>` }, [200]),
  patch('tags that never end', { text: filled('<p ', 150_000) + filled('</p>', 200_000) }, [200]),
  patch('a comment that never ends', { text: filled('<!--', 4 * MB) }, [200]),
  patch('flat text of 4.9 MB', { text: `<p id="a">${filled('word ', 4.9 * MB)}</p>` }, [200]),
  patch(
    'short texts in many languages',
    { words: { en: filled('<p>', 30_000), de: filled('<i>a</i>', 30_000) } },
    [200],
  ),
  patch('<g> nested in a drawing', { drawing: `<svg>${filled('<g>', 300_000)}</svg>` }, [422]),
  patch(
    'a flat drawing of 2 MB',
    { drawing: `<svg>${filled('<path d="M0 0h1v1h-1z M10 10"/>', 2 * MB)}</svg>` },
    [200],
  ),
  patch('plain text of < in 2 MB', { plain: filled('<', 2 * MB) }, [200]),
  patch('plain text of half tags in 1 MB', { plain: filled('<b ', MB) }, [200]),
  patch('plain text as sentences', { cased: filled('word. ', MB) }, [200]),
  patch('plain text as titles', { titled: filled('word ', MB) }, [200]),
  patch('HTML in a text area', { tagged: filled('<p>', 280_000) }, [200]),
  patch(
    'HTML in a list',
    { tags: Array.from({ length: 90 }, (_, n) => `${n}${filled('<p>', 3000)}`) },
    [200],
  ),
];

/** Objects with as many slow values as may stay. */
const SLOW_IDS = ['slow1', 'slow2', 'slow3', 'slow4', 'slow5'];

export const SHAPES: readonly Costly[] = [
  patch('a deck of 5,000 items', { parts: items(5000, (n) => ({ text: `<p>Item <b>${n}</b></p>` })) }, [200]),
  patch('a deck of 9,000 items with ids alike', { parts: items(9000, () => ({})) }, [200]),
  {
    what: 'a deck of 1,000 items that broke a pattern before',
    method: 'PATCH',
    path: '/api/collections/costly/broken/parts',
    body: JSON.stringify({ item5: { text: '<p>x</p>' } }),
    headers: JSON_TYPE,
    expect: [200],
  },
  {
    what: 'a batch of titles beside stored values that break a pattern',
    method: 'POST',
    path: '/api/batch',
    body: JSON.stringify({
      operations: SLOW_IDS.map((id) => ({
        operation: 'patch',
        collection: 'costly',
        id,
        data: { title: 'New' },
      })),
    }),
    headers: JSON_TYPE,
    expect: [200],
  },
  patch('a deck whose items break a pattern', { parts: items(1000, () => ({ code: EVIL })) }, [422]),
  patch(
    'a list that breaks a pattern',
    { coded: Array.from({ length: 300 }, (_, n) => `${EVIL}${n}`) },
    [422],
  ),
  patch('a list of 90,000 words', { list: Array.from({ length: 90_000 }, (_, n) => `w${n}`) }, [200]),
  patch(
    'a list of 90,000 words that fit no pattern',
    { coded: Array.from({ length: 90_000 }, (_, n) => `w${n}`) },
    [422],
  ),
  patch('unique items', { unique: Array.from({ length: 20_000 }, (_, n) => ({ a: n })) }, [422]),
  patch('JSON of 5 MB', { data: { text: filled('word ', 4.9 * MB) } }, [200]),
  patch('a list of empty lists in 4.9 MB', { data: nested('[],', 4.9 * MB) }, [413]),
  patch('lists of empty lists, as many as may be', { data: nested('[],', 210_000) }, [200]),
  patch('objects with a key each, as many as may be', { data: keyed(70_000) }, [200]),
  patch('numbers of many digits', { data: Array.from({ length: 95_000 }, () => 0.12345678901234568) }, [200]),
  patch('numbers with exponents', { data: Array.from({ length: 95_000 }, (_, n) => n * 1e250) }, [200]),
  patch('JSON of most levels', { data: deep(60) }, [200]),
  patch(
    'JSON of most keys',
    { data: Object.fromEntries(Array.from({ length: 9000 }, (_, n) => [`k${n}`, n])) },
    [200],
  ),
  packed('gzip', Buffer.from(JSON.stringify({ data: { text: filled('a', 4.9 * MB) } }))),
  packed('br', Buffer.from(JSON.stringify({ data: { text: filled('a', 4.9 * MB) } }))),
];

/**
 * A save, another one, and a third that was made to the first and is merged with the second. Then what undoing the first
 * would do.
 */
function merge(what: string, expect: readonly number[], versionOf: (n: number) => object): Costly {
  const save = (n: number) => patch(`${what}, saved`, versionOf(n), [200]);
  const undone = (transaction: string): Costly => ({
    what: `${what}, undone`,
    method: 'POST',
    path: `/api/activity/${transaction}/undo?dryRun=true`,
    body: '{}',
    headers: JSON_TYPE,
    bySession: true,
    expect: [200],
  });
  const merged = ({ etag, transaction }: Answered): Costly => ({
    ...save(2),
    what: `${what}, merged`,
    headers: { ...JSON_TYPE, 'if-match': etag, prefer: 'merge' },
    expect,
    next: () => undone(transaction),
  });
  return { ...save(0), next: (first) => ({ ...save(1), next: () => merged(first) }) };
}

/** The same entries in an order of their own. */
const shuffled = <T>(entries: readonly T[], n: number): T[] =>
  entries
    .map((entry, at) => ({ entry, by: ((at + 1) * (7919 + 2 * n)) % 100_003 }))
    .sort((a, b) => a.by - b.by)
    .map(({ entry }) => entry);
const words = (count: number) => Array.from({ length: count }, (_, n) => `w${n}`);
const numbered = (count: number) => Array.from({ length: count }, (_, n): [string, number] => [`k${n}`, n]);

export const MERGES: readonly Costly[] = [
  merge('a list of 40,000 words in another order', [200], (n) => ({ list: shuffled(words(40_000), n) })),
  merge('JSON of most keys, all of them changed', [409], (n) => ({
    data: Object.fromEntries(shuffled(numbered(9900), n).map(([key, at]) => [key, at + n])),
  })),
  merge('a deck of 5,000 items in another order', [409], (n) => ({
    parts: Object.fromEntries(
      shuffled(numbered(5000), n).map(([key, at]) => [key, { text: `<p>${at} ${n}</p>` }]),
    ),
  })),
  merge('a text of comments without an end', [409], (n) => ({ plain: `${n}${filled('<!--', 300_000)}` })),
];

/** For a word of the new text alone: every other hit would be read as well. */
const search = (what: string, word: string): Costly => ({
  what: `${what}, of which a search follows`,
  method: 'GET',
  path: `/api/search?q=${word}`,
  expect: [200],
});

/** Searches that find new texts, which have to be read first. */
export const SEARCHES: readonly Costly[] = [
  {
    ...patch('new JSON of 4.9 MB', { data: { text: filled('quill ', 4.9 * MB) } }, [200]),
    next: () => search('new JSON of 4.9 MB', 'quill'),
  },
  {
    ...patch('90,000 new words', { plain: `${words(90_000).join(' ')} ink` }, [200]),
    next: () => search('90,000 new words', 'ink'),
  },
];

/** The folder of these requests. */
export const COSTLY_FILES: Files = {
  ...FILES,
  'costly/broken.json': { id: 'broken', parts: items(1000, (n) => ({ text: '<p>a</p>', code: `b${n}` })) },
  ...Object.fromEntries(
    SLOW_IDS.map((id) => [`costly/${id}.json`, { id, parts: items(8, (n) => ({ code: `${EVIL}${n}` })) }]),
  ),
  ...Object.fromEntries(
    [...MARKUP, ...SHAPES, ...MERGES, ...SEARCHES].map(({ path }) => {
      const id = path.slice(path.lastIndexOf('/') + 1);
      return [`costly/${id}.json`, { id, title: 'Old' }];
    }),
  ),
};
