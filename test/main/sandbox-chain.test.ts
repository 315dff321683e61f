/** From the server's sandbox to the interpreter and back, by way of the app's main process. */
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { createSandboxes, type Sandboxes } from '../../main/sandboxes.js';
import { type Job, Sandbox } from '../../server/automations/sandbox/sandbox.js';
import { parentHelpers } from '../../server/cli/parent-helpers.js';
import type { MainMessage } from '../../server/contract/desktop.js';
import { imageProcesses } from '../../server/derivatives/image-processes.js';
import { inspectInHelper } from '../../server/files/image-jobs.js';

const SERVER = fileURLToPath(new URL('../../dist/server', import.meta.url));

/** A server's sandbox whose parent is the app. */
function helpers(): ReturnType<typeof parentHelpers> {
  let listener: (message: MainMessage) => void = () => {};
  const app: Sandboxes = createSandboxes(SERVER, (message) => listener(message));
  const start = parentHelpers({
    send: (message) => app.onMessage(message),
    onCommand: (hear) => {
      listener = hear;
    },
  });
  onTestFinished(() => app.endAll());
  return start;
}

function sandbox(): Sandbox {
  const made = new Sandbox(helpers()(), () => {});
  onTestFinished(() => made.close());
  return made;
}

const job = (source: string, budget = 10_000): Job => ({
  source,
  input: '{"args":{"who":"sea"}}',
  budget,
  call: async () => '{}',
  log: () => {},
});

it('runs a handler in the app, again in the same process, and ends one that never ends', async () => {
  const made = sandbox();
  const hello = await made.run(job('export default async (ctx) => "hello " + ctx.args.who;'));
  expect(hello).toEqual({ ok: true, text: '"hello sea"' });
  expect(await made.run(job('export default async () => typeof process + typeof require;'))).toEqual({
    ok: true,
    text: '"undefinedundefined"',
  });
  expect(await made.run(job('export default async () => { for (;;); };', 100))).toMatchObject({ ok: false });
  expect(await made.run(job('export default async () => 3;'))).toEqual({ ok: true, text: '3' });
});

it('inspects an image in the app, and starts again after a process that has ended', async () => {
  const images = imageProcesses(helpers()('images'));
  onTestFinished(() => images.close());
  const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/files/${name}`, import.meta.url));
  const look = { extractExif: true, extractPalette: true, gatherLocation: true };
  const job = { path: fixture('photo.jpg'), type: 'jpeg', size: 50_000, ...look } as const;
  const first = await inspectInHelper(images, job);
  expect(first.image).toMatchObject({ width: 600, height: 800 });
  // Decoding HEIC takes far longer than the deadline.
  const slow = { ...job, task: 'inspect', path: fixture('photo.heic'), type: 'heic' };
  await expect(images.run(slow, { deadline: 1 })).rejects.toMatchObject({ reason: 'late' });
  expect(await inspectInHelper(images, job)).toEqual(first);
});
