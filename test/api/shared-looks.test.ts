/** Looks at the whole folder, which say how far they are and end when all who wait for them have left. */
import { describe, expect, it } from 'vitest';
import { eventsIn } from '../../renderer/api/ndjson.js';
import { HEALTH_KINDS } from '../../server/contract/health.js';
import { startTestServer, type TestServer } from '../helpers/server.js';

const PHOTO = { name: 'a.png', mime: 'image/png', size: 1 };
const FILES = {
  '.schemas/walk.json': {
    id: 'walk',
    properties: { id: { field: 'id' }, title: { field: 'text' }, photo: { field: 'image' } },
  },
  'walks/.meta.json': { id: 'walks', schema: 'walk' },
  ...Object.fromEntries(
    ['a', 'b', 'c'].flatMap((id) => [
      [`walks/${id}.json`, { id, title: id, photo: PHOTO }],
      [`walks/${id}/photo/a.png`, 'x'],
      [`walks/${id}/photo/unused.png`, 'x'],
    ]),
  ),
};

/** Holds a call of the store until it is let go, and counts the calls. */
function held<Given extends unknown[], Answer>(call: (...given: Given) => Promise<Answer>) {
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const calls: Given[] = [];
  return {
    calls,
    letGo,
    call: async (...given: Given) => {
      calls.push(given);
      await gate;
      return call(...given);
    },
  };
}

/** Each look at the files of an object waits. `signals`: of those who have asked. */
async function withHeldFolders() {
  const server = await startTestServer(FILES);
  const { store, health, media } = server.site;
  const folders = held(store.files.list.bind(store.files));
  store.files.list = folders.call;
  const signals: (AbortSignal | undefined)[] = [];
  const [problems, unnamed] = [health.problems.bind(health), media.unnamed.bind(media)];
  health.problems = (kind, looking) => {
    signals.push(looking?.signal);
    return problems(kind, looking);
  };
  media.unnamed = (query, looking) => {
    signals.push(looking?.signal);
    return unnamed(query, looking);
  };
  return { server, folders, signals };
}

/** A client that asks for lines. */
function asking(server: TestServer, path: string) {
  const leaving = new AbortController();
  const lines: Record<string, unknown>[] = [];
  const ask = async () => {
    const response = await fetch(server.url + path, {
      headers: { cookie: server.cookie, accept: 'application/x-ndjson' },
      signal: leaving.signal,
    });
    if (!response.body) return;
    for await (const line of eventsIn<Record<string, unknown>>(response.body)) lines.push(line);
  };
  const ended = ask();
  ended.catch(() => {});
  return { lines, ended, leave: () => leaving.abort() };
}

describe('the counts of problems', () => {
  it('come one kind after another, before the last is known', async () => {
    const { server, folders } = await withHeldFolders();
    const asked = asking(server, '/api/health');
    const counted = () => asked.lines.filter(({ event }) => event === 'counted').map(({ kind }) => kind);
    await expect.poll(counted).toEqual(HEALTH_KINDS.filter((kind) => kind !== 'unused'));
    expect(folders.calls).toHaveLength(1);
    folders.letGo();
    await asked.ended;
    const counts = { damaged: 0, conflicts: 0, invalid: 0, references: 0, alt: 3, oversize: 0, unused: 3 };
    expect(asked.lines.at(-1)).toEqual({ event: 'result', counts });
    expect((await server.request('/api/health')).json).toEqual({ counts });
  });
});

describe('a look at the whole folder', () => {
  it('goes on for one client when another leaves, and ends when both have left', async () => {
    const { server, folders } = await withHeldFolders();
    const [one, other] = [asking(server, '/api/health/unused'), asking(server, '/api/health/unused')];
    await expect.poll(() => folders.calls.length).toBe(1);
    one.leave();
    await expect(one.ended).rejects.toThrow();
    folders.letGo();
    await other.ended;
    expect(other.lines.at(-1)).toMatchObject({ event: 'result', total: 3 });
    expect(folders.calls).toHaveLength(3);
  });

  it.each(['/api/health', '/api/health/unused', '/api/media?unnamed=true'])(
    'ends at the next object when the client of %s has left',
    async (path) => {
      const { server, folders, signals } = await withHeldFolders();
      const asked = asking(server, path);
      await expect.poll(() => folders.calls.length).toBe(1);
      asked.leave();
      await expect(asked.ended).rejects.toThrow();
      await expect.poll(() => signals.at(-1)?.aborted).toBe(true);
      folders.letGo();
      // The next one waits for the end of what was begun.
      expect((await server.request('/api/health/unused')).json.total).toBe(3);
      // The object that was being looked at, then all of them.
      expect(folders.calls).toHaveLength(4);
    },
  );
});
