/** Automations that publish a site: allowed by the owner alone, one run after another, at a planned time. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { BLOG, startTestServer, type TestServer } from '../helpers/server.js';
import { addSite, begin, homeOf } from '../helpers/site-builds.js';
import { type AutomationServer, automationServer } from './automation-site.js';

vi.setConfig({ testTimeout: 60_000 });

const HANDLER = `export default async (ctx) => ctx.publish(ctx.args.site ?? 'site')`;

const runsOf = async (server: TestServer) =>
  (await server.request('/api/sites/site/runs')).json.runs as { status: string; by: object }[];

/** Runs the automation once, to its end. */
async function publishBy(server: AutomationServer, args = {}): Promise<Record<string, unknown>> {
  const sent = { method: 'POST', json: { args } };
  expect((await server.request('/api/automations/publisher/run', sent)).status).toBe(202);
  return server.lastRun('publisher');
}

/** Waits until nothing is published any more. */
const published = (server: TestServer, count: number) =>
  vi.waitFor(
    async () => {
      const runs = await runsOf(server);
      expect(runs.map(({ status }) => status)).toEqual(Array(count).fill('succeeded'));
      return runs;
    },
    { timeout: 30_000, interval: 100 },
  );

describe('an automation', () => {
  it('publishes only a site whose owner has allowed it, and nothing when nothing has changed', async () => {
    const server = await automationServer();
    await addSite(server);
    await server.make('publisher', { handler: HANDLER });
    expect(await publishBy(server)).toMatchObject({
      status: 'failed',
      error: { message: expect.stringContaining('may not publish the site "site"') },
    });
    expect(await runsOf(server)).toEqual([]);
    expect(await publishBy(server, { site: 'other' })).toMatchObject({ status: 'failed' });

    await server.request('/api/sites/site', { method: 'PATCH', json: { automations: true } });
    expect(await publishBy(server)).toMatchObject({ status: 'succeeded', result: { status: 'started' } });
    const [run] = await published(server, 1);
    expect(run?.by).toMatchObject({ kind: 'automation', id: 'publisher', name: 'publisher' });
    expect(await publishBy(server)).toMatchObject({ result: { status: 'unchanged', run: null } });
  });

  it('has a site published once more after the run that is under way', async () => {
    const server = await automationServer();
    await addSite(server, { automations: true, build: 'sleep 2 && node build.mjs' });
    await server.make('publisher', { handler: HANDLER });
    expect((await begin(server)).status).toBe(202);
    await server.request('/api/collections/blog/first-post', { method: 'PATCH', json: { title: 'Late' } });
    expect(await publishBy(server)).toMatchObject({ result: { status: 'waiting', run: null } });
    expect(await publishBy(server)).toMatchObject({ result: { status: 'waiting' } });
    const runs = await published(server, 2);
    expect(runs.map(({ by }) => Object(by).kind)).toEqual(['automation', 'owner']);
  });

  it('publishes at a planned time, also when Plinth was closed then', async () => {
    const server = await automationServer();
    await addSite(server, { automations: true });
    const triggers = { friday: { type: 'schedule', cron: '0 * * * *', catchUp: true } };
    await server.make('publisher', { handler: HANDLER, triggers });
    server.site.automations.look();
    await server.site.automations.settled();
    const record = join(homeOf(server), 'state', 'schedules.json');
    await server.close();
    const looked = JSON.parse(await readFile(record, 'utf8'));
    const earlier = new Date(Date.now() - 3 * 3_600_000).toISOString();
    for (const times of Object.values(looked.folders) as Record<string, string>[])
      for (const key of Object.keys(times)) times[key] = earlier;
    await writeFile(record, JSON.stringify(looked));
    const again = await startTestServer(BLOG, { home: homeOf(server) });
    const [run] = await published(again, 1);
    expect(run?.by).toMatchObject({ kind: 'automation' });
  });
});
