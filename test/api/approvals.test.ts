/** Which ways of writing an automation approve it: saves of the owner's session, and nothing else. */
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../helpers/server.js';
import { listIn } from '../helpers/users.js';

const AT = '/api/collections/automations';
const HANDLER = 'export default async () => 1;';
const TRIGGERS = { hook: { type: 'webhook', auth: 'none', sync: true } };
const MADE = { name: 'Made', enabled: true, triggers: TRIGGERS, handler: HANDLER };

/** `echo` came with the folder: nothing of it is approved. */
const FOLDER = {
  'automations/.meta.json': { id: 'automations', schema: 'automations', name: 'Automations' },
  'automations/echo.json': { id: 'echo', name: 'Echo', enabled: true, triggers: TRIGGERS },
  'automations/echo/handler.mjs': HANDLER,
};

type As = 'owner' | { key: string };
type Send = (method: string, path: string, json?: unknown) => Promise<number>;

const sender =
  (server: TestServer, as: As): Send =>
  async (method, path, json) => {
    const body = json instanceof FormData ? { body: json } : { ...(json !== undefined && { json }) };
    return (await server.request(await placed(server, path), { method, as, ...body })).status;
  };

/** `{newest}` is the newest entry of the trash. */
async function placed(server: TestServer, path: string): Promise<string> {
  if (!path.includes('{newest}')) return path;
  const [entry] = listIn(await server.request('/api/trash'), 'entries');
  return path.replace('{newest}', String(entry?.id));
}

const start = () => startTestServer(FOLDER, { trust: false });

async function approvals(server: TestServer): Promise<Record<string, unknown>> {
  const handlers = listIn(await server.request('/api/trust'), 'automations');
  return Object.fromEntries(handlers.map(({ id, approval }) => [id, approval]));
}

function file(content: unknown): FormData {
  const form = new FormData();
  form.append('json', new Blob([JSON.stringify(content)]), 'automations.json');
  return form;
}

const batch = (operation: object) => ({ operations: [{ collection: 'automations', ...operation }] });

interface Way {
  name: string;
  write(send: Send): Promise<number>;
  /** The automation it writes. */
  id: string;
  /** What its approval is when the owner's session writes. */
  owner: 'approved' | 'new' | 'changed';
  /** No key may do it. */
  sessionOnly?: true;
}

const WHOLE = { ...MADE, scope: null };

const WAYS: readonly Way[] = [
  {
    name: 'create',
    write: (send) => send('POST', AT, { id: 'made', ...MADE }),
    id: 'made',
    owner: 'approved',
  },
  { name: 'PUT', write: (send) => send('PUT', `${AT}/echo`, WHOLE), id: 'echo', owner: 'approved' },
  { name: 'PATCH', write: (send) => send('PATCH', `${AT}/echo`, WHOLE), id: 'echo', owner: 'approved' },
  {
    name: 'publishing a change set',
    write: async (send) => {
      await send('POST', `${AT}?perspective=draft`, { id: 'made', ...MADE });
      return send('POST', '/api/change-sets/draft/publish');
    },
    id: 'made',
    owner: 'new',
  },
  {
    name: 'PATCH of the name',
    write: (send) => send('PATCH', `${AT}/echo`, { name: 'Other' }),
    id: 'echo',
    owner: 'new',
  },
  {
    name: 'PUT of a property',
    write: (send) => send('PUT', `${AT}/echo/handler`, HANDLER),
    id: 'echo',
    owner: 'changed',
  },
  {
    name: 'clone',
    write: async (send) => {
      await send('PATCH', `${AT}/echo`, WHOLE);
      return send('POST', `${AT}/echo/clone`, { id: 'copy' });
    },
    id: 'copy',
    owner: 'approved',
  },
  {
    name: 'clone of one that waits',
    write: (send) => send('POST', `${AT}/echo/clone`, { id: 'copy' }),
    id: 'copy',
    owner: 'new',
  },
  {
    name: 'create in a batch',
    write: (send) => send('POST', '/api/batch', batch({ operation: 'create', id: 'made', data: MADE })),
    id: 'made',
    owner: 'approved',
  },
  {
    name: 'replace in a batch',
    write: (send) => send('POST', '/api/batch', batch({ operation: 'replace', id: 'echo', data: WHOLE })),
    id: 'echo',
    owner: 'approved',
  },
  {
    name: 'patch in a batch',
    write: (send) => send('POST', '/api/batch', batch({ operation: 'patch', id: 'echo', data: WHOLE })),
    id: 'echo',
    owner: 'approved',
  },
  {
    name: 'dry run of a batch',
    write: (send) =>
      send('POST', '/api/batch?dryRun=true', batch({ operation: 'patch', id: 'echo', data: WHOLE })),
    id: 'echo',
    owner: 'new',
  },
  {
    name: 'import of objects',
    write: (send) => send('POST', '/import/collections/automations/json', file([{ id: 'made', ...MADE }])),
    id: 'made',
    owner: 'new',
  },
  {
    name: 'import of a template',
    write: (send) =>
      send('POST', '/import/jumpstart', {
        version: '1.0.0',
        name: 'Made',
        collections: { reserved: ['automations'], custom: [] },
        objects: [{ collection: 'automations', id: 'made', data: MADE }],
      }),
    id: 'made',
    owner: 'new',
  },
  {
    name: 'DELETE of a property',
    write: (send) => send('DELETE', `${AT}/echo/scope`),
    id: 'echo',
    owner: 'new',
  },
  {
    name: 'restore from the trash',
    write: async (send) => {
      await send('DELETE', `${AT}/echo`);
      return send('POST', '/api/trash/{newest}/restore');
    },
    id: 'echo',
    owner: 'new',
    sessionOnly: true,
  },
  {
    name: 'PUT of the name, and a rename of a property, which is refused',
    write: async (send) => {
      expect(
        await send('POST', '/api/schemas/automations/rename', { from: 'handler', to: 'code' }),
      ).toBeGreaterThanOrEqual(400);
      return send('PUT', `${AT}/echo`, { name: 'Other' });
    },
    id: 'echo',
    owner: 'new',
  },
];

describe.each(WAYS)('$name', ({ write, id, owner, sessionOnly }) => {
  it(`by the owner's session: ${owner}`, async () => {
    const server = await start();
    expect(await write(sender(server, 'owner'))).toBeLessThan(300);
    expect((await approvals(server))[id]).toBe(owner);
  });

  it.skipIf(sessionOnly)('with a key: new', async () => {
    const server = await start();
    expect(await write(sender(server, { key: await server.key() }))).toBeLessThan(300);
    expect((await approvals(server))[id]).toBe('new');
  });
});

it('merges into a property: approved where the whole value was sent, waiting where a part of it was', async () => {
  const server = await start();
  const send = sender(server, 'owner');
  const [whole, part] = [{ paths: ['/collections/blog'] }, { methods: ['GET'] }];
  expect(await send('PATCH', `${AT}/echo`, { ...MADE, scope: whole })).toBe(200);
  expect(await approvals(server)).toEqual({ echo: 'approved' });
  expect(await send('PATCH', `${AT}/echo/scope`, part)).toBe(200);
  expect(await approvals(server)).toEqual({ echo: 'changed' });
  expect(await send('PATCH', `${AT}/echo/scope`, { ...whole, ...part })).toBe(200);
  expect(await approvals(server)).toEqual({ echo: 'approved' });
});

describe('a save that is merged', () => {
  it('approves what the owner has sent, not what another program has added since', async () => {
    const server = await start();
    await server.request(`${AT}/echo`, { method: 'PUT', json: WHOLE });
    expect(await approvals(server)).toMatchObject({ echo: 'approved' });
    const read = await server.request(`${AT}/echo`);
    const path = join(server.folder, 'automations/echo.json');
    const stored = JSON.parse((await server.read('automations/echo.json')).toString());
    const added = { ...TRIGGERS, added: { type: 'schedule', cron: '0 3 * * *' } };
    await writeFile(`${path}.new`, JSON.stringify({ ...stored, triggers: added }));
    await rename(`${path}.new`, path);
    const answer = await server.request(`${AT}/echo`, {
      method: 'PATCH',
      json: { triggers: { hook: { ...TRIGGERS.hook, sync: false } } },
      headers: { 'If-Match': read.headers.get('etag') ?? '', Prefer: 'merge' },
    });
    expect([answer.status, answer.headers.get('preference-applied')]).toEqual([200, 'merge']);
    expect(Object.keys(Object(answer.json.triggers))).toEqual(['hook', 'added']);
    expect(await approvals(server)).toMatchObject({ echo: 'changed' });
  });
});
