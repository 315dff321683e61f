/** From the server's sandbox to the interpreter and back, by way of the app's main process. */
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { createSandboxes, type Sandboxes } from '../../main/sandboxes.js';
import { type Job, Sandbox } from '../../server/automations/sandbox/sandbox.js';
import { parentSandbox } from '../../server/cli/parent-sandbox.js';
import type { MainMessage } from '../../server/contract/desktop.js';

const CHILD = fileURLToPath(new URL('../../dist/server/automations/sandbox/child.js', import.meta.url));

/** A server's sandbox whose parent is the app. */
function sandbox(): Sandbox {
  let listener: (message: MainMessage) => void = () => {};
  const app: Sandboxes = createSandboxes(CHILD, (message) => listener(message));
  const start = parentSandbox({
    tell: (message) => app.hear(message),
    onCommand: (hear) => {
      listener = hear;
    },
  });
  const made = new Sandbox(start, () => {});
  onTestFinished(() => {
    made.close();
    app.endAll();
  });
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
