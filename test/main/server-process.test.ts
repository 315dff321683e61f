import { readFile } from 'node:fs/promises';
import { utilityProcess } from 'electron';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Listening } from '../../main/server-child.js';
import { createServerProcess, type ServerProcessOptions } from '../../main/server-process.js';
import type { ServerState } from '../../server/contract/desktop.js';
import { fakeServer, isAlive } from './fake-server.js';

afterEach(() => vi.restoreAllMocks());

/** A server process over a fake server, with the states it went through and a way to await the next ones. */
async function serverOver(
  behaviour: Parameters<typeof fakeServer>[0],
  options: Partial<ServerProcessOptions> = {},
) {
  const { script, log } = await fakeServer(behaviour);
  const states: ServerState[] = [];
  let hear = () => {};
  const recoveries: Listening[] = [];
  const forked = vi.spyOn(utilityProcess, 'fork');
  const server = createServerProcess({
    script,
    onState: (state) => {
      states.push(state);
      hear();
    },
    onRecovered: (listening) => {
      recoveries.push(listening);
      hear();
    },
    // Long for the one that saves, and over at once for those that stop by themselves.
    grace: behaviour === 'saving' ? 20_000 : 100,
    backOff: [1, 1, 1],
    ...options,
  });
  onTestFinished(() => server.stop());
  const until = (holds: () => boolean) =>
    new Promise<void>((resolve) => {
      hear = () => holds() && resolve();
      hear();
    });
  const lines = async () => (await readFile(log, 'utf8')).trim().split('\n');
  const children = () => forked.mock.results.map(({ value }) => value);
  return { server, states, recoveries, until, lines, children };
}

const task = { folder: '/sites/blog', port: 0 };

describe('the server process', () => {
  it('answers with the address and the link once it listens', async () => {
    const { server, states } = await serverOver('sound');
    const { url, admin } = await server.start({ ...task, port: 4180 });
    expect(url).toBe('http://127.0.0.1:4180');
    expect(admin).toBe(`${url}/admin/?token=one`);
    expect(states).toEqual([
      { state: 'stopped', reason: 'The folder was closed.', retrying: false },
      { state: 'starting' },
      { state: 'running', url },
    ]);
    expect(await server.adminLink()).toBe(`${url}/admin/?token=fresh`);
  });

  it('passes folder, port, places and starter on its command line', async () => {
    const { server, children } = await serverOver('sound');
    await server.start({ folder: '/sites/blog', port: 4180, starter: 'blog', cache: '/c', state: '/s' });
    expect(vi.mocked(utilityProcess.fork).mock.calls[0]?.[1]).toEqual(
      '--data /sites/blog --port 4180 --cache /c --state /s --starter blog'.split(' '),
    );
    expect(children()).toHaveLength(1);
  });

  it("fails with the server's own words", async () => {
    const { server } = await serverOver('refusing');
    await expect(server.start(task)).rejects.toThrow('This folder is open in another Plinth.');
    expect(server.state).toEqual({
      state: 'stopped',
      reason: 'This folder is open in another Plinth.',
      retrying: false,
    });
  });

  it('fails with a sentence when a server ends before it could say a word', async () => {
    const { server } = await serverOver('broken');
    await expect(server.start(task)).rejects.toThrow('The server exited unexpectedly (code 3).');
  });

  it('fails when nothing is heard within the deadline, and leaves no process', async () => {
    const { server, children } = await serverOver('silent', { deadline: 300, grace: 50 });
    const [child] = [server.start(task), children()[0]];
    await expect(child).rejects.toThrow('did not start within 0.3 seconds');
    expect(children().map(({ pid }) => pid)).toEqual([undefined]);
  });

  it('restarts a server that crashed, on its port and without the starter, and tells why', async () => {
    const { server, states, recoveries, until, lines } = await serverOver('crashing');
    const first = await server.start({ ...task, starter: 'blog' });
    await expect(server.adminLink()).rejects.toThrow('out of cheese');
    await until(() => recoveries.length === 1);
    expect(recoveries[0]).toEqual(first);
    expect(states.slice(2)).toEqual([
      { state: 'running', url: first.url },
      { state: 'stopped', reason: 'out of cheese', retrying: true },
      { state: 'starting' },
      { state: 'running', url: first.url },
    ]);
    await expect(server.adminLink()).rejects.toThrow('out of cheese');
    await until(() => recoveries.length === 2);
    expect(await server.adminLink()).toContain('token=fresh');
    const port = new URL(first.url).port;
    expect(await lines()).toEqual([
      'start --data /sites/blog --port 0 --starter blog',
      `start --data /sites/blog --port ${port}`,
      `start --data /sites/blog --port ${port}`,
    ]);
  });

  it('stays down when every restart has failed, and can be started again by hand', async () => {
    const { server, states, until, lines } = await serverOver('dying');
    await server.start(task);
    await expect(server.adminLink()).rejects.toThrow('exited unexpectedly (code 7)');
    await until(() => states.filter(({ state }) => state === 'starting').length === 4);
    await until(() => server.state.state === 'stopped' && !server.state.retrying);
    expect(server.state).toEqual({
      state: 'stopped',
      reason: 'The server exited unexpectedly (code 1).',
      retrying: false,
    });
    expect(states.filter((state) => state.state === 'stopped' && state.retrying)).toHaveLength(3);
    await expect(server.start(task)).rejects.toThrow('(code 1)');
    expect(await lines()).toHaveLength(5);
  });

  it('lets a running save finish before it stops', async () => {
    const { server, lines, states } = await serverOver('saving');
    await server.start(task);
    await server.stop();
    expect(await lines()).toEqual(['saved']);
    expect(states.at(-1)).toMatchObject({ state: 'stopped', reason: 'The folder was closed.' });
  });

  it('lets a second stop wait for the first one', async () => {
    const { server, children } = await serverOver('stubborn', { grace: 50 });
    await server.start(task);
    const { pid } = children()[0];
    // As when the last window is closed, which stops the server and then quits the app.
    const first = server.stop();
    await server.stop();
    expect(isAlive(pid)).toBe(false);
    await first;
  });

  it('ends by force a server that does not stop', async () => {
    const { server, children } = await serverOver('stubborn', { grace: 50 });
    await server.start(task);
    const { pid } = children()[0];
    expect(isAlive(pid)).toBe(true);
    await server.stop();
    expect(isAlive(pid)).toBe(false);
  });

  it('has one server when a start overtakes another', async () => {
    const { server, children, states } = await serverOver('sound');
    const overtaken = expect(server.start(task)).rejects.toThrow();
    const { url } = await server.start({ ...task, folder: '/sites/shop' });
    await overtaken;
    expect(server.state).toEqual({ state: 'running', url });
    expect(children().filter(({ pid }) => pid !== undefined && isAlive(pid))).toHaveLength(1);
    expect(states.at(-1)).toEqual({ state: 'running', url });
  });

  it('does not come back when it is stopped during a restart', async () => {
    const { server, until, lines, states } = await serverOver('crashing');
    await server.start(task);
    await expect(server.adminLink()).rejects.toThrow();
    await until(() => states.at(-1)?.state === 'starting');
    await server.stop();
    expect(server.state).toMatchObject({ state: 'stopped', reason: 'The folder was closed.' });
    await expect(server.adminLink()).rejects.toThrow('not running');
    expect((await lines()).length).toBeLessThanOrEqual(2);
  });
});
