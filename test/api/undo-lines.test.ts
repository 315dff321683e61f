/** An undo that says how far it is, to clients that ask for lines (spec/history.md#undo). */
import { describe, expect, it, vi } from 'vitest';
import { eventsIn } from '../../renderer/api/ndjson.js';
import { through } from '../helpers/change-sets.js';
import { startTestServer, type TestServer } from '../helpers/server.js';

const COUNT = 50;
const IDS = Array.from({ length: COUNT }, (_, n) => `post-${n}`);

/** Many objects of which one transaction has changed the titles, as they are live or in a set. */
async function changed(set: string) {
  const files = Object.fromEntries(IDS.map((id) => [`blog/${id}.json`, { id, title: 'Old' }]));
  const server = await startTestServer({
    'blog/.meta.json': { id: 'blog', schema: 'blog', name: 'Blog' },
    ...files,
  });
  const operations = IDS.map((id) => ({
    operation: 'patch',
    collection: 'blog',
    id,
    data: { title: 'New' },
  }));
  const saving = { method: 'POST', json: { operations } };
  const { headers } = await server.request('/api/batch', set === '' ? saving : through(set, saving));
  return { server, path: `/api/activity/${headers.get('x-plinth-transaction')}/undo` };
}

/** Keeps objects from being changed, until the answer is called. */
function hold(server: TestServer, ids: readonly string[]): () => void {
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  for (const id of ids) void server.site.store.locked(`blog/${id}`, () => gate);
  return letGo;
}

/** Sends a request that asks for lines. */
function ask(server: TestServer, path: string) {
  const leaving = new AbortController();
  const lines: Record<string, unknown>[] = [];
  const read = async () => {
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: { cookie: server.cookie, 'x-csrf-token': server.csrfToken, accept: 'application/x-ndjson' },
      signal: leaving.signal,
    });
    if (!response.body) return response;
    for await (const line of eventsIn<Record<string, unknown>>(response.body)) lines.push(line);
    return response;
  };
  const ended = read();
  ended.catch(() => {});
  return { lines, ended, leave: () => leaving.abort() };
}

const titlesIn = async (server: TestServer, set: string) => {
  const path = '/api/collections/blog?limit=100';
  const { json } = await server.request(path, set === '' ? {} : through(set));
  return (json.objects as { title: string }[]).map(({ title }) => title);
};

const count = (all: readonly string[], one: string) => all.filter((other) => other === one).length;

/** With how many objects that are undone at the same time: two groups of 20 that are live, eight in a set. */
describe.each([
  ['', 40],
  ['draft', 8],
])('the lines of an undo of saves %s', (set, atOnce) => {
  const titles = (server: TestServer) => titlesIn(server, set);

  it.each(['', '?dryRun=true'])('say how far it is, then what became of each object%s', async (query) => {
    const { server, path } = await changed(set);
    const letGo = hold(server, query === '' ? IDS : []);
    // A dry run waits for no object, but for what it reads of one.
    const { objects } = server.site.store;
    const read = objects.read.bind(objects);
    let readOn = () => {};
    const gate = new Promise<void>((resolve) => {
      readOn = resolve;
    });
    if (query !== '')
      vi.spyOn(objects, 'read').mockImplementation(async (...args) => {
        await gate;
        return read(...args);
      });
    const asked = ask(server, path + query);
    await expect
      .poll(() => asked.lines[0])
      .toEqual({
        ...{ event: 'progress', step: 'changes', done: 0, of: COUNT },
      });
    letGo();
    readOn();
    const response = await asked.ended;
    expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    const { undone, ...result } = asked.lines.at(-1) as { undone?: { result: string }[] };
    expect(result).toEqual({ event: 'result', dryRun: query !== '' });
    expect(undone).toHaveLength(COUNT);
    expect(new Set(undone?.map((one) => one.result))).toEqual(new Set(['restored']));
    for (const line of asked.lines.slice(0, -1)) expect(line).toMatchObject({ event: 'progress', of: COUNT });
    expect(count(await titles(server), 'Old')).toBe(query === '' ? COUNT : 0);
  });

  it('are none of an undo that cannot begin, which has a status', async () => {
    const { server } = await changed(set);
    const path = '/api/activity/01900000-0000-7000-8000-000000000000/undo';
    const asked = ask(server, path);
    const { status, headers } = await asked.ended;
    expect([status, headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
  });

  it('end with a client that leaves: what was begun is whole, the rest is as it was, and can be undone', async () => {
    const { server, path } = await changed(set);
    const letGo = hold(server, IDS);
    const canceled = vi.spyOn(AbortController.prototype, 'abort');
    const asked = ask(server, path);
    await expect.poll(() => asked.lines.length).toBeGreaterThan(0);
    canceled.mockClear();
    asked.leave();
    await expect(asked.ended).rejects.toThrow();
    // The client's own call has no reason, that of the server has one.
    await expect.poll(() => canceled.mock.calls.some(([reason]) => reason instanceof Error)).toBe(true);
    letGo();
    await expect.poll(async () => count(await titles(server), 'Old')).toBe(atOnce);
    const { json } = await server.request(path, { method: 'POST' });
    const results = (json.undone as { result: string }[]).map(({ result }) => result);
    expect([count(results, 'unchanged'), count(results, 'restored')]).toEqual([atOnce, COUNT - atOnce]);
    expect(count(await titles(server), 'Old')).toBe(COUNT);
    expect(server.warnings()).toEqual([]);
  });
});
