/** `plinth mcp` as AI clients start it: the official client over stdin and stdout of the built command. */
import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { OwnServer } from '../../server/cli/own-server.js';
import { startServer } from '../../server/start.js';
import { readRuntimeFile } from '../../server/store/host/runtime-file.js';
import { ERAS, type Era, wrapped } from '../helpers/mcp-client.js';
import { built, plinth, run } from '../helpers/process.js';
import { BLOG, startTestServer, temporaryFolder, writeFiles } from '../helpers/server.js';
import { staffSession, WITH_STAFF } from '../helpers/users.js';

interface Folder {
  data: string;
  places: string[];
  state: string;
}

async function folder(): Promise<Folder> {
  const home = await temporaryFolder();
  const data = join(home, 'content');
  await mkdir(data);
  await writeFiles(data, { ...BLOG, '.system/settings.json': { edition: 'standard' } });
  const state = join(home, 'state');
  return { data, state, places: ['--data', data, '--cache', join(home, 'cache'), '--state', state] };
}

async function connect({ places }: Folder, era: Era, more: string[] = []) {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: ERAS[era] } });
  const args = [built('cli/plinth.js'), 'mcp', ...places, ...more];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
  return wrapped(client);
}

describe('plinth mcp', () => {
  it.each(Object.keys(ERAS) as Era[])(
    'opens a folder without a server, in every edition, for clients of %s',
    async (era) => {
      const place = await folder();
      const { call } = await connect(place, era);
      const created = await call('create_object', { collection: 'blog', object: { title: 'From a chat' } });
      expect(created.value).toMatchObject({ id: 'from-a-chat' });
      const stored = await readFile(join(place.data, 'blog/from-a-chat.json'), 'utf8');
      expect(JSON.parse(stored)).toMatchObject({ title: 'From a chat' });
    },
  );

  it('leaves the work to the server that has the folder open, and goes on when that one has gone', async () => {
    const place = await folder();
    const serve = () => run(built('cli/plinth.js'), ['serve', '--json', '--port', '0', ...place.places]);
    const server = serve();
    await server.event();
    const { call } = await connect(place, '2026');
    const { pid } = server.child;
    expect((await call('list_collections')).isError).toBe(false);
    expect((await readRuntimeFile(place.state, place.data))?.pid).toBe(pid);
    server.child.kill('SIGTERM');
    expect((await server.ended).code).toBe(0);
    expect((await call('list_collections')).isError).toBe(false);
    expect((await readRuntimeFile(place.state, place.data))?.pid).not.toBe(pid);
  });

  it('offers nothing that changes anything when it is told to only read', async () => {
    const place = await folder();
    const { client, call } = await connect(place, '2026', ['--read-only']);
    const { tools } = await client.listTools();
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([]);
    expect(tools.length).toBeGreaterThan(5);
    await expect(call('create_object', { collection: 'blog', object: { title: 'x' } })).rejects.toMatchObject(
      {
        code: -32602,
      },
    );
  });

  it('opens nothing but the MCP endpoint by the keys it uses', async () => {
    const place = await folder();
    const server = await startServer({
      folder: place.data,
      state: place.state,
      port: 0,
      log: pino({ level: 'silent' }),
    });
    try {
      const keys = (await readRuntimeFile(place.state, place.data))?.keys;
      const statuses = [];
      for (const key of [keys?.all ?? '', keys?.read ?? '']) {
        const { status } = await fetch(`${server.url}/api/collections`, { headers: { 'x-api-key': key } });
        statuses.push(status);
      }
      expect(statuses).toEqual([401, 401]);
    } finally {
      await server.close();
    }
  });

  it('lets go of the folder when it is asked nothing any more, and takes it again for the next question', async () => {
    const place = await folder();
    const start = () =>
      startServer({ folder: place.data, state: place.state, port: 0, log: pino({ level: 'silent' }) });
    const own = new OwnServer({ folder: place.data, state: place.state, start, idle: 100 });
    const first = await own.find();
    await expect.poll(() => readRuntimeFile(place.state, place.data)).toBeUndefined();
    const second = await own.find();
    expect(second.keys).not.toEqual(first.keys);
    await own.close();
  });

  it('ends when the client goes, and says what it is for', async () => {
    const place = await folder();
    const { ended } = run(built('cli/plinth.js'), ['mcp', ...place.places], { input: '' });
    expect(await ended).toMatchObject({ code: 0, stdout: '' });
    const help = await plinth(['mcp', '--help']);
    expect(help.stdout).toContain('mcpServers');
    expect(help.stdout).toContain(JSON.stringify(built('cli/plinth.js')));
    expect(help.stdout).not.toContain('npx');
    expect(await plinth(['mcp'])).toMatchObject({ code: 2 });
  });
});

describe('the command that GET /api/status names', () => {
  it('starts this installation, and is for the owner only', async () => {
    const server = await startTestServer(WITH_STAFF);
    const { json } = await server.request('/api/status');
    const [program, ...args] = Array.isArray(json.command) ? json.command.map(String) : [];
    const { stdout } = await promisify(execFile)(program ?? '', [...args, '--version']);
    expect(stdout.trim()).toBe(json.version);
    for (const role of ['admin', 'viewer'] as const) {
      const user = await staffSession(server, role);
      const answer = await user.request('/api/status');
      expect([role, answer.status, 'command' in answer.json]).toEqual([role, 200, role === 'admin']);
    }
  });
});
