/** Suggestions that are accepted into a draft, and changes that are moved beside others (spec/change-sets.md#requests). */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ChangeSetWithObjects, ComparedObject } from '../../server/contract/change-sets.js';
import { BLOG, errorOf, startTestServer, type TestServer } from '../helpers/server.js';
import { staffSession, WITH_STAFF } from '../helpers/users.js';

const FIRST = '/api/collections/blog/first-post';
const OBJECT = { collection: 'blog', id: 'first-post' };
const BEN = { kind: 'user', id: 'ben', name: 'Ben' };

interface Made {
  change?: 'new' | 'edit' | 'remove';
  base?: object;
  values?: object;
}

const changeFile = (set: string, { change = 'edit', base = {}, values = {} }: Made, more: object = {}) => ({
  [`.changes/${set}/blog/first-post.json`]: {
    ...{ change, base, values, at: '2026-01-02T10:00:00.000Z' },
    ...more,
  },
});

const suggestion = (made: Made, author: object = BEN, set = 'ideas') => ({
  [`.changes/${set}/set.json`]: { kind: 'suggestion', title: `Ideas of ${set}`, author },
  ...changeFile(set, made, { actor: author }),
});

const move = (server: Pick<TestServer, 'request'>, json: object, set = 'ideas') =>
  server.request(`/api/change-sets/${set}/move`, {
    method: 'POST',
    json: { to: 'draft', objects: [OBJECT], ...json },
  });

const changed = async (server: TestServer, set = 'draft') =>
  JSON.parse(await readFile(join(server.folder, `.changes/${set}/blog/first-post.json`), 'utf8'));
const setsOf = async (server: TestServer) =>
  ((await server.request('/api/change-sets')).json.changeSets as unknown as ChangeSetWithObjects[]).map(
    ({ id }) => id,
  );

describe('a suggestion that is accepted into the draft', () => {
  it('is a change of who accepted it, and what is published later names both', async () => {
    const server = await startTestServer({
      ...WITH_STAFF,
      ...suggestion({
        base: { title: 'First post', tags: ['one'] },
        values: { title: 'By Ben', tags: ['ben'] },
      }),
      ...suggestion(
        { base: {}, values: { intro: 'By Ann' } },
        { kind: 'user', id: 'ann', name: 'Ann' },
        'more',
      ),
    });
    const editor = await staffSession(server, 'editor');
    for (const name of ['title', 'tags']) {
      expect((await move(editor, { objects: [{ ...OBJECT, properties: [name] }] })).status).toBe(204);
    }
    expect((await move(editor, {}, 'more')).status).toBe(204);
    expect(await setsOf(server)).toEqual(['draft']);
    expect((await server.request(FIRST)).json.title).toBe('First post');
    const { actor, suggestions } = await changed(server);
    expect(actor).toMatchObject({ kind: 'user', name: 'editor one' });
    expect(suggestions).toHaveLength(3);

    // What is taken back before the publication is not named.
    const json = { objects: [{ ...OBJECT, properties: ['title', 'tags'] }] };
    const published = await server.request('/api/change-sets/draft/publish', { method: 'POST', json });
    expect(published.status).toBe(200);
    const history = await server.request(`${FIRST}/history`);
    expect((history.json.versions as object[])[0]).toMatchObject({
      actor: { kind: 'owner' },
      transaction: {
        kind: 'publish',
        suggestions: [{ title: 'Ideas of ideas', author: BEN, acceptedBy: { name: 'editor one' } }],
      },
    });
    const { activity } = (await server.request('/api/activity')).json as { activity: object[] };
    expect(activity[0]).toMatchObject({ transaction: { suggestions: [{ author: BEN }] } });
    // Others than the owner and admins know only what kind of caller it was.
    const shown = await editor.request(`${FIRST}/history`);
    expect(shown.text).not.toContain('"ben"');
  });

  it('is named only in the history of its object when several are published', async () => {
    const server = await startTestServer({
      ...BLOG,
      ...suggestion({ base: { title: 'First post' }, values: { title: 'By Ben' } }),
      '.changes/draft/blog/second-post.json': {
        ...{ change: 'edit', base: { title: 'Second post' }, values: { title: 'By hand' } },
        at: '2026-01-02T10:00:00.000Z',
      },
    });
    await move(server, {});
    expect((await server.request('/api/change-sets/draft/publish', { method: 'POST' })).status).toBe(200);
    const versions = async (id: string) =>
      (await server.request(`/api/collections/blog/${id}/history`)).json.versions as {
        transaction: { suggestions?: object[] };
      }[];
    expect((await versions('first-post'))[0]?.transaction.suggestions).toHaveLength(1);
    expect((await versions('second-post'))[0]?.transaction.suggestions).toBeUndefined();
  });

  it('is compared with what the draft has', async () => {
    const server = await startTestServer({
      ...BLOG,
      ...suggestion({
        base: { title: 'First post', tags: ['one'] },
        values: { title: 'By Ben', tags: ['ben'] },
      }),
      ...changeFile('draft', { base: { title: 'First post' }, values: { title: 'Drafted' } }),
    });
    const path = '/api/change-sets/ideas/objects/blog/first-post';
    const named = async (query: string) =>
      ((await server.request(`${path}${query}`)).json as unknown as ComparedObject).differences.find(
        ({ property }) => property === 'title',
      );
    expect(await named('')).toEqual({
      ...{ property: 'title', base: 'First post', mine: 'By Ben', live: 'First post', merged: 'By Ben' },
    });
    expect(await named('?perspective=draft')).toEqual({
      ...{ property: 'title', base: 'First post', mine: 'By Ben', live: 'Drafted', clash: true },
    });
  });
});

describe('a change that is moved into a set with another of the same object', () => {
  const known = { base: { title: 'First post' }, values: { title: 'Drafted' } };
  const removal = { change: 'remove', base: { title: 'First post', tags: ['one'] }, values: {} } as const;
  const made = { change: 'new', values: { title: 'Made', tags: ['one'] } } as const;
  const cases: [string, Made, Made, object | undefined][] = [
    [
      'other properties',
      known,
      { base: { tags: ['one'] }, values: { tags: ['two'] } },
      { base: { title: 'First post', tags: ['one'] }, values: { title: 'Drafted', tags: ['two'] } },
    ],
    ['the same property alike', known, known, { values: { title: 'Drafted' } }],
    [
      'another value of the same property',
      known,
      { base: { title: 'First post' }, values: { title: 'By Ben' } },
      undefined,
    ],
    [
      'a list, whose entries are merged',
      { base: { tags: ['one'] }, values: { tags: ['one', 'drafted'] } },
      { base: { tags: ['one'] }, values: { tags: ['ben', 'one'] } },
      { values: { tags: ['ben', 'one', 'drafted'] } },
    ],
    [
      'a value that is another one live',
      { base: { tags: ['one'] }, values: { tags: ['two'] } },
      { base: { title: 'Older' }, values: { title: 'By Ben' } },
      { base: { title: 'Older', tags: ['one'] }, values: { title: 'By Ben', tags: ['two'] } },
    ],
    ['a removal of what is changed', known, removal, undefined],
    ['a change of what is removed', removal, known, undefined],
    ['the same removal', removal, removal, { change: 'remove', values: {} }],
    ['another new object', made, { ...made, values: { title: 'Other' } }, undefined],
    [
      'a change of what is new in it',
      made,
      { base: { tags: ['one'] }, values: { tags: null } },
      { change: 'new', base: {}, values: { title: 'Made' } },
    ],
  ];

  it.each(cases)('%s', async (_name, before, moved, expected) => {
    const isNew = before.change === 'new';
    const files: Record<string, unknown> = { ...BLOG, ...changeFile('draft', before), ...suggestion(moved) };
    if (isNew) delete files['blog/first-post.json'];
    const server = await startTestServer(files);
    const answer = await move(server, {});
    if (expected) {
      expect(answer.status).toBe(204);
      expect(await changed(server)).toMatchObject(expected);
      expect(await setsOf(server)).toEqual(['draft']);
      return;
    }
    expect(answer.status).toBe(409);
    const path = expect.arrayContaining(['blog', 'first-post']);
    expect(errorOf(answer)).toMatchObject({ clashes: [{ path }] });
    expect(await changed(server)).toMatchObject({ values: before.values ?? {} });
    expect(await setsOf(server)).toContain('ideas');

    expect((await move(server, { replace: true })).status).toBe(204);
    expect(await changed(server)).toMatchObject({
      change: moved.change ?? 'edit',
      values: moved.values ?? {},
    });
    expect(await setsOf(server)).toEqual(['draft']);
  });

  it('clashes with nothing when it was taken over the draft and what is live', async () => {
    const server = await startTestServer({
      ...BLOG,
      ...changeFile('draft', { base: { title: 'First post' }, values: { title: 'Drafted' } }),
      ...suggestion({
        base: { title: 'Older', tags: ['none'] },
        values: { title: 'By Ben', tags: ['ben'] },
      }),
    });
    expect((await move(server, { replace: true })).status).toBe(204);
    expect((await server.request('/api/change-sets/draft/publish', { method: 'POST' })).status).toBe(200);
    expect((await server.request(FIRST)).json).toMatchObject({ title: 'By Ben', tags: ['ben'] });
  });

  it('moves nothing where one of several clashes', async () => {
    const server = await startTestServer({
      ...BLOG,
      ...changeFile('draft', known),
      ...suggestion({ base: { title: 'First post' }, values: { title: 'By Ben' } }),
      '.changes/ideas/blog/second-post.json': {
        ...{ change: 'edit', base: { title: 'Second post' }, values: { title: 'By Ben' } },
        at: '2026-01-02T10:00:00.000Z',
      },
    });
    const objects = [{ collection: 'blog', id: 'second-post' }, OBJECT];
    expect((await move(server, { objects })).status).toBe(409);
    const draft = (await server.request('/api/change-sets/draft')).json as unknown as ChangeSetWithObjects;
    expect(draft.objects.map(({ id }) => id)).toEqual(['first-post']);
  });
});
