/** The event of change sets: to those who may see them, of what Plinth and other programs write. */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FIRST, through } from '../helpers/change-sets.js';
import { type EventReader, readEvents } from '../helpers/event-reader.js';
import { BLOG, startTestServer, type TestServer, writeFiles } from '../helpers/server.js';

const ALL = { methods: ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] } as const;
const CHANGE = { change: 'edit', base: {}, values: { title: 'There' }, at: '2026-01-01T00:00:00Z' };

async function listen(server: TestServer, key?: string, query = ''): Promise<EventReader> {
  const headers = { 'x-api-key': key ?? (await server.key({ methods: [...ALL.methods] })) };
  const stream = await readEvents(`${server.url}/api/events${query}`, headers);
  expect(await stream.told(1)).toEqual(['ready']);
  return stream;
}

/** The next events of sets, as `set collection/id`; others are passed over. */
async function heard(stream: EventReader, count: number): Promise<string[]> {
  const found: string[] = [];
  while (found.length < count) {
    const event = await stream.next();
    if (!event) return [...found, 'the end'];
    const { set, collection, id } = event.data;
    if (event.event === 'change-set')
      found.push([set, collection && `${collection}/${id}`].filter(Boolean).join(' '));
  }
  return found;
}

describe('the event of a change set', () => {
  it('names the set, and the object whose change was saved, moved, dropped or published', async () => {
    const server = await startTestServer(BLOG);
    const stream = await listen(server);
    const release = { kind: 'release', title: 'Autumn' };
    await server.request('/api/change-sets', { method: 'POST', json: release });
    expect(await heard(stream, 1)).toEqual(['autumn']);
    await server.request(FIRST, through('autumn', { method: 'PATCH', json: { title: 'Autumn' } }));
    expect(await heard(stream, 1)).toEqual(['autumn blog/first-post']);
    await server.request('/api/change-sets/autumn/move', {
      method: 'POST',
      json: { to: 'draft', objects: [{ collection: 'blog', id: 'first-post' }] },
    });
    expect((await heard(stream, 2)).sort()).toEqual(['autumn blog/first-post', 'draft blog/first-post']);
    await server.request('/api/change-sets/draft/publish', { method: 'POST', json: {} });
    expect(await heard(stream, 1)).toEqual(['draft blog/first-post']);
    await server.request('/api/change-sets/autumn', { method: 'PATCH', json: { title: 'Winter' } });
    expect(await heard(stream, 1)).toEqual(['autumn']);
    await server.request('/api/change-sets/autumn', { method: 'DELETE' });
    expect(await heard(stream, 1)).toEqual(['autumn']);
  });

  it.each<[string, string[], (folder: string) => Promise<unknown>]>([
    [
      'writes a change into a set',
      ['draft blog/second-post'],
      (folder) => writeFiles(folder, { '.changes/draft/blog/second-post.json': CHANGE }),
    ],
    [
      'rewrites a change in place',
      ['draft blog/first-post'],
      (folder) => writeFile(join(folder, '.changes/draft/blog/first-post.json'), JSON.stringify(CHANGE)),
    ],
    [
      'removes a change',
      ['draft blog/first-post'],
      (folder) => rm(join(folder, '.changes/draft/blog/first-post.json')),
    ],
    [
      'brings a set',
      ['autumn'],
      async (folder) => {
        await writeFiles(folder, { 'other/autumn/set.json': { kind: 'release', title: 'Autumn' } });
        await rename(join(folder, 'other/autumn'), join(folder, '.changes/autumn'));
      },
    ],
    ['removes a set', ['winter'], (folder) => rm(join(folder, '.changes/winter'), { recursive: true })],
    [
      'renames a set',
      ['winter'],
      (folder) => writeFile(join(folder, '.changes/winter/set.json'), '{"kind":"release","title":"Spring"}'),
    ],
  ])('is sent when another program %s, and the next read has it', async (_, wanted, change) => {
    const server = await startTestServer({
      ...BLOG,
      '.changes/winter/set.json': { kind: 'release', title: 'Winter' },
    });
    const stream = await listen(server);
    await server.request(FIRST, through('draft', { method: 'PATCH', json: { title: 'Here' } }));
    expect(await heard(stream, 1)).toEqual(['draft blog/first-post']);
    const read = () => server.request('/api/change-sets?collection=blog&id=first-post,second-post');
    const before = (await read()).text;
    await change(server.folder);
    expect(await heard(stream, wanted.length)).toEqual(wanted);
    const list = async () => (await server.request('/api/change-sets')).text;
    expect((await read()).text + (await list())).not.toBe(before);
  });

  it('comes also from sets that are made after the folder was opened, and not from links', async () => {
    const server = await startTestServer(BLOG);
    const stream = await listen(server);
    await mkdir(join(server.folder, '.changes/late/blog'), { recursive: true });
    await writeFiles(server.folder, {
      '.changes/late/set.json': { kind: 'release', title: 'Late' },
      '.changes/late/blog/first-post.json': CHANGE,
    });
    const events = new Set<string>();
    while (!(events.has('late') && events.has('late blog/first-post'))) {
      for (const event of await heard(stream, 1)) events.add(event);
    }
    await writeFiles(server.folder, { '.changes/late/blog/second-post.json': CHANGE });
    while (!events.has('late blog/second-post'))
      for (const event of await heard(stream, 1)) events.add(event);
    expect([...events].every((event) => event.startsWith('late'))).toBe(true);
  });

  it('is sent only to those who may see sets, and of the collections that are listened to', async () => {
    const server = await startTestServer({ ...BLOG, 'news/.meta.json': { id: 'news', schema: 'blog' } });
    const reader = await listen(server, await server.key({ methods: ['GET'] }));
    const narrowed = await listen(server, undefined, '?collections=news');
    await server.request(FIRST, through('draft', { method: 'PATCH', json: { title: 'Secret' } }));
    await server.request(
      '/api/collections/news',
      through('draft', { method: 'POST', json: { id: 'one', title: 'One' } }),
    );
    expect(await heard(narrowed, 1)).toEqual(['draft news/one']);
    await server.request('/api/collections/blog', { method: 'POST', json: { id: 'third', title: 'Third' } });
    expect(await reader.told(1)).toEqual(['object.created blog/third']);
  });

  it('tells callers who may only suggest of their own suggestions', async () => {
    const server = await startTestServer(BLOG);
    const suggester = async () => {
      const key = await server.key({ methods: [...ALL.methods], suggests: true });
      const stream = await listen(server, key);
      const save = (title: string) =>
        server.request(FIRST, {
          method: 'PATCH',
          json: { title },
          headers: { 'X-API-Key': key },
          as: 'nobody',
        });
      return { stream, save };
    };
    const [one, other] = [await suggester(), await suggester()];
    await server.request(FIRST, through('draft', { method: 'PATCH', json: { title: 'Drafted' } }));
    const [first, second] = [await one.save('One'), await other.save('Two')];
    expect([first.status, second.status]).toEqual([200, 200]);
    const [mine, theirs] = [first, second].map((answer) => answer.headers.get('x-plinth-perspective'));
    expect(mine).not.toBe(theirs);
    // The set is made, then the change in it; of the others nothing comes between.
    expect(await heard(one.stream, 2)).toEqual([mine, `${mine} blog/first-post`]);
    expect(await heard(other.stream, 2)).toEqual([theirs, `${theirs} blog/first-post`]);
  });
});
