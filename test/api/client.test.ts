/** `plinth/client` against a real server, and against one that fails as servers and connections do. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createClient, type ImageValue, PlinthError, placeOf, richText } from '../../server/client/index.js';
import { fixture } from '../helpers/made-files.js';
import { answers, scriptedServer } from '../helpers/scripted-server.js';
import { type Files, sharedServer, startTestServer, temporaryFolder } from '../helpers/server.js';

const ARTICLE = {
  id: 'article',
  properties: {
    id: { field: 'id' },
    title: { field: 'text' },
    draft: { field: 'toggle' },
    views: { field: 'number' },
    date: { field: 'date' },
  },
  required: ['id'],
  index: ['title', 'draft', 'date'],
};

const COUNT = 250;

function articles(): Files {
  const files: Files = {
    '.schemas/article.json': ARTICLE,
    'articles/.meta.json': { id: 'articles', schema: 'article', sortBy: 'date:desc' },
    'empty/.meta.json': { id: 'empty', schema: 'article' },
  };
  for (let n = 0; n < COUNT; n += 1) {
    const id = `article-${String(n).padStart(3, '0')}`;
    const date = `2026-0${1 + (n % 9)}-01`;
    files[`articles/${id}.json`] = { id, title: `Article ${n}`, draft: false, views: n, date };
  }
  return files;
}

const failure = async (work: PromiseLike<unknown>): Promise<PlinthError> => {
  const error = await Promise.resolve(work).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof PlinthError)) throw new Error(`Not a PlinthError: ${error}`);
  return error;
};

const page = (ids: readonly string[], total = ids.length, size = 100) => ({
  data: ids.map((id) => ({ id })),
  pagination: { total, count: ids.length, per_page: size, current_page: 1, total_pages: 1 },
});

describe('the client', () => {
  const server = sharedServer(articles);
  const client = async (options: Parameters<typeof createClient>[0] = {}) =>
    createClient({ url: server().url, key: await server().key(), cache: false, ...options });

  it('reads every object of a collection, awaited or iterated, in the order of the collection', async () => {
    const posts = (await client()).collection('articles');
    const all = await posts.all({ drafts: true });
    expect(new Set(all.map(({ id }) => id)).size).toBe(COUNT);
    expect(all.map(({ date }) => date)).toEqual(
      all
        .map(({ date }) => date)
        .sort()
        .reverse(),
    );
    const iterated: string[] = [];
    for await (const { id } of posts.all({ drafts: true })) iterated.push(id);
    expect(iterated).toEqual(all.map(({ id }) => id));
    expect(await (await client()).collection('empty').all()).toEqual([]);
  });

  it('filters, sorts, searches and pages', async () => {
    const posts = (await client()).collection('articles');
    const some = await posts.list({
      filter: { views: { gte: 10, lt: 40 } },
      sort: ['-views'],
      limit: 2,
      offset: 1,
    });
    expect([some.total, some.objects.map(({ views }) => views)]).toEqual([30, [38, 37]]);
    expect(
      (await posts.all({ filter: { views: [3, 5, 999] }, sort: ['views'] })).map(({ views }) => views),
    ).toEqual([3, 5]);
    expect(await posts.first({ search: '"Article 77"' })).toMatchObject({ id: 'article-077' });
    expect(await posts.first({ filter: { title: 'none' } })).toBeUndefined();
    expect(await posts.get('article-003')).toMatchObject({ title: 'Article 3' });
    expect(await posts.get('article-999')).toBeUndefined();
  });

  it.each([
    ['a collection', 'article', {}, 'unknown-collection', 'Did you mean "articles"?'],
    ['a filter', 'articles', { filter: { drafft: false } }, 'unknown-property', 'Did you mean "draft"?'],
    ['a sort', 'articles', { sort: ['-dtae'] }, 'unknown-property', 'Did you mean "date"?'],
  ] as const)(
    'names the nearest name for a misspelt name of %s',
    async (_what, collection, options, code, hint) => {
      const error = await failure((await client()).collection(collection).all(options));
      expect([error.code, error.hint]).toEqual([code, hint]);
      expect(error.message).toContain(hint);
    },
  );

  it('says which key is needed', async () => {
    const posts = { url: server().url, cache: false } as const;
    const none = await failure(
      createClient({ ...posts, key: '' })
        .collection('articles')
        .all(),
    );
    expect([none.code, none.status]).toEqual(['no-key', 401]);
    const wrong = await failure(
      createClient({ ...posts, key: 'plinth_wrong' })
        .collection('articles')
        .all(),
    );
    expect([wrong.code, wrong.hint]).toEqual(['rejected-key', expect.stringContaining('plinth keys create')]);
    const key = await server().key({ methods: ['GET'], paths: ['/collections/empty'] });
    const narrow = await failure(
      createClient({ ...posts, key })
        .collection('articles')
        .all(),
    );
    expect([narrow.code, narrow.status]).toEqual(['forbidden', 403]);
  });

  it('keeps answers on disk and sends only their ETags', async () => {
    const cache = await temporaryFolder();
    const key = await server().key();
    const statuses: number[] = [];
    const watched: typeof fetch = async (...sent) => {
      const response = await fetch(...sent);
      statuses.push(response.status);
      return response;
    };
    const read = (options = {}) =>
      createClient({ url: server().url, key, cache, fetch: watched, ...options })
        .collection('articles')
        .all();
    const first = await read();
    expect(statuses.splice(0)).toEqual([200, 200, 200]);
    const [one, two] = await Promise.all([read(), read()]);
    expect([one, two]).toEqual([first, first]);
    expect(statuses.splice(0)).toEqual(Array.from({ length: 6 }, () => 304));
    await read({ key: await server().key() });
    expect(statuses.splice(0)).toEqual([200, 200, 200]);
  });

  it.each([
    ['cut off', (text: string) => text.slice(0, -9)],
    ['changed', (text: string) => text.replace('Article 1', 'Article X')],
    ['empty', () => ''],
    ['other JSON', () => 'null'],
  ])('ignores a cached answer that is %s', async (_how, spoil) => {
    const cache = await temporaryFolder();
    const options = { url: server().url, key: await server().key(), cache };
    const first = await createClient(options).collection('articles').all();
    for (const name of await readdir(cache)) {
      const file = join(cache, name);
      await writeFile(file, spoil(await readFile(file, 'utf8')));
    }
    expect(await createClient(options).collection('articles').all()).toEqual(first);
  });
});

describe('images and rich text', () => {
  const server = sharedServer(async () => ({
    'posts/.meta.json': { id: 'posts', schema: 'blog' },
    'posts/one.json': { id: 'one', title: 'One' },
  }));

  it('have addresses that the server answers, in the widths they name', async () => {
    const photo = await fixture('photo.jpg');
    const form = new FormData();
    form.append('image', new Blob([photo]), 'photo.jpg');
    const sent = await server().request('/api/collections/posts/one/image', { method: 'POST', body: form });
    expect(sent.status, sent.text).toBe(200);
    const client = createClient({ url: server().url, key: await server().key(), cache: false });
    const value: ImageValue = Object(await client.collection('posts').get('one')).image;
    const { width = 0, height = 0 } = value;
    for (const ratio of [undefined, 1]) {
      const made = client.image(value, { widths: [20, 40, 99_999], ratio });
      const largest = ratio === undefined ? width : Math.min(width, height);
      expect(made).toMatchObject({ width: largest, alt: '', focalPoint: '50% 50%' });
      expect(made?.placeholder).toMatch(/^#[0-9a-f]{6}$/);
      const offered = (made?.srcset ?? '').split(', ').map((one) => one.split(' '));
      expect(offered.map(([, size]) => size)).toEqual(['20w', '40w', `${largest}w`]);
      expect(offered.map(([address]) => address)).toContain(made?.src);
      for (const [address = '', size] of offered) {
        const answer = await fetch(address);
        const { width: real, height: high } = await sharp(await answer.arrayBuffer()).metadata();
        expect([answer.headers.get('content-type'), `${real}w`]).toEqual(['image/webp', size]);
        if (ratio !== undefined) expect(high).toBe(real);
      }
    }
    expect([client.image({}), client.image(undefined)]).toEqual([undefined, undefined]);
  });

  it.each([
    [
      'a link to a file',
      '<a href="/download/upload/b/a.pdf?x=1&amp;y=2">',
      '<a href="https://p/download/upload/b/a.pdf?x=1&amp;y=2">',
    ],
    [
      'an image without widths',
      '<img src="/imageworks/upload/a.jpg" alt="1 > 0">',
      '<img src="https://p/imageworks/upload/a.jpg" alt="1 > 0">',
      [],
    ],
    [
      'an image',
      `<img alt='"A"' src='/imageworks/upload/a.jpg?w=600&amp;h=300'/>`,
      '<img alt="&quot;A&quot;" src="https://p/imageworks/upload/a.jpg?w=600&amp;h=300&amp;format=webp" srcset="https://p/imageworks/upload/a.jpg?w=300&amp;h=150&amp;format=webp 300w, https://p/imageworks/upload/a.jpg?w=600&amp;h=300&amp;format=webp 600w" sizes="(min-width: 600px) 600px, 100vw" loading="lazy" />',
      [300, 900],
    ],
    [
      'what is elsewhere',
      '<p>/imageworks/</p><img src="https://x/imageworks/a.jpg"><a href="/about">',
      '<p>/imageworks/</p><img src="https://x/imageworks/a.jpg"><a href="/about">',
    ],
    ['nothing', null, ''],
  ])('rewrites %s', (_what, html, expected, widths?: number[]) => {
    expect(richText(html, { base: 'https://p/', ...(widths && { widths }) })).toBe(expected);
  });

  it('says where a text comes from', () => {
    expect(placeOf('journal', 'harbour', 'blocks.intro.title')).toBe('journal/harbour/blocks.intro.title');
    expect(placeOf('a/b', 'ü', 'x y')).toBe('a%2Fb/%C3%BC/x%20y');
  });
});

describe('the client and faults', () => {
  it('says how to start the server when none answers, and when the address is not known', async () => {
    const { url } = await scriptedServer((response) => response.socket?.destroy());
    const gone = await failure(createClient({ url, retries: 1, cache: false }).collections());
    expect([gone.code, gone.hint]).toEqual(['no-server', expect.stringContaining('plinth exec --data')]);
    const unset = await failure(createClient({ url: '', cache: false }).collections());
    expect([unset.code, unset.hint]).toEqual(['no-url', expect.stringContaining('PLINTH_URL')]);
  });

  it('repeats requests that were busy or interrupted, and gives up with what happened', async () => {
    const cut = '{"collections": [{"name": "a"}';
    const busy = answers({ error: { code: 503, message: 'Busy' } }, 503, { 'retry-after': '0' });
    const { url, requests } = await scriptedServer(
      busy,
      answers({ error: { code: 429, message: 'Slow' } }, 429, { 'retry-after': new Date(0).toUTCString() }),
      (response) => response.socket?.destroy(),
      (response) => {
        response.writeHead(200, { 'content-length': '99' });
        response.write(cut, () => response.destroy());
      },
      answers({ collections: [{ name: 'a' }] }),
      (response) => {
        response.writeHead(200);
        response.end(cut);
      },
      busy,
    );
    const client = createClient({ url, cache: false });
    expect(await client.collections()).toEqual(['a']);
    expect(requests).toHaveLength(5);
    expect((await failure(client.collections())).code).toBe('truncated');
    const error = await failure(client.collections());
    expect([error.code, error.status]).toEqual(['busy', 503]);
    expect(requests).toHaveLength(5 + 1 + 5);
  });

  it('reads all pages again while the collection changes, and rejects rather than omitting objects', async () => {
    const at = (cursor: string) => ({ 'x-plinth-cursor': cursor });
    const steady = await scriptedServer(
      answers(page(['a', 'b'], 4, 2), 200, at('1')),
      answers(page(['d', 'e'], 4, 2), 200, at('2')),
      answers({ ...page(['c'], 4, 2), deleted: [{ id: 'a' }], cursor: '2', more: false }),
      answers(page(['b', 'c'], 4, 2), 200, at('2')),
      answers(page(['d', 'e'], 4, 2), 200, at('3')),
      answers({ ...page([], 4, 2), deleted: [], cursor: '3', more: false }),
    );
    const all = await createClient({ url: steady.url, cache: false }).collection('x').all();
    expect(all.map(({ id }) => id)).toEqual(['b', 'c', 'd', 'e']);
    expect(steady.requests.map(({ url = '' }) => /since=(\d)/.exec(url)?.[1])).toEqual([
      ...[undefined, undefined, '1', undefined, undefined, '2'],
    ]);
    const short = await scriptedServer(answers(page(['a', 'b'], 3, 2)));
    const error = await failure(createClient({ url: short.url, cache: false }).collection('x').all());
    expect(error.code).toBe('truncated');
    const none = await scriptedServer(answers({ data: [] }));
    expect((await failure(createClient({ url: none.url, cache: false }).collection('x').all())).code).toBe(
      'truncated',
    );
  });

  it('stops waiting when the caller aborts', async () => {
    const { url, requests } = await scriptedServer(answers({}, 503, { 'retry-after': '60' }));
    const stop = new AbortController();
    const reading = createClient({ url, cache: false }).collection('x').list({ signal: stop.signal });
    await expect.poll(() => requests.length).toBe(1);
    stop.abort(new Error('enough'));
    await expect(reading).rejects.toThrow('enough');
  });
});

describe('what is read', () => {
  const FILES: Files = {
    '.schemas/person.json': {
      id: 'person',
      properties: { id: { field: 'id' }, name: { field: 'text' }, motto: { field: 'localizedtext' } },
      required: ['id'],
      index: ['name'],
    },
    '.schemas/note.json': {
      id: 'note',
      properties: {
        id: { field: 'id' },
        title: { field: 'text' },
        draft: { field: 'toggle' },
        author: { field: 'select', settings: { relationalOptions: { collection: 'people' } } },
      },
      required: ['id'],
      index: ['title'],
    },
    'people/.meta.json': { id: 'people', schema: 'person' },
    'people/ada.json': { id: 'ada', name: 'Ada', motto: { en: 'Go', de: 'Los' } },
    'notes/.meta.json': { id: 'notes', schema: 'note' },
    'notes/one.json': { id: 'one', title: 'One', author: 'ada' },
    'notes/two.json': { id: 'two', title: 'Two', author: 'gone' },
    'notes/hidden.json': { id: 'hidden', title: 'Hidden', draft: true },
  };

  it('is published, and has the asked objects, properties and language', async () => {
    const server = await startTestServer(FILES);
    const warnings: string[] = [];
    const onWarning = (message: string) => void warnings.push(message);
    const client = createClient({ url: server.url, key: await server.key(), cache: false, onWarning });
    const notes = client.collection('notes');
    expect((await notes.all({ sort: ['id'] })).map(({ id }) => id)).toEqual(['one', 'two']);
    expect((await notes.all({ drafts: true })).map(({ id }) => id)).toContain('hidden');
    expect([await notes.get('hidden'), (await notes.get('hidden', { drafts: true }))?.title]).toEqual([
      undefined,
      'Hidden',
    ]);
    const [one, two] = await notes.all({
      sort: ['id'],
      expand: ['author'],
      fields: ['author.motto'],
      locale: 'de_CH',
    });
    expect([one, two]).toEqual([
      { id: 'one', author: { id: 'ada', motto: 'Los' } },
      { id: 'two', author: null },
    ]);
    expect(warnings).toContain('notes: "author" names "gone", which does not exist or is not published');
    const error = await failure(notes.all({ expand: ['auther'] }));
    expect([error.code, error.hint]).toEqual(['unknown-property', 'Did you mean "author"?']);
  });

  it('is only what has changed since a cursor', async () => {
    const server = await startTestServer(FILES);
    const notes = createClient({ url: server.url, key: await server.key(), cache: false }).collection(
      'notes',
    );
    const first = await notes.sync(undefined);
    expect([first.complete, first.objects.length]).toEqual([true, 2]);
    expect(await notes.sync(first.cursor)).toMatchObject({ objects: [], deleted: [], complete: false });
    const patch = (id: string, json: object) =>
      server.request(`/api/collections/notes/${id}`, { method: 'PATCH', json });
    await patch('one', { title: 'Uno' });
    await patch('two', { draft: true });
    const { objects, deleted, cursor, complete } = await notes.sync(first.cursor);
    expect([objects.map(({ title }) => title), deleted, complete]).toEqual([['Uno'], ['two'], false]);
    expect(await notes.sync(cursor)).toMatchObject({ objects: [], deleted: [], complete: false });
    const lost = await notes.sync('not-a-cursor-of-this-folder');
    expect([lost.complete, lost.objects.map(({ id }) => id)]).toEqual([true, ['one']]);
  });
});

describe('changes', () => {
  it('come from the server as they happen, and again from a cursor', async () => {
    const server = await startTestServer();
    const client = createClient({ url: server.url, key: await server.key(), cache: false });
    const stop = new AbortController();
    onTestFinished(() => stop.abort());
    const patch = (title: string) =>
      server.request('/api/collections/blog/first-post', { method: 'PATCH', json: { title } });
    const opened: (() => void)[] = [];
    const open = new Promise<void>((resolve) => opened.push(resolve));
    const onOpen = () => opened.shift()?.();
    const events = client.changes({ collections: ['blog'], signal: stop.signal, onOpen });
    const first = events.next();
    await open;
    await patch('One');
    const { value } = await first;
    expect(value).toMatchObject({ type: 'object.updated', collection: 'blog', id: 'first-post' });
    await patch('Two');
    await patch('Three');
    const since = String(Object(value).cursor);
    const again = client.changes({ since, signal: stop.signal });
    expect((await again.next()).value).toMatchObject({ type: 'object.updated', id: 'first-post' });
    expect((await again.next()).value).toMatchObject({ type: 'object.updated', id: 'first-post' });
    await again.return();
    stop.abort();
    await events.return();
    const refused = createClient({ url: server.url, key: 'plinth_no', cache: false }).changes();
    expect((await failure(refused.next())).code).toBe('rejected-key');
  });

  it('are whole whatever the parts of the stream, and go on where the stream ended', async () => {
    const { url, requests } = await scriptedServer(
      (response) => {
        response.writeHead(200);
        response.write('retry: 1\n\nid: a-1\nevent: ready\ndata: {}\n\n:\n\nid: a-2\r\nevent: object.upd');
        response.write('ated\r');
        response.write('\ndata: {"collection":\r\ndata: "blog"}\r\n\r\nid: a-3\nevent: object.crea', () => {
          response.destroy();
        });
      },
      (response) => {
        response.writeHead(502);
        response.end();
      },
      (response) => {
        response.writeHead(200);
        response.end('id: b-1\nevent: reset\ndata: {}\n\n');
      },
    );
    const heard: string[] = [];
    for await (const { type, collection, cursor } of createClient({ url, cache: false }).changes()) {
      heard.push(`${type} ${collection} ${cursor}`);
      if (heard.length === 2) break;
    }
    expect(heard).toEqual(['object.updated blog a-2', 'reset undefined b-1']);
    expect(requests.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, 'a-2', 'a-2']);
  });
});
