/**
 * Kills between the writes to the state directory: download counts, and what this machine trusts. What each kill would
 * have left is copied while one server goes on, and then opened.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { canFault, compileShim, killPoints } from '../helpers/fault-shim.js';
import { temporaryFolder, writeFiles } from '../helpers/server.js';
import { Client, copiesIn, Faults, putBack, type Sent } from './faults/client.js';
import { filesOf } from './faults/operations.js';

if (!canFault) console.warn('Left out: kills between writes of state (needs Linux and a C compiler)');

vi.setConfig({ testTimeout: 600_000, hookTimeout: 60_000 });

/** A folder and a state directory side by side, whose calls are counted together. */
async function setStage() {
  const home = await temporaryFolder();
  const root = join(home, 'counted');
  const [folder, state] = [join(root, 'content'), join(root, 'state')];
  await mkdir(folder, { recursive: true });
  await writeFiles(folder, { ...filesOf(0), '.system/settings.json': { edition: 'pro' } });
  const faults = new Faults(home);
  const where = { home, folder, shim: compileShim(home), state, copies: await temporaryFolder() };
  const start = (options: { counted: string; trusting?: boolean }) =>
    Client.start({ ...where, root: options.counted }, faults, '', { trusting: options.trusting ?? false });
  const open = () => Client.open(where, '', { trusting: false });
  /** What a kill before a call has left, opened. */
  const afterKill = (at: number) => {
    putBack(where, at);
    return open();
  };
  return { folder, state, root, faults, start, open, afterKill, killed: () => copiesIn(where) };
}

const paperOf = async (client: Client): Promise<number> =>
  JSON.parse(await client.text('/api/collections/r0/one')).paper.count ?? 0;

it.skipIf(!canFault)('keeps download counts as they were or as they became', async () => {
  const { folder, state, faults, start, afterKill, killed } = await setStage();
  const object = join(folder, 'r0/one.json');
  const before = await readFile(object);
  const download = async (client: Client) =>
    expect((await client.send('GET', '/download/r0/one/paper')).status).toBe(200);
  let client = await start({ counted: state, trusting: true });
  // The first count makes the file that later ones replace.
  let calls: string[] = [];
  let count = 0;
  while (count < 2) {
    await download(client);
    faults.off();
    await client.stop();
    calls = faults.calls();
    client = await start({ counted: state });
    count += 1;
    expect(await paperOf(client)).toBe(count);
  }
  await download(client);
  faults.copyAt(killPoints(calls));
  expect(await client.stop()).toBe(true);
  calls = faults.calls();
  const found = new Set<number>();
  for (const at of killed()) {
    const said = `killed at ${calls[at - 1]}`;
    client = await afterKill(at);
    const files = readdirSync(state).filter((name) => /^downloads-[^.]*\.json$/.test(name));
    for (const name of files) JSON.parse(readFileSync(join(state, name), 'utf8'));
    expect(files.length, said).toBe(1);
    expect(await readFile(object), said).toEqual(before);
    const now = await paperOf(client);
    expect([count, count + 1], said).toContain(now);
    found.add(now);
    await client.stop();
  }
  expect(found).toEqual(new Set([count, count + 1]));
});

interface Change {
  /** Where the change is written. */
  file: string;
  prepare?: (client: Client) => Promise<string>;
  act: (client: Client, id: string, run: number) => Promise<Sent>;
  /** Whether the change is in the file. */
  isWritten: (file: string, run: number) => boolean;
  /** The file as another machine could have changed it. */
  widened: (file: string) => string;
}

const user = (run: number | string) => ({
  name: `User ${run}`,
  email: `user-${run}@example.org`,
  role: 'viewer',
  password: 'A long pass phrase 5',
});

const CHANGES: Record<string, Change> = {
  'a new key': {
    file: 'apikeys.json',
    act: (client, _, run) =>
      client.send('POST', '/api/apikeys', { name: `k${run}`, methods: ['GET'], paths: ['/collections'] }),
    isWritten: (file, run) => file.includes(`"k${run}"`),
    widened: (file) => file.replace('"GET"', '"GET", "DELETE"'),
  },
  'a new user': {
    file: 'users.json',
    act: (client, _, run) => client.send('POST', '/api/users', user(run)),
    isWritten: (file, run) => file.includes(`"User ${run}"`),
    widened: (file) => file.replace('"viewer"', '"admin"'),
  },
  'another name of a user': {
    file: 'users.json',
    prepare: async (client) => JSON.parse((await client.send('POST', '/api/users', user('one'))).text).id,
    act: (client, id, run) => client.send('PATCH', `/api/users/${id}`, { name: `Walker ${run}` }),
    isWritten: (file, run) => file.includes(`"Walker ${run}"`),
    widened: (file) => file.replace('"viewer"', '"admin"'),
  },
  'a setting that opens more': {
    file: 'settings.json',
    act: (client, _, run) => client.send('PATCH', '/api/settings', { hosts: [`cms-${run}.example`] }),
    isWritten: (file, run) => file.includes(`"cms-${run}.example"`),
    widened: (file) => file.replace(/"cms-\d+\.example"/, '"other.example"'),
  },
};

const trustOf = async (client: Client) => JSON.parse(await client.text('/api/trust'));

describe.skipIf(!canFault)('what this machine trusts', () => {
  it.each(Object.entries(CHANGES))(
    '%s is accepted with its record, whenever it is killed',
    async (_, change) => {
      const { folder, root, faults, start, open, afterKill, killed } = await setStage();
      const path = join(folder, '.system', change.file);
      const text = () => (existsSync(path) ? readFileSync(path, 'utf8') : '{"users":[]}');
      const client = await start({ counted: root, trusting: true });
      const id = (await change.prepare?.(client)) ?? '';
      // The first change also makes what all others find.
      faults.off();
      expect((await change.act(client, id, 0)).status).toBeLessThan(300);
      faults.off();
      expect((await change.act(client, id, 1)).status).toBeLessThan(300);
      faults.copyAt(killPoints(faults.calls()));
      expect((await change.act(client, id, 2)).status).toBeLessThan(300);
      // All of it was done before the answer.
      const points = killed();
      const calls = faults.calls();
      await client.stop();
      let written = 0;
      for (const at of points) {
        const said = `killed at ${calls[at - 1]}`;
        const again = await afterKill(at);
        // What the owner sent counts as soon as it is there; nothing else of the folder has changed.
        expect((await trustOf(again)).pending, said).toBe(0);
        if (change.isWritten(text(), 2)) written += 1;
        await again.stop();
      }
      expect(points.length).toBeGreaterThan(written);
      expect(written).toBeGreaterThan(0);

      const widened = change.widened(text());
      expect(widened).not.toBe(text());
      await writeFile(path, widened);
      const again = await open();
      expect((await trustOf(again)).pending).toBe(1);
      await again.stop();
    },
  );
});
