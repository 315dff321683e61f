import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BLOG } from '../helpers/server.js';
import { automationServer, HOOK } from './automation-site.js';

const on = (event: string, collection = '') => ({ change: { type: 'event', event, collection } });
const RETURN_EVENT = 'export default async (ctx) => ({ event: ctx.event, trigger: ctx.trigger });';

const post = (id: string, more: object = {}) => ({ id, title: id, ...more });

describe('automations that run when content changes', () => {
  it('start on the event they name, in the collection they name', async () => {
    const server = await automationServer();
    await server.make('made', { handler: RETURN_EVENT, triggers: on('object.created', 'blog') });
    await server.make('other', { handler: RETURN_EVENT, triggers: on('object.created', 'blog-private') });
    await server.make('any', { handler: RETURN_EVENT, triggers: on('object.deleted') });
    await server.request('/api/collections/blog', { method: 'POST', json: post('third') });
    await server.request('/api/collections/blog/third', { method: 'DELETE' });
    expect(await server.lastRun('made')).toMatchObject({
      status: 'succeeded',
      result: {
        event: { type: 'object.created', collection: 'blog', id: 'third' },
        trigger: { type: 'event', id: 'change', event: 'object.created', object: 'third' },
      },
    });
    expect(await server.lastRun('any')).toMatchObject({ trigger: { object: 'third', collection: 'blog' } });
    expect((await server.request('/api/automations/other/runs')).json.total).toBe(0);
  });

  it('never start themselves, and no more than three start one another', async () => {
    const server = await automationServer();
    const renames = "patch('blog', 'first-post', { title: ctx.runId })";
    const handlers: [id: string, event: string, collection: string, calls: string][] = [
      ['one', 'object.updated', 'blog', renames],
      [
        'two',
        'object.updated',
        'blog',
        `${renames}.then(() => ctx.objects.create('blog', { title: ctx.runId }))`,
      ],
      ['three', 'object.created', 'blog', "patch('blog-private', 'secret', { title: ctx.runId })"],
      ['four', 'object.updated', 'blog-private', "delete('blog', 'second-post')"],
    ];
    for (const [id, event, collection, calls] of handlers) {
      const handler = `export default async (ctx) => ctx.objects.${calls};`;
      await server.make(id, { handler, triggers: on(event, collection) });
    }
    await server.request('/api/collections/blog/second-post', { method: 'PATCH', json: { title: 'Go' } });
    await server.site.automations.settled();
    const runs = [];
    for (const [id] of handlers) {
      const { json } = await server.request(`/api/automations/${id}/runs?limit=100`);
      runs.push(Number(json.total));
    }
    // The first two by the change and by each other, the third by both runs of the second, the fourth by one of these.
    expect(runs).toEqual([2, 2, 2, 1]);
  }, 120_000);

  it('hear of an import once, when it is complete; automations in it come switched off and unapproved', async () => {
    const server = await automationServer();
    await server.make('single', { handler: RETURN_EVENT, triggers: on('object.created', 'blog') });
    await server.make('whole', { handler: RETURN_EVENT, triggers: on('import.completed', 'blog') });
    const form = new FormData();
    form.set('json', new Blob([JSON.stringify([post('a'), post('b')])]), 'posts.json');
    const imported = await server.request('/import/collections/blog/json', { method: 'POST', body: form });
    expect(imported.json.created, imported.text).toBe(2);
    expect(await server.lastRun('whole')).toMatchObject({
      result: { event: { type: 'import.completed', collection: 'blog', created: 2, updated: 0 } },
    });
    expect((await server.request('/api/automations/single/runs')).json.total).toBe(0);

    const brought = [
      { id: 'brought', name: 'Brought', enabled: true, triggers: HOOK('none'), handler: RETURN_EVENT },
    ];
    const more = new FormData();
    more.set('json', new Blob([JSON.stringify(brought)]), 'automations.json');
    await server.request('/import/collections/automations/json', { method: 'POST', body: more });
    await server.site.automations.settled();
    const { automations } = (await server.request('/api/automations')).json;
    expect(automations).toContainEqual(
      expect.objectContaining({ id: 'brought', enabled: false, approval: 'new' }),
    );
    // Switched on by somebody who has not looked at it, it still does not run.
    await server.request('/api/collections/automations/brought', {
      method: 'PATCH',
      json: { enabled: true },
    });
    expect((await server.trigger('brought')).status).toBe(404);
    expect((await server.request('/api/automations/brought/run', { method: 'POST', json: {} })).status).toBe(
      403,
    );
  });
});

describe('what an automation may do', () => {
  it('is all content where it says nothing, and never keys, settings or other automations', async () => {
    const server = await automationServer();
    const tries = `
      const attempt = async (work) => { try { await work(); return 'done'; } catch (error) { return error.name; } };
      export default async ({ objects, collections, schemas }) => ({
        read: await attempt(() => objects.list('blog')),
        create: await attempt(() => objects.create('blog', { id: 'made', title: 'Made' })),
        patch: await attempt(() => objects.patch('blog', 'made', { title: 'Changed' })),
        clone: await attempt(() => objects.clone('blog', 'made', { id: 'copy' })),
        remove: await attempt(() => objects.remove('blog', 'copy')),
        invalid: await attempt(() => objects.create('blog', { id: 'x y' })),
        missing: await attempt(() => objects.get('blog', 'nobody')),
        schema: await attempt(() => collections.schema('blog')),
        schemas: await attempt(() => schemas.list()),
        self: await attempt(() => objects.get('automations', 'tries')),
        write: await attempt(() => objects.create('automations', { name: 'More', handler: '' })),
        clones: await attempt(() => objects.clone('blog', 'made', { collection: 'automations', id: 'evil' })),
        keys: await attempt(() => objects.list('../.system')),
      });`;
    await server.make('tries', { handler: tries });
    expect((await server.trigger('tries')).json).toEqual({
      read: 'done',
      create: 'done',
      patch: 'done',
      clone: 'done',
      remove: 'done',
      invalid: 'validation',
      missing: 'missing',
      schema: 'done',
      schemas: 'done',
      self: 'forbidden',
      write: 'forbidden',
      clones: 'forbidden',
      keys: 'missing',
    });
    expect((await server.request('/api/collections/blog/made')).json.title).toBe('Changed');

    await server.make('narrow', {
      handler: tries,
      scope: { methods: ['GET'], paths: ['/collections/blog'] },
    });
    expect((await server.trigger('narrow')).json).toMatchObject({
      read: 'done',
      create: 'forbidden',
      schemas: 'forbidden',
      self: 'forbidden',
    });
  });

  it('asks no host of this machine or network, unless the folder allows it', async () => {
    const server = await automationServer();
    const ask = `export default async (ctx) => {
      try { const answer = await ctx.fetch(ctx.args.url); return [answer.status, await answer.json()]; }
      catch (error) { return error.message; }
    };`;
    await server.make('ask', { handler: ask });
    const url = `${server.url}/healthz`;
    for (const address of [
      url,
      'http://localhost/',
      'http://169.254.169.254/',
      'http://[::1]/',
      'http://10.0.0.1/',
    ]) {
      expect((await server.trigger('ask', { url: address })).text, address).toContain('not a public host');
    }
    for (const address of ['file:///etc/passwd', 'ftp://example.org/', '', 'http://a:b@example.org/']) {
      expect((await server.trigger('ask', { url: address })).status, address).toBe(200);
    }
    const allowed = { 'automations.allowedHosts': [`127.0.0.1:${server.port}`] };
    await server.request('/api/settings', { method: 'PATCH', json: allowed });
    expect((await server.trigger('ask', { url })).text).toMatch(/^\[200,\{/);
  });
});

describe('an automation that keeps failing', () => {
  it('is disabled after five failures in a row with the reason, and starts again when it is enabled', async () => {
    const server = await automationServer();
    const handler = 'export default async (ctx) => { if (ctx.args.fail) throw new Error("no luck"); };';
    await server.make('flaky', { handler });
    for (const fail of [1, 1, 1, 1, 0, 1, 1, 1, 1]) await server.trigger('flaky', { fail });
    // A try by hand says nothing of how it fares.
    await server.request('/api/automations/flaky/run', { method: 'POST', json: { args: { fail: 1 } } });
    await server.site.automations.settled();
    const shown = async () => (await server.request('/api/collections/automations/flaky')).json;
    expect((await shown()).enabled).toBe(true);
    expect((await server.request('/api/automations')).json.automations).toMatchObject([
      { consecutiveFailures: 4, disabledReason: null },
    ]);
    expect((await server.trigger('flaky', { fail: 1 })).status).toBe(500);
    expect(await shown()).toMatchObject({ enabled: false, consecutiveFailures: 5 });
    expect((await shown()).disabledReason).toMatch(/5 times in a row.*no luck/);
    expect((await server.trigger('flaky')).status).toBe(404);

    await server.request('/api/collections/automations/flaky', { method: 'PATCH', json: { enabled: true } });
    await server.site.automations.settled();
    expect((await server.request('/api/automations')).json.automations).toMatchObject([
      { enabled: true, consecutiveFailures: 0, disabledReason: null },
    ]);
    expect((await server.trigger('flaky')).status).toBe(200);
  });
});

describe('runs', () => {
  it('are listed newest first, replayed with what they were given, and go with their automation', async () => {
    const server = await automationServer();
    await server.make('echo', { handler: 'export default async (ctx) => ctx.args;' });
    await server.trigger('echo', { n: 1 });
    await server.trigger('echo', { n: 2 });
    const { json } = await server.request('/api/automations/echo/runs');
    expect(json.total).toBe(2);
    const runs = json.runs as { id: string }[];
    const first = runs[1]?.id ?? '';
    expect((await server.request(`/api/automations/echo/runs/${first}`)).json.args).toEqual({ n: 1 });
    const replay = await server.request(`/api/automations/echo/runs/${first}/replay`, { method: 'POST' });
    expect(replay.status, replay.text).toBe(202);
    expect(await server.lastRun('echo')).toMatchObject({
      id: replay.json.runId,
      result: { n: 1 },
      trigger: { type: 'replay', run: first },
    });
    for (const path of ['/api/automations/nobody/runs', '/api/automations/echo/runs/nothing']) {
      expect((await server.request(path)).status).toBe(404);
    }
    await server.request('/api/collections/automations/echo', { method: 'DELETE' });
    await server.site.automations.settled();
    await server.make('echo', { handler: 'export default async () => 1;' });
    expect((await server.request('/api/automations/echo/runs')).json.total).toBe(0);
  });

  it('are limited to the owner and to keys for them', async () => {
    const server = await automationServer();
    await server.make('echo', { handler: 'export default async () => 1;' });
    const reader = await server.key({ methods: ['GET'], paths: ['/automations'] });
    const content = await server.key({ paths: ['/collections'] });
    const statusOf = async (path: string, as: 'nobody' | { key: string }, method = 'GET') =>
      (await server.request(path, { as, method, ...(method === 'GET' ? {} : { json: {} }) })).status;
    expect(await statusOf('/api/automations', { key: reader })).toBe(200);
    expect(await statusOf('/api/automations/echo/runs', { key: reader })).toBe(200);
    expect(await statusOf('/api/automations/echo/run', { key: reader }, 'POST')).toBe(401);
    expect(await statusOf('/api/automations', { key: content })).toBe(401);
    expect(await statusOf('/api/automations', 'nobody')).toBe(401);
    expect(await statusOf('/api/trust', { key: await server.key() })).toBe(403);
    // Content in hand is not yet the right to write programs.
    const write = (as: { key: string }) =>
      server.request('/api/collections/automations/echo', { method: 'PATCH', json: { name: 'Mine' }, as });
    expect((await write({ key: content })).status).toBe(403);
    expect((await write({ key: await server.key() })).status).toBe(200);
  });
});

describe('a trigger', () => {
  it.each<[string, Record<string, object>, string]>([
    ['a schedule nobody can read', { night: { type: 'schedule', cron: 'at three' } }, 'triggers.night.cron'],
    ['a schedule without times', { night: { type: 'schedule' } }, 'triggers.night.cron'],
    ['an unknown type', { odd: { type: 'cloud' } }, 'triggers.odd.type'],
    ['an unknown event', { odd: { type: 'event', event: 'rain' } }, 'triggers.odd.event'],
    ['an unknown way to sign', { hook: { type: 'webhook', auth: 'trust me' } }, 'triggers.hook.auth'],
    ['a second web request', { ...HOOK('none'), two: { type: 'webhook', auth: 'none' } }, 'triggers'],
  ])('is rejected with %s', async (_what, triggers, place) => {
    const server = await automationServer({});
    const answer = await server.make('job', {
      handler: 'export default async () => 1;',
      triggers: JSON.parse(JSON.stringify(triggers)),
    });
    expect(answer.status).toBe(422);
    const { error } = answer.json as { error: { details: Record<string, string[]> } };
    expect(Object.keys(error.details)).toEqual([place]);
    if (place === 'triggers') expect(error.details.triggers?.[0]).toContain('"hook", "two"');
  });
});

it('rejects an invalid scope and names the place', async () => {
  const server = await automationServer({});
  for (const scope of [{ methods: ['FETCH'] }, { paths: ['collections'] }, { paths: '*' }, { all: true }]) {
    const made = await server.make('job', { handler: 'export default async () => 1;', scope });
    expect(made.status, JSON.stringify(scope)).toBe(422);
    expect(made.text).toContain('"scope');
  }
});

describe('a folder from elsewhere', () => {
  const FOREIGN = {
    ...BLOG,
    'automations/.meta.json': { id: 'automations', schema: 'automations', name: 'Automations' },
    'automations/evil.json': { id: 'evil', name: 'Evil', enabled: true, triggers: HOOK('none') },
    'automations/evil/handler.mjs': 'export default async (ctx) => ctx.objects.remove("blog", "first-post");',
  };

  it('runs no handler before it is approved', async () => {
    const server = await automationServer(FOREIGN, { trust: false });
    expect((await server.trigger('evil')).status).toBe(404);
    const trust = await server.request('/api/trust');
    expect(trust.json).toMatchObject({ trusted: false, automations: [{ id: 'evil', approval: 'new' }] });
    // Making a key here trusts the folder, not the programs in it; neither does saving something else.
    await server.key();
    await server.request('/api/collections/automations/evil', { method: 'PATCH', json: { name: 'Nice' } });
    const clone = { id: 'clone' };
    await server.request('/api/collections/automations/evil/clone', { method: 'POST', json: clone });
    for (const id of ['evil', 'clone']) expect((await server.trigger(id)).status, id).toBe(404);
    expect((await server.request('/api/collections/blog/first-post')).status).toBe(200);
  });

  it('runs them at once when it is opened with --trust, but not what comes later', async () => {
    const server = await automationServer(FOREIGN, { trust: true });
    expect((await server.trigger('evil')).status).toBe(200);
    expect((await server.request('/api/collections/blog/first-post')).status).toBe(404);
    await writeFile(join(server.folder, 'automations/evil/handler.mjs'), 'export default () => "other";');
    expect((await server.trigger('evil')).status).toBe(404);
    await rm(join(server.folder, 'automations/evil/handler.mjs'));
    expect((await server.trigger('evil')).status).toBe(404);
  });
});
