/** A 202 survives the end of the process, however it comes; and a handler is approved across processes. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { built, plinth, run } from '../helpers/process.js';
import { BLOG, temporaryFolder, writeFiles } from '../helpers/server.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

/** Says that it runs, then waits as long as it is told to. */
const HANDLER = `export default async ({ args, objects }) => {
  await objects.patch('blog', 'first-post', { title: 'run ' + args.n });
  if (args.hold) await new Promise((done) => setTimeout(done, 60_000));
  return args.n;
};`;

const JOB = {
  id: 'job',
  name: 'Job',
  enabled: true,
  triggers: { hook: { id: 'hook', type: 'webhook', auth: 'none', sync: false } },
};

interface Run {
  id: string;
  status: string;
  error: { message: string } | null;
}

it('keeps the runs of a server that was killed, and asks again for a handler that was changed', async () => {
  const home = await temporaryFolder();
  const folder = join(home, 'content');
  await mkdir(folder);
  await writeFiles(folder, {
    ...BLOG,
    'automations/.meta.json': { id: 'automations', schema: 'automations' },
    'automations/job.json': JOB,
    'automations/job/handler.mjs': HANDLER,
  });
  const args = ['--data', folder, '--cache', join(home, 'cache'), '--state', join(home, 'state')];
  const made = await plinth(['keys', 'create', '--name', 'test', ...args]);
  const headers = { 'x-api-key': made.stdout.trim(), 'content-type': 'application/json' };
  const serve = async () => {
    const server = run(built('cli/plinth.js'), ['serve', '--json', '--port', '0', ...args]);
    const { url } = await server.event();
    const trigger = async (n: number, hold = false) => {
      const body = JSON.stringify({ n, hold });
      const answer = await fetch(`${url}/automations/job`, { method: 'POST', headers, body });
      const { runId }: { runId?: string } = await answer.json();
      return { status: answer.status, runId };
    };
    const runs = async (): Promise<Run[]> => {
      const answer = await fetch(`${url}/api/automations/job/runs`, { headers });
      const { runs }: { runs: Run[] } = await answer.json();
      return runs.reverse();
    };
    const title = async () => {
      const { title }: { title: string } = await (
        await fetch(`${url}/api/collections/blog/first-post`, { headers })
      ).json();
      return title;
    };
    return { ...server, trigger, runs, title };
  };

  const first = await serve();
  expect((await first.trigger(0)).status).toBe(404);
  // Said in another process, it holds at once.
  const trusted = await plinth(['trust', ...args, '--json']);
  expect(trusted.code, trusted.stderr).toBe(0);
  const queued = [await first.trigger(1, true), await first.trigger(2), await first.trigger(3)];
  expect(queued.map(({ status }) => status)).toEqual([202, 202, 202]);
  await expect.poll(first.title, { timeout: 30_000 }).toBe('run 1');
  first.child.kill('SIGKILL');
  await first.ended;

  const second = await serve();
  const ended = async () => (await second.runs()).every(({ status }) => !/queued|running/.test(status));
  await expect.poll(ended, { timeout: 30_000 }).toBe(true);
  const runs = await second.runs();
  expect(runs.map(({ id }) => id)).toEqual(queued.map(({ runId }) => runId));
  expect(runs.map(({ status }) => status)).toEqual(['failed', 'succeeded', 'succeeded']);
  expect(runs[0]?.error?.message).toBe('interrupted');
  expect(await second.title()).toBe('run 3');

  await writeFile(join(folder, 'automations/job/handler.mjs'), `${HANDLER}// more`);
  expect((await second.trigger(4)).status).toBe(404);
  await plinth(['trust', ...args, '--json']);
  expect((await second.trigger(5)).status).toBe(202);

  // A server that is told to stop lets runs end for some seconds, and says of the others that they were cut off.
  await expect.poll(second.title, { timeout: 30_000 }).toBe('run 5');
  await second.trigger(6, true);
  await expect.poll(second.title, { timeout: 30_000 }).toBe('run 6');
  second.child.kill('SIGTERM');
  expect((await second.ended).code).toBe(0);
  const third = await serve();
  expect((await third.runs()).at(-1)).toMatchObject({ status: 'failed', error: { message: 'interrupted' } });
});
