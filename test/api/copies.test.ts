/** `plinth/client` and the loaders over a copy of `plinth mirror --as api`: they answer what they answer over a server. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import eleventy, { type EleventyConfig, type PlinthOptions } from '../../server/client/eleventy/index.js';
import { type Client, createClient, type ImageOptions, type PlinthError } from '../../server/client/index.js';
import { fixture } from '../helpers/made-files.js';
import { plinth } from '../helpers/process.js';
import { type Files, sharedServer, startTestServer, temporaryFolder, writeFiles } from '../helpers/server.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const relation = (collection: string, value = 'id') => ({
  settings: { relationalOptions: { collection, value } },
});
const schema = (id: string, properties: object) => ({
  id,
  properties: { id: { field: 'id' }, title: { field: 'text' }, ...properties },
  required: ['id'],
  index: ['title'],
});

const COUNT = 130;

async function files(): Promise<Files> {
  const made: Files = {
    '.schemas/note.json': schema('note', {
      draft: { field: 'toggle' },
      views: { field: 'number' },
      date: { field: 'date' },
      tags: { field: 'taglist' },
      motto: { field: 'localizedtext', settings: { locales: ['en', 'fr'] } },
      venue: { field: 'card', schemaref: 'venue' },
      blocks: { field: 'deck', schemaref: ['quote', 'venue'] },
      stops: { field: 'deck', schemaref: 'venue' },
      author: { field: 'select', ...relation('people') },
      also: { field: 'multiselect', ...relation('notes') },
      topic: { field: 'select', ...relation('topics', 'code') },
      image: { field: 'image' },
      content: { field: 'styledtext' },
    }),
    '.schemas/venue.json': schema('venue', {
      city: { field: 'text' },
      host: { field: 'select', ...relation('people') },
      hello: { field: 'localizedtext' },
    }),
    '.schemas/quote.json': schema('quote', { by: { field: 'select', ...relation('people') } }),
    '.schemas/person.json': schema('person', {
      draft: { field: 'toggle' },
      city: { field: 'select', ...relation('topics') },
      motto: { field: 'localizedtext' },
    }),
    '.schemas/topic.json': schema('topic', { code: { field: 'text' } }),
    'notes/.meta.json': { id: 'notes', schema: 'note', sortBy: 'views', reverseSort: true },
    'people/.meta.json': { id: 'people', schema: 'person' },
    'topics/.meta.json': { id: 'topics', schema: 'topic' },
    'members/.meta.json': { id: 'members', schema: 'person', groups: ['members'] },
    'members/eve.json': { id: 'eve', title: 'Eve' },
    'people/ada.json': { id: 'ada', title: 'Ada', city: 't1', motto: { en_US: 'Go', fr: 'Va' } },
    'people/tom.json': { id: 'tom', title: 'Tom', draft: true },
    'topics/t1.json': { id: 't1', title: 'Bread', code: 'x' },
    'topics/t2.json': { id: 't2', title: 'Salt', code: 'x' },
    'notes/one/image/photo.jpg': await fixture('photo.jpg'),
  };
  for (let n = 0; n < COUNT; n += 1) {
    const id = `note-${String(n).padStart(3, '0')}`;
    made[`notes/${id}.json`] = {
      ...{ id, title: `${n % 2 ? 'Über' : 'uber'} ${n} \u{1f600}`, draft: n % 40 === 39, views: n % 9 },
      ...(n % 3 && { date: `2026-0${1 + (n % 9)}-0${1 + (n % 7)}`, tags: ['a', n % 2 ? 'B' : 'c', `${n}`] }),
    };
  }
  // Its code unit is less than the one of the title below, its code point more.
  made['notes/note-000.json'] = { id: 'note-000', title: '\u{1f600}', views: 3 };
  made['notes/one.json'] = {
    ...{ id: 'one', title: '\uffff', author: 'ada', also: ['note-001', 'gone', 'note-039'], topic: 'x' },
    motto: { de: 'Los', fr: 'Va' },
    venue: { title: 'Hall', city: 'Oslo', host: 'ada', hello: { en: 'Hi', de: 'Ho' } },
    stops: { s1: { id: 's1', city: 'Rome', hello: { de: 'Na' } }, s2: { id: 's2', city: 'Bonn' } },
    blocks: {
      b1: { id: 'b1', schema: 'quote', title: 'Q', by: 'ada' },
      b2: { id: 'b2', schema: 'venue', city: 'Kiel', host: 'tom', hello: { it: 'Ciao' } },
    },
    image: { name: 'photo.jpg', mime: 'image/jpeg', width: 600, height: 800, alt: 'A photo' },
    content: '<p><img src="/imageworks/notes/one/image.jpg?w=90"></p>',
  };
  return made;
}

const server = sharedServer(files);
let copying: Promise<string> | undefined;

/** Writes a copy of a folder. Returns its URL. */
async function mirror(data: string, name: string, ...more: string[]): Promise<string> {
  const home = join(data, '..');
  const out = join(home, name);
  const places = ['--data', data, '--cache', join(home, 'cache'), '--state', join(home, 'state')];
  const { code, stderr } = await plinth(['mirror', ...places, '--as', 'api', '--out', out, ...more]);
  expect(code, stderr).toBe(0);
  return pathToFileURL(out).href;
}

/** The copy of all tests that only read. */
const copy = (): Promise<string> => (copying ??= mirror(server().folder, 'copy'));

const warned = (): { warnings: string[]; onWarning: (text: string) => void } => {
  const warnings: string[] = [];
  return { warnings, onWarning: (text) => void warnings.push(text) };
};

/** What both sources answer to the same call. */
async function both(ask: (client: Client) => PromiseLike<unknown>) {
  const answers = [];
  for (const source of [{ url: server().url, key: await server().key() }, { url: await copy() }]) {
    const { warnings, onWarning } = warned();
    const client = createClient({ ...source, cache: false, onWarning });
    const answer = await ask(client).then(
      (found) => ({ found }),
      ({ code, hint }: PlinthError) => ({ code, hint }),
    );
    answers.push({ ...answer, warnings: warnings.sort() });
  }
  const [ofServer, ofCopy] = answers;
  return { ofServer, ofCopy };
}

describe('a copy', () => {
  it.each<[what: string, ask: (client: Client) => PromiseLike<unknown>]>([
    ['the order of the collection', (client) => client.collection('notes').all()],
    ['a page', (client) => client.collection('notes').list({ limit: 7, offset: 9 })],
    ['several orders', (client) => client.collection('notes').all({ sort: ['-date', 'title', 'tags'] })],
    ['an order of texts', (client) => client.collection('notes').all({ sort: ['-title'] })],
    ['an order inside cards', (client) => client.collection('notes').all({ sort: ['venue.city', 'views'] })],
    ...(
      [
        { title: 'ÜBER 7*' },
        { title: { contains: 'ber 1' } },
        { title: { starts: 'über', ends: '\u{1f600}' } },
        { views: { gte: 2, lt: 5 } },
        { views: [1, 8, 99] },
        { views: { ne: 4 } },
        { date: { gt: '2026-03-02', lte: '2026-07-01T00:00' } },
        { date: { gt: 'today' } },
        { tags: 'b' },
        { tags: { ne: 'a' } },
        { tags: { notin: ['b', '4*'] } },
        { draft: false },
        { draft: 'false' },
        { 'venue.city': 'oslo' },
        { 'blocks.b1.title': 'q' },
        { 'motto.de': 'los' },
        { views: 1, date: { gt: '2026-01-01' } },
      ] as const
    ).map((filter): [string, (client: Client) => PromiseLike<unknown>] => [
      `the filter ${JSON.stringify(filter)}`,
      (client) => client.collection('notes').all({ filter }),
    ]),
    ['an object', (client) => client.collection('notes').get('one')],
    ['no object', (client) => client.collection('notes').get('note-999')],
    ['a draft', (client) => client.collection('notes').get('note-039')],
    ['the first', (client) => client.collection('notes').first({ filter: { views: 3 } })],
    [
      'relations',
      (client) =>
        client.collection('notes').all({
          filter: { id: ['one', 'note-001'] },
          expand: ['author.city', 'also', 'topic', 'venue.host', 'blocks.by', 'blocks.host'],
        }),
    ],
    [
      'fields inside of relations, cards and decks',
      (client) =>
        client.collection('notes').get('one', {
          expand: ['author'],
          fields: [
            'author.motto',
            'title',
            'venue.city',
            'stops.hello',
            'blocks.title',
            'image.alt',
            'image',
          ],
        }),
    ],
    ...['de', 'en', 'fr_CH', 'ja'].map((locale): [string, (client: Client) => PromiseLike<unknown>] => [
      `the language ${locale}`,
      (client) =>
        client.collection('notes').all({ filter: { id: ['one', 'note-001'] }, locale, expand: ['author'] }),
    ]),
    ['a schema', (client) => client.json('/api/collections/notes/schema/json-schema')],
    ['an index', (client) => client.json('/api/collections/people/index', { published: '1' })],
    ['a misspelt collection', (client) => client.collection('note').all()],
    ['a misspelt filter', (client) => client.collection('notes').all({ filter: { vievs: 1 } })],
    ['a misspelt order', (client) => client.collection('notes').all({ sort: ['-dtae'] })],
    ['a misspelt relation', (client) => client.collection('notes').all({ expand: ['auther'] })],
    ['a misspelt field', (client) => client.collection('notes').all({ fields: ['titel'] })],
    [
      'relations that are too deep',
      (client) => client.collection('notes').all({ expand: ['also.also.also'] }),
    ],
    [
      'everything, without a cursor',
      async (client) => {
        const { objects, complete } = await client.collection('people').sync(undefined);
        return { objects, complete };
      },
    ],
  ])('answers as the server does: %s', async (_what, ask) => {
    const { ofServer, ofCopy } = await both(ask);
    expect(ofCopy).toEqual(ofServer);
  });

  it.each<[what: string, ask: (client: Client) => PromiseLike<unknown>, message: string]>([
    ['a search', (client) => client.collection('notes').all({ search: 'Über' }), 'a search'],
    [
      'drafts',
      (client) => client.collection('notes').get('note-039', { drafts: true }),
      'Write the copy with --drafts',
    ],
    [
      'random order',
      (client) => client.collection('notes').all({ sort: ['shuffle'] }),
      'the order "shuffle"',
    ],
    [
      'natural order',
      (client) => client.collection('notes').all({ sort: ['title:natural'] }),
      'the order "title:natural"',
    ],
    ['another route', (client) => client.json('/api/redirects'), '/api/redirects'],
    ['a route of an object', (client) => client.json('/api/collections/notes/one/title'), '/one/title'],
    [
      'where images are, written without --assets-url',
      async (client: Client) => client.image({ url: '/imageworks/notes/one/image.jpg' }),
      'Write the copy with --assets-url',
    ],
    [
      'where images of texts are, written without --assets-url',
      async (client: Client) => client.richText('<img src="/imageworks/notes/one/image.jpg">'),
      'Write the copy with --assets-url',
    ],
  ])('says that it cannot answer %s', async (_what, ask, message) => {
    const error = await ask(createClient({ url: await copy() })).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ code: 'needs-server', message: expect.stringContaining(message) });
  });

  it('is not there, of another format, or damaged', async () => {
    const folder = await temporaryFolder();
    const fails = (path: string) =>
      createClient({ url: pathToFileURL(join(folder, path)).href })
        .collections()
        .then(
          () => undefined,
          ({ code }: PlinthError) => code,
        );
    await writeFiles(folder, {
      'newer/plinth.json': '{"format": 2}',
      'damaged/plinth.json': '{"format": 1, "collections": []}',
    });
    expect(await Promise.all(['none', 'newer', 'damaged'].map(fails))).toEqual([
      'no-server',
      'failed',
      'truncated',
    ]);
  });

  it('has drafts where it was written with them, and says so to who does not ask for them', async () => {
    const url = await mirror(server().folder, 'drafts', '--drafts');
    const notes = createClient({ url }).collection('notes');
    expect(await notes.get('note-039', { drafts: true })).toMatchObject({ draft: true });
    await expect(notes.all().then()).rejects.toThrow('drafts: true');
  });

  it('has images in the sizes it was written with', async () => {
    const sizes = ['w=200&format=webp', 'w=900&format=webp', 'w=300&h=300&fit=crop-focalpoint&format=webp'];
    const recipes = sizes.flatMap((size) => ['--recipe', size]);
    const url = await mirror(server().folder, 'images', '--assets-url', '/media/files', ...recipes);
    const { warnings, onWarning } = warned();
    const client = createClient({ url, onWarning });
    expect(client.url).toBe('');
    const { image, content } = Object(await client.collection('notes').get('one'));
    const offered = async (options: ImageOptions) => {
      const made = client.image(image, options);
      const candidates = (made?.srcset ?? '').split(', ').map((one) => one.split(' '));
      const found = candidates.map(async ([address = '', width]) => {
        expect(address).toMatch(/^\/media\/files\/[\da-f]{16}\.\w+$/);
        const file = fileURLToPath(`${url}/${address.slice('/media/'.length)}`);
        const { format, width: wide, height } = await sharp(await readFile(file)).metadata();
        expect(width).toBe(`${wide}w`);
        return `${format} ${wide} ${height}`;
      });
      expect(candidates.map(([address]) => address)).toContain(made?.src);
      return { ...made, found: await Promise.all(found) };
    };
    expect(await offered({ widths: [200, 900] })).toMatchObject({
      ...{ found: ['webp 200 267', 'webp 600 800'], width: 600, height: 800, alt: 'A photo' },
    });
    expect((await offered({ widths: [300], ratio: 1 })).found).toEqual(['webp 300 300']);
    expect(warnings).toEqual([]);
    // What there is, or the whole image.
    expect((await offered({ widths: [200, 400] })).found).toEqual(['webp 200 267']);
    expect((await offered({ widths: [900], format: 'avif' })).found).toEqual(['jpeg 600 800']);
    expect(warnings.map((text) => /--recipe "(.*)"/.exec(text)?.[1])).toEqual([
      'w=400&format=webp',
      'w=900&format=avif',
    ]);
    expect(client.richText(content)).toBe(content);
    expect(content).toMatch(/src="\/media\/files\/[\da-f]{16}\.jpg"/);
  });

  it('is not read while its pages are of two states, and is when they belong together again', async () => {
    const folder = await startTestServer({
      'blog/.meta.json': { id: 'blog', schema: 'blog' },
      'blog/a.json': { id: 'a', title: 'First' },
    });
    const url = await mirror(folder.folder, 'two-states');
    const page = join(fileURLToPath(url), 'lists/blog/1.json');
    const whole = await readFile(page, 'utf8');
    await writeFile(page, whole.replace('First', 'Newer'));
    const client = createClient({ url, cache: false });
    let isRead = false;
    const reading = client
      .collection('blog')
      .all()
      .then((objects) => {
        isRead = true;
        return objects;
      });
    expect(await client.collections()).toHaveLength(1);
    expect(isRead).toBe(false);
    await writeFile(page, whole);
    expect(await reading).toMatchObject([{ id: 'a', title: 'First' }]);
    await writeFile(page, whole.replace('First', 'Newer'));
    const other = createClient({ url, cache: false });
    await expect(other.collection('blog').all()).rejects.toMatchObject({
      code: 'truncated',
      message: expect.stringContaining('is being written'),
    });
  });

  it('is followed while it is written again', async () => {
    const { folder, request } = await startTestServer();
    const url = await mirror(folder, 'copy');
    const client = createClient({ url });
    const stop = new AbortController();
    onTestFinished(() => stop.abort());
    let opened = () => {};
    const open = new Promise<void>((resolve) => (opened = resolve));
    const changes = client.changes({ signal: stop.signal, onOpen: opened });
    const first = changes.next();
    await open;
    const title = async () => (await client.collection('blog').get('first-post'))?.title;
    const before = await title();
    await request('/api/collections/blog/first-post', { method: 'PATCH', json: { title: 'Again' } });
    await mirror(folder, 'copy');
    const { value } = await first;
    expect(value).toMatchObject({ type: 'reset' });
    expect([before, await title()]).toEqual([expect.not.stringContaining('Again'), 'Again']);
    // What was missed in between is said when it goes on.
    await request('/api/collections/blog/first-post', { method: 'PATCH', json: { title: 'Once more' } });
    await mirror(folder, 'copy');
    const since = String(Object(value).cursor);
    const again = createClient({ url }).changes({ since, signal: stop.signal });
    expect((await again.next()).value).toMatchObject({ type: 'reset' });
    await again.return();
    stop.abort();
    await changes.return();
  });
});

describe('plinth/eleventy over a copy', () => {
  /** Global data by name. */
  async function dataOf(options: PlinthOptions) {
    const data = new Map<string, () => Promise<unknown>>();
    const config: EleventyConfig = {
      addGlobalData: (name, read) => data.set(name, read as () => Promise<unknown>),
      addTemplate: () => undefined,
      addShortcode: () => undefined,
      addFilter: () => undefined,
      addWatchTarget: () => undefined,
      on: () => undefined,
    };
    await eleventy(config, { cache: false, onWarning: () => undefined, ...options });
    return Promise.all([...data].map(async ([name, read]) => [name, await read(), await read()]));
  }

  it('has the data that it has over a server, also when it reads again', async () => {
    const collections = {
      notes: { expand: ['author.city', 'also'], sort: ['title'] },
      some: { collection: 'notes', filter: { views: 3 }, locale: 'de' },
      people: 'people',
    };
    const served = await dataOf({ collections, url: server().url, key: await server().key() });
    expect(await dataOf({ collections, url: await copy() })).toEqual(served);
  });
});
