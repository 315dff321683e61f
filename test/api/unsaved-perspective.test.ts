/** Unsaved changes of open forms, read through a perspective (spec/change-sets.md#unsaved-changes). */
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FIRST, through } from '../helpers/change-sets.js';
import { BLOG, errorOf, startTestServer, type TestServer } from '../helpers/server.js';
import { FORM, type } from '../helpers/typed.js';
import { staffSession, WITH_STAFF } from '../helpers/users.js';

type Asking = Pick<TestServer, 'request'>;

const read = async (who: Asking, path = FIRST, perspective = 'draft,unsaved') => {
  const { status, json } = await who.request(path, through(perspective));
  return status === 200 ? json : { status };
};
const titles = async (who: Asking, query = '', sent = through('draft,unsaved')) => {
  const { json } = await who.request(`/api/collections/blog?sort=title:asc${query}`, sent);
  return (json.objects as { title: string }[]).map(({ title }) => title);
};

it('are shown over the sets, in objects, lists and searches, and nowhere else', async () => {
  const server = await startTestServer(BLOG);
  await server.request(FIRST, through('draft', { method: 'PATCH', json: { tags: ['drafted'] } }));
  await type(server, { title: 'Zanzibar' }, { base: { title: 'First post' } });
  expect(await read(server)).toMatchObject({ title: 'Zanzibar', tags: ['drafted'] });
  expect(await read(server, FIRST, 'unsaved')).toMatchObject({ title: 'Zanzibar', tags: ['one'] });
  expect(await titles(server, '&search=zanzibar')).toEqual(['Zanzibar']);
  expect(await titles(server)).toEqual(['Second post', 'Zanzibar']);
  await type(server, { title: 'Zanzibar at night' });
  expect(await titles(server, '&search=night')).toEqual(['Zanzibar at night']);
  expect(await titles(server, '', through('draft'))).toEqual(['First post', 'Second post']);
  expect(await titles(server, '', {})).toEqual(['First post', 'Second post']);
  expect(JSON.parse(String(await server.read('blog/first-post.json')))).toMatchObject({
    title: 'First post',
  });
});

it('are those of the open forms of the user who asks', async () => {
  const server = await startTestServer(WITH_STAFF);
  const editor = await staffSession(server, 'editor');
  await type(server, { title: 'Of the owner' });
  await type(editor, { title: 'Of the editor' }, { form: 'form-of-editor' });
  expect(await read(server)).toMatchObject({ title: 'Of the owner' });
  expect(await read(editor)).toMatchObject({ title: 'Of the editor' });
  await type(server, { title: 'Left long ago' }, { form: 'form-left', object: 'second-post', isOpen: false });
  expect(await read(server, '/api/collections/blog/second-post')).toMatchObject({ title: 'Second post' });

  const [viewer, key] = [await staffSession(server, 'viewer'), await server.key()];
  for (const who of [
    () => viewer.request(FIRST, through('draft,unsaved')),
    () => server.request(FIRST, through('unsaved', { as: { key } })),
    () => server.request(FIRST, through('draft,unsaved', { as: 'nobody' })),
  ]) {
    const answer = await who();
    expect([401, 403]).toContain(answer.status);
    expect(answer.text).not.toMatch(/Of the (?:owner|editor)/);
  }
});

it('end with the form, with its changes, and where they are saved', async () => {
  const server = await startTestServer(BLOG);
  const closing = [
    () => server.request(`/api/presence/${FORM}`, { method: 'DELETE' }),
    () => server.request(`/api/unsaved/${FORM}`, { method: 'DELETE' }),
  ];
  for (const close of closing) {
    await type(server, { title: 'Typed' });
    expect(await read(server)).toMatchObject({ title: 'Typed' });
    await close();
    expect(await read(server)).toMatchObject({ title: 'First post' });
  }
  await type(server, { title: 'Typed' }, { base: { title: 'First post' } });
  await server.request(FIRST, { method: 'PATCH', json: { title: 'Saved', tags: ['saved'] } });
  expect(await read(server)).toMatchObject({ title: 'Typed', tags: ['saved'] });
});

it('show what could be saved of them', async () => {
  const server = await startTestServer({
    ...BLOG,
    '.schemas/shop.json': {
      id: 'shop',
      properties: {
        id: { field: 'id' },
        title: { field: 'text' },
        price: { field: 'number', maximum: 10 },
        code: { field: 'text', unique: true },
        text: { field: 'styledtext' },
        double: { field: 'number', settings: { calc: `${'$'}{price} * 2` } },
      },
      required: ['id', 'title'],
      index: ['id', 'title', 'code'],
    },
    'shop/.meta.json': { id: 'shop', schema: 'shop', name: 'Shop' },
    'shop/lamp.json': { id: 'lamp', title: 'Lamp', price: 5, code: 'l1' },
    'shop/chair.json': { id: 'chair', title: 'Chair', price: 5, code: 'c1' },
  });
  const lamp = { collection: 'shop', object: 'lamp', base: { title: 'Lamp', price: 5, code: 'l1' } };
  const shown = () => read(server, '/api/collections/shop/lamp');
  await type(server, { title: null, code: null, price: 7 }, lamp);
  expect(await shown()).toMatchObject({ title: 'Lamp', price: 7, double: 14 });
  expect(await shown()).not.toHaveProperty('code');
  await type(server, { title: 'Bright lamp', price: 700, code: 'c1', unknown: 1 }, lamp);
  expect(await shown()).toMatchObject({ title: 'Bright lamp', price: 5, code: 'l1' });
  await type(server, { title: 'Brighter', price: '7,' }, { ...lamp, problems: { price: 'no number' } });
  expect(await shown()).toMatchObject({ title: 'Brighter', price: 5 });
  await type(server, { title: { en: 1 }, price: [], text: '<p>Fine<script>alert(1)</script></p>' }, lamp);
  expect(await shown()).toMatchObject({ title: 'Lamp', price: 5 });
  expect(JSON.stringify(await shown())).not.toContain('script');

  // A new object is there as soon as it could be saved.
  const fresh = { collection: 'shop', object: null, form: 'form-fresh' };
  const ids = async () => {
    const { json } = await server.request('/api/collections/shop', through('unsaved'));
    return (json.objects as { id: string }[]).map(({ id }) => id).sort();
  };
  await type(server, { price: 3 }, fresh);
  expect(await ids()).toEqual(['chair', 'lamp']);
  await type(server, { title: 'Table', price: 3000 }, fresh);
  expect(await ids()).toEqual(['chair', 'lamp', 'new-form-fresh']);
  expect(await read(server, '/api/collections/shop/new-form-fresh', 'unsaved')).toMatchObject({
    title: 'Table',
  });
  await type(server, { title: 'Table', id: 'table' }, fresh);
  expect(await ids()).toEqual(['chair', 'lamp', 'table']);
  await type(server, { title: 'Table', id: 'lamp' }, fresh);
  expect(await ids()).toEqual(['chair', 'lamp', 'new-form-fresh']);
});

it('of two forms the one that was changed last is shown, property by property', async () => {
  const server = await startTestServer(BLOG);
  await type(
    server,
    { title: 'Older', tags: ['older'] },
    { form: 'form-aaaa', at: '2026-02-01T10:00:00Z', base: { tags: ['one'] } },
  );
  await type(server, { title: 'Newer' }, { form: 'form-bbbb', at: '2026-02-01T10:00:05Z' });
  expect(await read(server)).toMatchObject({ title: 'Newer', tags: ['older'] });
  await type(server, { title: 'Newest' }, { form: 'form-aaaa', at: '2026-02-01T10:00:09Z' });
  expect(await read(server)).toMatchObject({ title: 'Newest' });
});

it('follow what is deleted, made again, removed by a set, and another schema', async () => {
  const server = await startTestServer(BLOG);
  await type(server, { title: 'Typed words', tags: ['typed'] });
  await server.request(FIRST, through('draft', { method: 'DELETE' }));
  expect(await read(server)).toEqual({ status: 404 });
  expect(await read(server, FIRST, 'unsaved')).toMatchObject({ title: 'Typed words' });
  await server.request(FIRST, { method: 'DELETE' });
  expect(await read(server, FIRST, 'unsaved')).toEqual({ status: 404 });
  await server.request('/api/collections/blog', {
    method: 'POST',
    json: { id: 'first-post', title: 'Again' },
  });
  expect(await read(server, FIRST, 'unsaved')).toMatchObject({ title: 'Typed words', tags: ['typed'] });
  await server.request('/api/schemas', {
    method: 'POST',
    json: { id: 'plain', properties: { id: { field: 'id' }, title: { field: 'text', maxLength: 5 } } },
  });
  const settings = { method: 'PATCH', json: { schema: 'plain' } };
  expect((await server.request('/api/collections/blog', settings)).status).toBeLessThan(300);
  expect(await read(server, FIRST, 'unsaved')).toMatchObject({ title: 'Again' });
});

it('are read only, and the last of a perspective', async () => {
  const server = await startTestServer(BLOG);
  for (const perspective of ['unsaved', 'draft,unsaved']) {
    const saved = await server.request(
      FIRST,
      through(perspective, { method: 'PATCH', json: { title: 'X' } }),
    );
    expect([saved.status, errorOf(saved).key]).toEqual([400, 'unsavedOnlyReads']);
  }
  for (const perspective of ['unsaved,draft', 'unsaved,unsaved', 'draft,unsaved,draft']) {
    expect((await server.request(FIRST, through(perspective))).status).toBe(400);
  }
  expect(await titles(server, '', {})).toEqual(['First post', 'Second post']);
  const make = (json: object) =>
    server.request('/api/change-sets', {
      method: 'POST',
      json: { kind: 'release', title: 'Unsaved', ...json },
    });
  expect((await make({ id: 'unsaved' })).status).toBe(422);
  expect((await make({})).json).toMatchObject({ id: 'unsaved-2' });
  await server.request('/api/change-sets/unsaved');
  expect((await server.request('/api/change-sets/unsaved')).status).toBe(404);
});

it('that were left in another shape are passed over', async () => {
  const server = await startTestServer(WITH_STAFF);
  await type(server, { title: 'Typed words' });
  const root = join(server.folder, '..', 'state', 'drafts');
  const files = await readdir(root, { recursive: true });
  const own = files.find((name) => name.endsWith(`${FORM}.json`)) ?? '';
  const stored = { collection: 'blog', object: 'first-post', edits: { title: 'Hostile' }, version: 99 };
  for (const hostile of [
    '{"collection":',
    { ...stored, collection: '../..' },
    { ...stored, collection: '.system', object: 'users' },
    { ...stored, collection: 'gone' },
    { ...stored, object: '../../etc' },
    { ...stored, object: '.meta' },
    { ...stored, edits: [] },
    {
      ...stored,
      edits: JSON.parse('{"__proto__":{"title":"Hostile"},"constructor":1,"created":1,"modified":"x"}'),
    },
    { ...stored, edits: { title: [[[]]] }, base: { title: { a: 1 } }, problems: [1], at: 'never' },
  ]) {
    await writeFile(join(root, own), typeof hostile === 'string' ? hostile : JSON.stringify(hostile));
    // Told that there is something else to read.
    await server.request(`/api/presence/${FORM}`, { method: 'DELETE' });
    await server.request(`/api/presence/${FORM}`, {
      method: 'PUT',
      json: { collection: 'blog', object: 'first-post' },
    });
    expect(await titles(server)).toEqual(['First post', 'Second post']);
    expect(await read(server)).not.toHaveProperty('constructor', 1);
  }
  expect(server.warnings()).toEqual([]);
});
