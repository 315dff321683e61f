/** The costliest requests that are more than a body for one object: questions, imports, images, calls. */
import type { Files } from '../helpers/server.js';
import { thorough } from '../helpers/thorough.js';
import { type Costly, filled, form, HEAVY_PICTURE, JSON_TYPE, MB } from './costly-bodies.js';
import { archive } from './zip-records.js';

const OBJECTS = 3000;
const property = (field: string) => ({ field });
const word = (n: number) => `w${((n * 7919) % 20_011).toString(36)}`;
const prose = (n: number) => Array.from({ length: 60 }, (_, at) => word(n * 60 + at)).join(' ');

/** A collection of some thousands of objects, a picture, and a handler that gives back what it gets. */
export const ASKED_FILES: Files = {
  '.schemas/entry.json': {
    id: 'entry',
    properties: {
      id: property('id'),
      title: property('text'),
      body: property('styledtext'),
      count: property('number'),
      tags: property('list'),
    },
    required: ['id'],
    index: ['id', 'title'],
  },
  'many/.meta.json': { id: 'many', schema: 'entry', name: 'Many' },
  ...Object.fromEntries(
    Array.from({ length: OBJECTS }, (_, n) => [
      `many/e${n}.json`,
      {
        id: `e${n}`,
        title: `Entry ${n % 7}`,
        body: `<p>${prose(n)}</p>`,
        count: n % 5,
        tags: [word(n), word(n + 1)],
      },
    ]),
  ),
  '.schemas/related.json': {
    id: 'related',
    properties: {
      id: property('id'),
      body: property('styledtext'),
      items: { field: 'multiselect', settings: { relationalOptions: { collection: 'related' } } },
    },
    required: ['id'],
  },
  'related/.meta.json': { id: 'related', schema: 'related', name: 'Related' },
  // Nearly as much as one answer may hold, of few objects and of many.
  'related/large.json': { id: 'large', body: `<p>${'x'.repeat(100_000)}</p>` },
  'related/few.json': { id: 'few', items: Array(160).fill('large') },
  'related/small.json': { id: 'small', body: `<p>${'x'.repeat(1_600)}</p>` },
  'related/several.json': { id: 'several', items: Array(9_000).fill('small') },
  'related/nested.json': { id: 'nested', items: ['several'] },
  // The description of the API has the routes of each collection.
  ...Object.fromEntries(
    Array.from({ length: 200 }, (_, n) => [
      `part${n}/.meta.json`,
      { id: `part${n}`, schema: 'note', name: `Part ${n}` },
    ]),
  ),
  'costly/picture.json': {
    id: 'picture',
    image: { name: 'a.png', mime: 'image/png', width: 6000, height: 6000, hash: 'abc' },
  },
  'costly/picture/image/a.png': HEAVY_PICTURE,
  'automations/.meta.json': { id: 'automations', schema: 'automations' },
  'automations/echo.json': {
    id: 'echo',
    name: 'echo',
    enabled: true,
    triggers: { hook: { id: 'hook', type: 'webhook', auth: 'none', sync: true } },
  },
  'automations/echo/handler.mjs': 'export default async (ctx) => Object.keys(ctx.args).length;',
};

const LIST = '/api/collections/many';
/** An address may have 8192 characters. */
const LONGEST = 7900;

const get = (what: string, path: string, expect: readonly number[] = [200]): Costly => ({
  what,
  method: 'GET',
  path,
  expect,
});

const repeated = (count: number, text: (n: number) => string, between: string) =>
  Array.from({ length: count }, (_, n) => text(n)).join(between);

/** As many as fit into an address. */
const longest = (piece: (n: number) => string, between: string) =>
  repeated(Math.floor(LONGEST / (piece(999).length + between.length)), piece, between);

const EXPANDED = '/api/collections/related';
/** Answers of 16 MB are written in slices. A slice takes 50 ms on a quiet machine, and up to three times that beside others. */
const HELD = 150;

export const QUESTIONS: readonly Costly[] = [
  { ...get('a few large objects in place of ids', `${EXPANDED}/few?expand=items`), held: HELD },
  { ...get('many small objects in place of ids', `${EXPANDED}/several?expand=items`), held: HELD },
  {
    ...get('many objects within an expanded one', `${EXPANDED}/nested?expand=items,items.items`),
    held: HELD,
  },
  get('twenty criteria', `${LIST}/query?include=${repeated(20, (n) => `body:contains:${word(n)[1]}`, ',')}`),
  get('twenty wildcards', `${LIST}/query?include=${repeated(20, (n) => `body:*${word(n)[1]}*`, ',')}`),
  get('a criterion of many wildcards', `${LIST}/query?include=body:in:${longest((n) => `*q${n}*`, '|')}`),
  get('a criterion of many stars', `${LIST}/query?include=body:eq:*${longest(() => '*', 'a')}*`),
  get('more criteria than may be', `${LIST}/query?include=${repeated(21, () => 'title:a', ',')}`, [400]),
  get(
    'twenty keys of a sort',
    `${LIST}?sort=${repeated(20, (n) => (n % 2 ? 'body:natural' : '-tags'), ',')}`,
  ),
  get('a sort by a long text', `${LIST}/query?sort=body:natural,-title,count`),
  get('a shuffle', `${LIST}/query?sort=shuffle&limit=100`),
  get('a search of many beginnings', `${LIST}?search=${repeated(28, (n) => `${word(n)[1]}*`, ' or ')}`),
  get('a search of one sign each', `${LIST}?search=${repeated(33, (n) => (n % 10).toString(), ' or ')}`),
  get('a search of a long phrase', `${LIST}?search="${prose(0).slice(0, 190)}"`),
  get('a search that finds everything', `${LIST}/query?search=w*&sort=-body&limit=100`),
  get('a search in all titles', `/api/search/titles?q=${repeated(40, () => 'entr', ' ')}`),
  get('a query as a page', `${LIST}/query?limit=100&format=html&sort=-count`),
  { ...get('the description of the API of 200 collections', '/api/openapi.json'), held: HELD },
  get('the whole index', `${LIST}/index`),
  get('the whole as CSV', '/export/collections/many/csv'),
];

/** As many as an archive may have take a minute or two to be read. */
const ENTRIES = thorough ? 190_000 : 5_000;

const members = (count: number, name: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => ({ name: name(n) }));

const zip = (what: string, content: Buffer, expect: readonly number[]): Costly => ({
  what,
  method: 'POST',
  path: '/import/collections/costly/zip',
  ...form('zip', 'objects.zip', content),
  expect,
});

const csv = (rows: number, cell: (n: number) => string, name = 'text') =>
  `id,title,${name}\n${Array.from({ length: rows }, (_, n) => `${name}-${n},Row ${n},${cell(n)}`).join('\n')}`;

const table = (what: string, content: string, expect: readonly number[]): Costly => ({
  what,
  method: 'POST',
  path: '/import/collections/costly/csv',
  ...form('csv', 'rows.csv', content),
  expect,
});

const document = (id: string, value: object) => ({
  name: `${id}.json`,
  content: Buffer.from(JSON.stringify({ id, ...value })),
});

export const IMPORTS: readonly Costly[] = [
  table(
    'CSV of many rows',
    csv(thorough ? 2000 : 700, (n) => `<p>Row <b>${n}</b></p>`),
    [200],
  ),
  table(
    'CSV whose rows break a pattern',
    csv(60, (n) => `${'a'.repeat(30)}!${n}`, 'code'),
    [422],
  ),
  zip('a zip of many names', archive(members(ENTRIES, (n) => `x${n}/a/b`)), [200]),
  zip('a zip of long names', archive(members(200, (n) => `x${n}/${filled('a/', 60_000)}b`)), [400]),
  zip(
    'a zip of files nested deep',
    archive([document('deep', {}), ...members(500, (n) => `deep/image/${filled('a/', 2000)}${n}`)]),
    [200],
  ),
  zip(
    'a zip of a document of 10 MB',
    archive([document('large', { data: filled('word ', 10 * MB) })]),
    [200],
  ),
  zip('a zip of a document of empty lists', archive([{ name: 'l.json', content: emptyLists() }]), [200]),
  zip('a zip bomb', archive([{ name: 'b.json', content: Buffer.alloc(70 * MB, 32) }]), [413]),
  zip(
    'a zip of a document of blanks',
    archive([{ name: 'b.json', content: Buffer.alloc(19 * MB, 32) }]),
    [200],
  ),
];

/** A document of another system: uploaded, for which a mapping is proposed, then imported. */
const source = (name: string, content: string | Buffer): Costly => ({
  what: `${name}, which is uploaded`,
  method: 'POST',
  path: '/import/sources',
  ...form('file', name, content),
  expect: [201],
  next: ({ text }) => ({
    what: `${name}, which is imported`,
    method: 'POST',
    path: `/import/sources/${JSON.parse(text).id}`,
    body: '{}',
    headers: JSON_TYPE,
    expect: [200],
  }),
});

/** A WordPress export of one post. */
const post = (name: string, content: string): Costly => ({
  ...source(
    name,
    `<rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/"><channel><item><title>Post</title><wp:post_id>1</wp:post_id><wp:status>publish</wp:status><content:encoded><![CDATA[${content}]]></content:encoded></item></channel></rss>`,
  ),
  held: HELD,
});

export const SOURCES: readonly Costly[] = [
  post('empty-lines.xml', filled('a\n\n', 0.5 * MB)),
  source('nested-elements.md', filled('<div>', 250_000)),
  source('components-without-end.mdx', `Text\n\n${filled('<A b={', 240_000)}`),
  source('front-matter.md', `---\nlist:\n${filled('  - {a: 1}\n', 100_000)}---\nText`),
  source('paragraphs.md', filled('Words and *more* words.\n\n', (thorough ? 15 : 0.25) * MB)),
];

const template = (what: string, parts: string, expect: readonly number[]): Costly => ({
  what,
  method: 'POST',
  path: '/import/jumpstart?dryRun=1',
  body: `{"version":"1","name":"Costly",${parts}}`,
  headers: JSON_TYPE,
  expect,
});

const listOf = (count: number, item: string) => `[${filled(`${item},`, count * (item.length + 1))}1]`;

export const TEMPLATES: readonly Costly[] = [
  template('a template of long texts', `"objects":${listOf(12, JSON.stringify(filled('word ', MB)))}`, [200]),
  template(
    'a template of < in 300 kB',
    `"objects":[{"collection":"costly","id":"marks","data":{"text":"${filled('<', 300_000)}"}}]`,
    [200],
  ),
  template('a template of empty lists', `"templates":${listOf(45, listOf(74_000, '[]'))}`, [200]),
  template('a template of an item of empty lists', `"templates":[${listOf(300_000, '[]')}]`, [413]),
  template(
    'a template of 40,000 objects',
    `"objects":${listOf(40_000, '{"collection":"aside","id":"note","data":{}}')}`,
    [200],
  ),
];

function emptyLists(): Buffer {
  return Buffer.from(`{"id":"l","data":[${filled('[],', 19 * MB)}1]}`);
}

const IMAGE = '/imageworks/costly/picture/image';

export const IMAGES: readonly Costly[] = [
  get(
    'every effect at its most',
    `${IMAGE}.jpg?w=${thorough ? 900 : 300}&blur=100&sharpen=100&pixel=1&gamma=3&contrast=100&filt=sepia`,
  ),
  get('the largest there is', `${IMAGE}.webp?w=8192&h=8192&dpr=8&fit=crop-0-100&q=100`, [400]),
  get('a frame', `${IMAGE}.png?w=1000&or=90&flip=both&border=999,ff000080,expand`),
  get('parameters without end', `${IMAGE}.jpg?${longest((n) => `w=${n}`, '&')}`, [400]),
];

const hook = (what: string, body: string, type: string, expect: readonly number[]): Costly => ({
  what,
  method: 'POST',
  path: '/automations/echo',
  body,
  headers: { 'content-type': type },
  expect,
});

const FORM_TYPE = 'application/x-www-form-urlencoded';
const JSON_ONLY = JSON_TYPE['content-type'];

export const HOOKS: readonly Costly[] = [
  hook('a form of many fields', filled('a=1&', MB), FORM_TYPE, [200]),
  hook('a form of nested fields', filled('a[b][c][d][e]=1&', MB), FORM_TYPE, [200]),
  hook('a form of brackets', `a${filled('[a]', MB - 10)}=1`, FORM_TYPE, [413]),
  hook('a form of escapes', `a=${filled('%41', MB - 10)}`, FORM_TYPE, [200]),
  hook('a form of list items', filled('a[]=1&', MB), FORM_TYPE, [200]),
  hook('JSON of many lists', `{"a":[${filled('[],', 200_000)}1]}`, JSON_ONLY, [200]),
  hook('JSON of 4.9 MB', `{"a":"${filled('a', 4.9 * MB)}"}`, JSON_ONLY, [413]),
];

const tool = (what: string, name: string, sent: object): Costly => ({
  what: `MCP: ${what}`,
  method: 'POST',
  path: '/mcp',
  body: JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: sent },
  }),
  headers: { ...JSON_TYPE, accept: 'application/json, text/event-stream' },
  expect: [200],
});

export const CALLS: readonly Costly[] = [
  tool('criteria of 4.9 MB', 'query_collection', {
    collection: 'many',
    include: `body:in:${filled('*q*|', 4.9 * MB)}`,
  }),
  tool('criteria as long as may be', 'query_collection', {
    collection: 'many',
    include: `body:in:${longest((n) => `*q${n}*`, '|')}`,
    limit: 50,
  }),
  tool('a search that finds everything', 'search_collection', { collection: 'many', query: 'w*', limit: 50 }),
  tool('a search of all collections', 'search_collections', {
    query: repeated(28, (n) => `${word(n)[1]}*`, ' or '),
    limit: 50,
  }),
  tool('HTML of 400 kB as Markdown', 'create_object', {
    collection: 'costly',
    object: { id: 'mcp', text: filled('**a** ', 400_000) },
  }),
  tool('an object of many lists', 'create_object', {
    collection: 'costly',
    object: { id: 'mcp-lists', data: Array.from({ length: 60_000 }, () => []) },
  }),
  {
    what: 'MCP: a batch of messages',
    method: 'POST',
    path: '/mcp',
    body: `[${filled('{"jsonrpc":"2.0","id":1,"method":"tools/list"},', 2 * MB)}{"jsonrpc":"2.0","id":2,"method":"ping"}]`,
    headers: { ...JSON_TYPE, accept: 'application/json, text/event-stream' },
    expect: [400, 413],
  },
];
