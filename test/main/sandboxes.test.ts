import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { utilityProcess } from 'electron';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createSandboxes } from '../../main/sandboxes.js';
import type { MainMessage } from '../../server/contract/desktop.js';
import { isAlive } from './fake-server.js';
import { freshFolder } from './stand-in.js';

afterEach(() => vi.restoreAllMocks());

/** Answers every message with itself and its environment; at `loop` it never answers anything again. */
const ECHO = `process.parentPort.on('message', ({ data }) => {
  if (data === 'loop') for (;;);
  if (data === 'eat') globalThis.eaten = Buffer.alloc(450 * 1024 * 1024, 1);
  process.parentPort.postMessage({ data, environment: Object.keys(process.env) });
});`;

/** Where the programs lie below the folder of the server. */
const PROGRAMS = [
  ['automations/sandbox', 'child.js'],
  ['derivatives', 'image-child.js'],
] as const;

async function sandboxes() {
  const server = await freshFolder();
  for (const [folder, file] of PROGRAMS) {
    await mkdir(join(server, folder), { recursive: true });
    await writeFile(join(server, folder, file), ECHO);
  }
  await writeFile(join(server, 'package.json'), '{"type":"module"}');
  const fork = vi.spyOn(utilityProcess, 'fork');
  const heard: MainMessage[] = [];
  let told = () => {};
  const made = createSandboxes(server, (message) => {
    heard.push(message);
    told();
  });
  onTestFinished(() => made.endAll());
  const next = (count: number) =>
    new Promise<void>((resolve) => {
      told = () => heard.length >= count && resolve();
      told();
    });
  const process = (at: number) => fork.mock.results[at]?.value;
  return { ...made, heard, next, process, fork };
}

describe('the processes of handlers', () => {
  it('start when the server asks, without its environment, and pass messages both ways', async () => {
    const { onMessage: hear, heard, next, fork } = await sandboxes();
    hear({ event: 'sandbox-start', sandbox: 7 });
    hear({ event: 'sandbox-tell', sandbox: 7, message: { type: 'run' } });
    await next(1);
    expect(heard[0]).toMatchObject({
      command: 'sandbox-said',
      sandbox: 7,
      message: { data: { type: 'run' } },
    });
    // Seen from inside: the stand-in, like Electron, hands an empty environment on as ours.
    expect(heard[0]).toMatchObject({ message: { environment: ['PLINTH_SANDBOX'] } });
    expect(fork.mock.calls[0]?.[2]).toMatchObject({ stdio: 'ignore' });
  });

  it('run the program the server asks for', async () => {
    const { onMessage: hear, fork } = await sandboxes();
    hear({ event: 'sandbox-start', sandbox: 1, program: 'images' });
    expect(fork.mock.calls[0]?.[0]).toMatch(/derivatives.image-child\.js$/);
    expect(fork.mock.calls[0]?.[2]).toMatchObject({ serviceName: 'Plinth images', stdio: 'ignore' });
  });

  it('are ended at once, also out of an endless loop, and the server hears of it', async () => {
    const { onMessage: hear, heard, next, process } = await sandboxes();
    hear({ event: 'sandbox-start', sandbox: 1 });
    hear({ event: 'sandbox-tell', sandbox: 1, message: 'ready?' });
    await next(1);
    const { pid } = process(0);
    hear({ event: 'sandbox-tell', sandbox: 1, message: 'loop' });
    hear({ event: 'sandbox-kill', sandbox: 1 });
    await next(2);
    expect(heard[1]).toEqual({ command: 'sandbox-gone', sandbox: 1 });
    expect(isAlive(pid)).toBe(false);
  });

  it('are ended with their server, also where one has ended and the app is not told yet', async () => {
    const { onMessage: hear, heard, next, process, endAll } = await sandboxes();
    for (const sandbox of [1, 2]) {
      hear({ event: 'sandbox-start', sandbox });
      hear({ event: 'sandbox-tell', sandbox, message: 'ready?' });
      await next(sandbox);
    }
    const { pid } = process(0);
    process(0).pid = 2 ** 22 + 1;
    endAll();
    process(0).pid = pid;
    endAll();
    await vi.waitFor(() => {
      for (const sandbox of [1, 2]) expect(heard).toContainEqual({ command: 'sandbox-gone', sandbox });
    });
  });

  it('are ended when they take more memory than a handler may', async () => {
    const { onMessage: hear, heard, process } = await sandboxes();
    hear({ event: 'sandbox-start', sandbox: 3 });
    hear({ event: 'sandbox-tell', sandbox: 3, message: 'eat' });
    // On a busy machine it is ended while it eats, and does not answer any more.
    const gone = { command: 'sandbox-gone', sandbox: 3 };
    await vi.waitFor(() => expect(heard).toContainEqual(gone), { timeout: 15_000 });
    expect(process(0).pid).toBeUndefined();
  });

  it('are never more than a few, and never two under one number', async () => {
    const { onMessage: hear, heard, fork } = await sandboxes();
    for (const sandbox of [1, 1, 2, 3, 4, 5, 6, 7, 8, 9]) hear({ event: 'sandbox-start', sandbox });
    expect(fork).toHaveBeenCalledTimes(8);
    expect(heard).toEqual([{ command: 'sandbox-gone', sandbox: 9 }]);
  });
});
