import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { automationServer, HOOK } from './automation-site.js';

const ECHO = 'export default async (ctx) => ctx.args;';

describe('the web request of an automation', () => {
  it('is answered with what the handler returns where its trigger waits, else with the id of a run', async () => {
    const server = await automationServer();
    const made = await server.make('echo', { handler: ECHO });
    expect(made.status, made.text).toBe(201);
    const answer = await server.trigger('echo?a=1&b=2', { b: 3, c: { d: null } });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json).toEqual({ a: '1', b: 3, c: { d: null } });

    await server.make('later', { handler: ECHO, triggers: HOOK('none', false) });
    const queued = await server.trigger('later', { n: 1 });
    expect(queued.status).toBe(202);
    expect(queued.json.status).toBe('queued');
    const run = await server.lastRun('later');
    expect(run).toMatchObject({
      id: queued.json.runId,
      status: 'succeeded',
      args: { n: 1 },
      result: { n: 1 },
      trigger: { type: 'webhook', id: 'hook' },
      error: null,
    });
  });

  it('never hands on a key, and takes what is no object under "body"', async () => {
    const server = await automationServer();
    await server.make('echo', {
      handler: 'export default async ({ args, request }) => ({ args, headers: request.headers });',
    });
    const key = await server.key();
    const sent = await server.request(`/automations/echo?api_key=${key}&x=1`, {
      method: 'POST',
      json: [1, 2],
      headers: { 'x-api-key': key, authorization: `Bearer ${key}` },
      as: 'nobody',
    });
    expect(sent.status, sent.text).toBe(200);
    expect(sent.json.args).toEqual({ x: '1', body: [1, 2] });
    expect(sent.text).not.toContain(key);

    const form = await server.request('/automations/echo?n=1', {
      method: 'POST',
      body: new URLSearchParams({ n: '2', 'list[]': 'a' }),
      as: 'nobody',
    });
    expect(form.json.args).toEqual({ n: '2', list: ['a'] });
  });

  it('says nothing of why a handler failed, but its run does', async () => {
    const server = await automationServer();
    await server.make('bad', { handler: 'export default async () => { secret.word; };' });
    const answer = await server.trigger('bad');
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain('secret');
    const run = await server.lastRun('bad');
    expect(run.error).toMatchObject({ name: 'ReferenceError', message: "'secret' is not defined" });
  });

  it('does not exist for automations that are unknown, switched off or have no such trigger', async () => {
    const server = await automationServer();
    await server.make('off', { handler: ECHO, enabled: false });
    await server.make('nightly', {
      handler: ECHO,
      triggers: { night: { type: 'schedule', cron: '0 3 * * *' } },
    });
    for (const id of ['off', 'nightly', 'unknown', '__proto__', '..%2f..%2fx']) {
      expect((await server.trigger(id)).status, id).toBe(404);
    }
    await server.make('echo', { handler: ECHO });
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
      const refused = await server.request('/automations/echo', { method, as: 'nobody' });
      expect([refused.status, refused.headers.get('allow')], method).toEqual([405, 'POST, OPTIONS']);
    }
  });

  it('takes a key for automations in a header, and no other, where its trigger asks for one', async () => {
    const server = await automationServer();
    await server.make('keyed', { handler: ECHO, triggers: HOOK('apiKey') });
    const right = await server.key({ methods: ['POST'], paths: ['/automations'] });
    const own = await server.key({ methods: ['POST'], paths: ['/automations/keyed'] });
    const reading = await server.key({ methods: ['GET'], paths: ['/automations'] });
    const other = await server.key({ methods: ['POST'], paths: ['/collections/blog'] });
    const statusOf = async (path: string, headers: Record<string, string>, json: unknown = {}) =>
      (await server.request(`/automations/keyed${path}`, { method: 'POST', json, headers, as: 'nobody' }))
        .status;
    expect(await statusOf('', { 'x-api-key': right })).toBe(200);
    expect(await statusOf('', { authorization: `Bearer ${own}` })).toBe(200);
    expect(await statusOf('', { 'x-api-key': reading })).toBe(401);
    expect(await statusOf('', { 'x-api-key': other })).toBe(401);
    expect(await statusOf('', { 'x-api-key': 'nonsense' })).toBe(401);
    expect(await statusOf('', {})).toBe(401);
    expect(await statusOf(`?api_key=${right}`, {})).toBe(401);
    expect(await statusOf('', {}, { api_key: right })).toBe(401);
    expect((await server.request('/automations/keyed', { method: 'POST', json: {} })).status).toBe(401);
  });

  it('comes from a page of this site where its trigger says so', async () => {
    const server = await automationServer();
    await server.make('own', { handler: ECHO, triggers: HOOK('sameOrigin') });
    const here = `http://127.0.0.1:${server.port}`;
    const table: [Record<string, string>, number][] = [
      [{ origin: here }, 200],
      [{ referer: `${here}/page?x=1` }, 200],
      [{ origin: here, referer: 'http://evil.example/' }, 200],
      [{}, 403],
      [{ origin: 'null' }, 403],
      [{ origin: 'http://evil.example' }, 403],
      [{ origin: `https://127.0.0.1:${server.port}` }, 403],
      [{ origin: 'http://127.0.0.1:1' }, 403],
      [{ origin: 'http://evil.example', referer: here }, 403],
      [{ referer: `http://evil.example/${here}` }, 403],
      [{ referer: `http://127.0.0.1:${server.port}@evil.example/` }, 403],
    ];
    for (const [headers, status] of table) {
      expect((await server.trigger('own', {}, headers)).status, JSON.stringify(headers)).toBe(status);
    }
  });

  it('is counted per address without a key, whatever a header claims', async () => {
    const server = await automationServer();
    await server.make('open', { handler: ECHO, triggers: HOOK('none', false) });
    await server.make('second', { handler: ECHO });
    await server.request('/api/settings', { method: 'PATCH', json: { 'limits.triggers': 3 } });
    const answers = [];
    for (let n = 0; n < 5; n += 1) {
      answers.push(await server.trigger('open', {}, { 'x-forwarded-for': `10.0.0.${n}` }));
    }
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 429, 429]);
    expect(answers[0]?.headers.get('x-ratelimit-remaining')).toBe('2');
    expect(answers[4]?.headers.get('retry-after')).not.toBeNull();
    expect((await server.trigger('second')).status).toBe(429);
  });
});

describe('a handler', () => {
  it('lies in a file of its own, and is seen when another program edits it', async () => {
    const server = await automationServer();
    await server.make('echo', { handler: ECHO });
    const file = join(server.folder, 'automations', 'echo', 'handler.mjs');
    expect(await readFile(file, 'utf8')).toBe(ECHO);
    const stored = JSON.parse((await server.read('automations/echo.json')).toString());
    expect(stored).not.toHaveProperty('handler');
    expect(stored.triggers).toEqual({ hook: { id: 'hook', type: 'webhook', auth: 'none', sync: true } });
    expect((await server.request('/api/collections/automations/echo')).json.handler).toBe(ECHO);

    const changed = 'export default async () => "from outside";';
    await writeFile(file, changed);
    await expect
      .poll(async () => (await server.request('/api/collections/automations/echo')).json.handler, {
        timeout: 10_000,
      })
      .toBe(changed);
    // It is another program now, which nobody here has said yes to.
    expect((await server.trigger('echo')).status).toBe(404);
    const { json } = await server.request('/api/automations');
    expect(json.automations).toMatchObject([{ id: 'echo', approval: 'changed', nextRun: null }]);

    const trust = await server.request('/api/trust');
    const [handler] = trust.json.automations as Record<string, string>[];
    expect(handler).toMatchObject({ id: 'echo', source: changed, approval: 'changed' });
    const approve = (hash: string) =>
      server.request('/api/trust', { method: 'POST', json: { records: { 'automation:echo': hash } } });
    expect((await approve('sha256:0')).status).toBe(422);
    expect((await approve(handler?.digest ?? '')).status).toBe(200);
    expect((await server.trigger('echo')).text).toBe('"from outside"');
  });
});
