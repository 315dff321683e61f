/** Properties that change their kind: what converts without doubt is converted as one change, the rest stays. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Files, sharedServer, startTestServer, type TestServer } from '../helpers/server.js';

const LEFT = Symbol('left');
const TEXT = { field: 'text' };
const NUMBER = { field: 'number', type: 'number' };
const LIST = { field: 'list' };
const SELECT = { field: 'select', enum: ['S', 'M'] };
const RICH = { field: 'styledtext' };
const RELATION = {
  field: 'select',
  settings: { relationalOptions: { collection: 'people', value: 'id', label: 'name' } },
};

/** From, to, and for each value what becomes of it: the value itself where it is right as it is. */
const PAIRS: [name: string, from: object, to: object, values: [unknown, unknown][]][] = [
  [
    'text to number',
    TEXT,
    NUMBER,
    [
      ['3', 3],
      [' -1.5 ', -1.5],
      ['0.125', 0.125],
      ['1,234.50', 1234.5],
      ['1.234,50', 1234.5],
      ['1,5', LEFT],
      ['1.234', LEFT],
      ['3 kg', LEFT],
      ['1e400', LEFT],
    ],
  ],
  [
    'text to price with a locale',
    TEXT,
    { field: 'price', settings: { locale: 'de-DE' } },
    [
      ['1.234', 1234],
      ['1,5', 1.5],
    ],
  ],
  [
    'text to number with rules',
    TEXT,
    { ...NUMBER, maximum: 5 },
    [
      ['4', 4],
      ['6', LEFT],
    ],
  ],
  [
    'number to text',
    NUMBER,
    TEXT,
    [
      [3, '3'],
      [-1.5, '-1.5'],
    ],
  ],
  [
    'number to switch',
    NUMBER,
    { field: 'toggle' },
    [
      [1, true],
      [0, false],
      [2, LEFT],
    ],
  ],
  [
    'switch to text',
    { field: 'toggle' },
    TEXT,
    [
      [true, 'true'],
      [false, 'false'],
    ],
  ],
  [
    'text to switch',
    TEXT,
    { field: 'toggle' },
    [
      ['yes', true],
      ['off', false],
      ['perhaps', LEFT],
    ],
  ],
  [
    'text to date',
    TEXT,
    { field: 'date' },
    [
      ['2026-05-09', '2026-05-09'],
      [' 2026-05-09 ', '2026-05-09'],
      ['May', LEFT],
      ['tomorrow', LEFT],
      ['3/4/2026', LEFT],
    ],
  ],
  ['date to text', { field: 'date' }, TEXT, [['2026-05-09', '2026-05-09']]],
  [
    'text to time',
    TEXT,
    { field: 'time' },
    [
      ['7:30', '7:30'],
      ['noon', LEFT],
    ],
  ],
  [
    'text to list',
    TEXT,
    LIST,
    [
      ['a, b', ['a', 'b']],
      ['one', ['one']],
    ],
  ],
  [
    'list to text',
    LIST,
    TEXT,
    [
      [['a', 'b'], 'a, b'],
      [['a'], 'a'],
      [['a, b', 'c'], LEFT],
    ],
  ],
  [
    'list to choice',
    LIST,
    SELECT,
    [
      [['S'], 'S'],
      [['S', 'M'], LEFT],
      [['XL'], LEFT],
    ],
  ],
  [
    'choice to choices',
    SELECT,
    { field: 'multiselect', items: { type: 'string', enum: ['S', 'M'] } },
    [['S', ['S']]],
  ],
  [
    'number to list of numbers',
    NUMBER,
    { field: 'multiselect', type: 'array', items: { type: 'number' } },
    [[3, [3]]],
  ],
  ['text to choice', TEXT, SELECT, [['S', 'S']]],
  [
    'list to relation',
    LIST,
    RELATION,
    [
      [['ada'], 'ada'],
      [['bob'], LEFT],
    ],
  ],
  [
    'number to relation',
    NUMBER,
    RELATION,
    [
      [7, '7'],
      [8, LEFT],
    ],
  ],
  ['relation to list', RELATION, LIST, [['ada', ['ada']]]],
  [
    'text to URL',
    TEXT,
    { field: 'url' },
    [
      ['https://example.org', 'https://example.org'],
      ['example', LEFT],
    ],
  ],
  [
    'text to color',
    TEXT,
    { field: 'color' },
    [
      ['#ff0000', expect.objectContaining({ hex: '#ff0000' })],
      ['red-ish', LEFT],
    ],
  ],
  [
    'plain to rich text',
    { field: 'textarea' },
    RICH,
    [
      ['a < b & c', '<p>a &lt; b &amp; c</p>'],
      ['one\ntwo\n\nthree', '<p>one<br />two</p>\n<p>three</p>'],
      ['<p>kept <b>as</b> it is</p>', '<p>kept <b>as</b> it is</p>'],
      ['<p onclick="x()">out</p>', LEFT],
    ],
  ],
  [
    'rich to plain text',
    RICH,
    { field: 'textarea' },
    [
      ['<p>a &lt;i&gt; &amp; c</p>', 'a <i> & c'],
      ['<p>one<br />two</p>\n<p>three</p>', 'one\ntwo\n\nthree'],
      ['<p>with <strong>bold</strong></p>', LEFT],
      ['<p><img src="/a.png" alt=""></p>', LEFT],
    ],
  ],
  [
    'text to texts by language',
    TEXT,
    { field: 'localizedtext', settings: { locales: ['de'] } },
    [['x', { de: 'x' }]],
  ],
  [
    'texts by language to text',
    { field: 'localizedtext' },
    TEXT,
    [
      [{ de: 'x' }, 'x'],
      [{ de: 'x', en: 'y' }, LEFT],
    ],
  ],
  ['text to image', TEXT, { field: 'image' }, [['a.png', LEFT]]],
];

const schemaOf = (id: string, value: object) => ({
  id,
  properties: { id: { field: 'id' }, value, other: TEXT },
  required: ['id'],
  index: ['id', 'value'],
});

const FOLDER: Files = {
  '.schemas/person.json': {
    id: 'person',
    properties: { id: { field: 'id' }, name: TEXT },
    required: ['id'],
    index: ['id'],
  },
  'people/.meta.json': { id: 'people', schema: 'person' },
  'people/ada.json': { id: 'ada', name: 'Ada' },
  'people/7.json': { id: '7', name: 'Seven' },
  ...Object.fromEntries(
    PAIRS.flatMap(([, from, , values], at) => [
      [`.schemas/s${at}.json`, schemaOf(`s${at}`, from)],
      [`c${at}/.meta.json`, { id: `c${at}`, schema: `s${at}` }],
      ...values.map(([value], row) => [`c${at}/o${row}.json`, { id: `o${row}`, value, other: 'kept' }]),
    ]),
  ),
};

const post = (server: TestServer, id: string, what: 'convert' | 'impact', json: unknown) =>
  server.request(`/api/schemas/${id}/${what}`, { method: 'POST', json });

const stored = async (server: TestServer, path: string) => JSON.parse(String(await server.read(path)));

describe('changing the kind of a property', () => {
  const shared = sharedServer(() => FOLDER);

  it.each(PAIRS.map((pair, at) => [pair[0], at] as const))('%s', async (_name, at) => {
    const server = shared();
    const [, , to, values] = PAIRS[at] ?? ['', {}, {}, []];
    const document = schemaOf(`s${at}`, to);
    const impact = await post(server, `s${at}`, 'impact', document);
    const { status, json } = await post(server, `s${at}`, 'convert', document);
    expect([impact.status, status, json]).toEqual([200, 200, expect.anything()]);
    // What was foretold has happened.
    expect(json.conversions).toEqual(impact.json.conversions);
    for (const [row, [value, expected]] of values.entries()) {
      const now = await stored(server, `c${at}/o${row}.json`);
      expect(now).toMatchObject({ value: expected === LEFT ? value : expected, other: 'kept' });
    }
    const [conversion] = Object(json.conversions);
    const changed = values.filter(([value, expected]) => expected !== LEFT && expected !== value);
    const left = values.flatMap(([, expected], row) => (expected === LEFT ? [`o${row}`] : []));
    expect(conversion ?? { converted: 0, left: 0, examples: [] }).toMatchObject({
      converted: changed.length,
      left: left.length,
      examples: left.map((id) => ({
        collection: `c${at}`,
        id,
        path: 'value',
        problems: [expect.any(String)],
      })),
    });
    expect(await stored(server, `.schemas/s${at}.json`)).not.toHaveProperty('properties.value.converts');
  });
});

const WALKS: Files = {
  '.schemas/part.json': {
    id: 'part',
    properties: { id: { field: 'id' }, km: TEXT },
    required: ['id'],
    index: ['id'],
  },
  '.schemas/walk.json': {
    id: 'walk',
    properties: {
      id: { field: 'id' },
      km: TEXT,
      title: TEXT,
      start: { field: 'card', schemaref: 'part' },
      legs: { field: 'deck', schemaref: 'part' },
    },
    required: ['id'],
    index: ['id', 'km'],
  },
  '.schemas/hike.json': { id: 'hike', properties: {}, required: [], index: [], inheritFrom: ['walk'] },
  'walks/.meta.json': { id: 'walks', schema: 'walk' },
  'walks/hill.json': {
    id: 'hill',
    km: '3',
    title: '5',
    start: { id: 'start', km: '1' },
    legs: { a: { id: 'a', km: '2' }, b: { id: 'b', km: 'two' } },
  },
  'walks/lake.json': { id: 'lake', km: 'far' },
  'hikes/.meta.json': { id: 'hikes', schema: 'hike' },
  'hikes/peak.json': { id: 'peak', km: '8' },
};

async function changed(
  server: TestServer,
  id: string,
  change: (properties: Record<string, unknown>) => object,
) {
  const document = await stored(server, `.schemas/${id}.json`);
  return { ...document, properties: change(document.properties) };
}

const inNumbers = (server: TestServer, id: string) => changed(server, id, (all) => ({ ...all, km: NUMBER }));

const kms = async (server: TestServer) =>
  Promise.all(
    ['walks/hill', 'walks/lake', 'hikes/peak'].map(async (path) => (await stored(server, `${path}.json`)).km),
  );

describe('a conversion', () => {
  it('reaches objects of heirs, cards and items of decks', async () => {
    const server = await startTestServer(WALKS);
    expect((await post(server, 'walk', 'convert', await inNumbers(server, 'walk'))).json).toMatchObject({
      conversions: [
        {
          property: 'km',
          converted: 2,
          left: 1,
          examples: [{ collection: 'walks', id: 'lake', value: 'far' }],
        },
      ],
      collections: expect.arrayContaining([{ collection: 'walks', objects: 1, damaged: [] }]),
    });
    expect(await kms(server)).toEqual([3, 'far', 8]);
    const parts = await post(server, 'part', 'convert', await inNumbers(server, 'part'));
    expect(parts.json.conversions).toMatchObject([
      { converted: 2, left: 1, examples: [{ path: 'legs.b.km' }] },
    ]);
    expect(await stored(server, 'walks/hill.json')).toMatchObject({
      start: { km: 1 },
      legs: { a: { km: 2 }, b: { km: 'two' } },
    });
  });

  it('is undone as one with the schema, and what others have changed since stays', async () => {
    const server = await startTestServer(WALKS);
    const { headers } = await post(server, 'walk', 'convert', await inNumbers(server, 'walk'));
    const transaction = headers.get('x-plinth-transaction');
    await server.request('/api/collections/walks/hill', { method: 'PATCH', json: { title: 'New' } });
    const undone = await server.request(`/api/activity/${transaction}/undo`, { method: 'POST', json: {} });
    expect(undone.status).toBe(200);
    expect(await kms(server)).toEqual(['3', 'far', '8']);
    expect(await stored(server, 'walks/hill.json')).toMatchObject({ title: 'New' });
    expect((await stored(server, '.schemas/walk.json')).properties.km).toMatchObject(TEXT);
  });

  it('names files that cannot be read, converts by what an object holds then, and keeps to the version', async () => {
    const server = await startTestServer(WALKS);
    const document = await inNumbers(server, 'walk');
    const before = await server.request('/api/schemas/walk?raw=true');
    expect((await post(server, 'walk', 'impact', document)).json.conversions).toMatchObject([
      { converted: 2 },
    ]);
    writeFileSync(join(server.folder, 'walks/hill.json'), '{"id": "hill", "km":');
    writeFileSync(join(server.folder, 'walks/lake.json'), '{"id": "lake", "km": "12"}');
    const headers = { 'If-Match': before.headers.get('etag') ?? '' };
    const send = () =>
      server.request('/api/schemas/walk/convert', { method: 'POST', json: document, headers });
    expect((await send()).json).toMatchObject({
      conversions: [{ converted: 2, left: 0 }],
      collections: expect.arrayContaining([{ collection: 'walks', objects: 1, damaged: ['hill'] }]),
    });
    expect((await stored(server, 'walks/lake.json')).km).toBe(12);
    expect((await send()).status).toBe(412);
  });

  it('that failed goes on when it is asked for again, with a body that does not name it', async () => {
    const server = await startTestServer({
      '.schemas/note.json': schemaOf('note', TEXT),
      'notes/.meta.json': { id: 'notes', schema: 'note' },
      'notes/left.json': { id: 'left', value: 'a' },
    });
    // As a conversion leaves it that could not write an object.
    const begun = schemaOf('note', { ...LIST, converts: { from: TEXT } });
    expect((await server.request('/api/schemas/note', { method: 'PUT', json: begun })).status).toBe(200);
    const { status, json } = await post(server, 'note', 'convert', schemaOf('note', LIST));
    expect([status, json.collections]).toEqual([200, [{ collection: 'notes', objects: 1, damaged: [] }]]);
    expect((await stored(server, 'notes/left.json')).value).toEqual(['a']);
    expect((await stored(server, '.schemas/note.json')).properties.value.converts).toBeUndefined();
  });

  it('that was interrupted is finished with the next start, also where markup is concerned', async () => {
    const rich = {
      from: RICH,
      transaction: {
        id: '019a0000-0000-7000-8000-000000000000',
        kind: 'batch',
        at: '2026-01-01T00:00:00.000Z',
      },
    };
    const server = await startTestServer({
      '.schemas/note.json': schemaOf('note', { field: 'textarea', converts: rich }),
      'notes/.meta.json': { id: 'notes', schema: 'note' },
      'notes/done.json': { id: 'done', value: 'a <i> & c' },
      'notes/left.json': { id: 'left', value: '<p>a &lt;i&gt; &amp; c</p>' },
    });
    await expect
      .poll(async () => (await stored(server, '.schemas/note.json')).properties.value.converts, {
        timeout: 30_000,
      })
      .toBeUndefined();
    for (const id of ['done', 'left'])
      expect((await stored(server, `notes/${id}.json`)).value).toBe('a <i> & c');
    rmSync(join(server.folder, 'notes/done.json'));
  });
});
