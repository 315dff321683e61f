/** Callers who may not read a collection learn nothing of it, whatever route they use and whatever they send. */
import { describe, expect, it } from 'vitest';
import { apiRoutes, rootRoutes } from '../../server/app.js';
import { KEY_METHODS, type KeyMethod } from '../../server/contract/access.js';
import type { JsonObject } from '../../server/contract/values.js';
import { PARAMETERS } from '../../server/openapi/parameters.js';
import type { Route } from '../../server/routes/route.js';
import { type Answer, type Files, type Sent, startTestServer, type TestServer } from '../helpers/server.js';
import { staffSession, WITH_STAFF } from '../helpers/users.js';

/** In all values of the objects of a collection, and in no request. */
const canaryOf = (collection: string) => `k7f3a9${collection}`;
/** What is sent: it is before the canary in each value. */
const WORD = 'wanted';
const VALUE = `${WORD} ${canaryOf('hidden')}`;
const CODE = `${WORD} ${canaryOf('automations')}`;

const FILES: Files = {
  ...WITH_STAFF,
  '.system/settings.json': { 'limits.keysPerHour': 1_000_000, 'limits.anonymousPerHour': 1_000_000 },
  '.schemas/note.json': {
    id: 'note',
    properties: {
      id: { field: 'id' },
      title: { field: 'text' },
      tags: { field: 'list' },
      state: { field: 'select', options: { collection: 'blog' } },
      friend: { relation: 'blog', field: 'select' },
      body: { field: 'styledtext' },
    },
    required: ['id'],
    index: ['id', 'title', 'tags', 'friend'],
  },
  'hidden/.meta.json': { id: 'hidden', schema: 'note', name: VALUE },
  'hidden/one.json': {
    id: 'one',
    title: VALUE,
    tags: [VALUE],
    friend: 'first-post',
    body: `<p>${VALUE}</p>`,
  },
  'hidden/two.json': { id: 'two', title: VALUE, friend: 'first-post' },
  'hidden/three.json': `{ "id": "${VALUE}`,
};

const AUTOMATION = {
  id: 'one',
  name: CODE,
  description: CODE,
  handler: `export default async () => '${CODE}';`,
  triggers: { hook: { type: 'webhook', auth: 'none' } },
};

/** What is asked of a collection, in the parameters of its rows. */
const ASKED: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  collection: [['collection', '{collection}']],
  collections: [['collections', '{collection}']],
  objects: [['objects', '{collection}/one']],
  by: [['by', '{shown}']],
  filter: [['filter[{shown}]', `contains:${WORD}`]],
  include: [['include', `{shown}:contains:${WORD}`]],
  any: [['any', `{shown}:contains:${WORD}`]],
  exclude: [['exclude', '{shown}:contains:nothing']],
  fields: [['fields', 'id,{shown},friend']],
  expand: [['expand', 'friend']],
  sort: [['sort', '{shown}']],
  search: [['search', WORD]],
  q: [['q', WORD]],
  id: [['id', 'one']],
  ids: [['ids', 'one,two']],
  values: [['values', '["one","first-post"]']],
  addresses: [['addresses', '["/{collection}/one","/{collection}/absent"]']],
  path: [['path', 'handler']],
};

/** Parameters that name a collection or an object. */
const OF_ONE = new Set(['collection', 'collections', 'objects', 'by', 'id']);

/** Routes that do not end by themselves, end the caller's session, or have a test of their own for this. */
const LEFT_OUT = new Set([
  '/events',
  '/mcp',
  '/admin/sessions',
  '/admin/session/end',
  '/admin/sessions/end-others',
]);

const ROUTES = [...apiRoutes, ...rootRoutes].filter(({ path }) => !LEFT_OUT.has(path));

/** The wire name of each parameter of a row. */
const namesOf = ({ parameters = [] }: Route): string[] =>
  parameters.map((name) => {
    const parameter: JsonObject = PARAMETERS[name];
    return String(parameter.name);
  });

/** A property with a text, of each collection. */
const SHOWN: Readonly<Record<string, string>> = { hidden: 'title', automations: 'handler' };

/** The address of a route for a collection; without one it asks for all. */
function addressOf(route: Route, collection: string): string {
  const words: Readonly<Record<string, string>> = {
    collection,
    id: 'one',
    property: SHOWN[collection] ?? 'title',
  };
  const path = route.path.replace(/[:*](\w+)/g, (_all, word: string) => words[word] ?? 'one');
  if (route.method !== 'GET') return path;
  const query = namesOf(route)
    .flatMap((name) => (collection === '' && OF_ONE.has(name) ? [] : (ASKED[name] ?? [])))
    .map((pair) => pair.map((text) => encodeURIComponent(filled(text, collection))).join('='));
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}

const filled = (text: string, collection: string) =>
  text.replaceAll('{collection}', collection).replaceAll('{shown}', SHOWN[collection] ?? 'title');

/** A body that names the collection wherever a body can. */
const bodyFor = (collection: string): JsonObject => ({
  collection,
  object: 'one',
  id: 'one',
  ids: ['one'],
  to: null,
  title: 'changed',
  name: 'changed',
  edits: { title: 'changed' },
  version: 'none',
  files: [{ collection, id: 'one', path: 'handler/handler.mjs' }],
  operations: [{ operation: 'update', collection, id: 'one', data: { title: 'changed' } }],
  property: 'title',
});

type Ask = (path: string, sent: Sent) => Promise<Answer>;

interface Stranger {
  who: string;
  ask: Ask;
  /** What it may not read. */
  collection: string;
  /** It may change something. */
  writes: boolean;
}

async function strangers(server: TestServer): Promise<Stranger[]> {
  const asKey = async (methods: readonly KeyMethod[], paths: string[]) => {
    const key = await server.key({ methods: [...methods], paths });
    return (path: string, sent: Sent) => server.request(path, { ...sent, as: { key } });
  };
  const [viewer, editor] = [await staffSession(server, 'viewer'), await staffSession(server, 'editor')];
  const spanning = ['search', 'changes', 'batch', 'references', 'redirects', 'objects.ndjson', 'schemas'];
  const wide = ['/collections/blog', ...spanning.map((word) => `/${word}`)];
  const key = await asKey(KEY_METHODS, wide);
  const ofOne = await asKey(['GET'], ['/collections/blog/first-post']);
  const nobody = (path: string, sent: Sent) => server.request(path, { ...sent, as: 'nobody' });
  return [
    { who: 'a viewer', ask: viewer.request, collection: 'automations', writes: false },
    { who: 'an editor', ask: editor.request, collection: 'automations', writes: true },
    { who: 'a key for a collection', ask: key, collection: 'hidden', writes: true },
    { who: 'a key for an object', ask: ofOne, collection: 'hidden', writes: false },
    { who: 'nobody', ask: nobody, collection: 'hidden', writes: false },
  ];
}

async function hiddenServer(): Promise<TestServer> {
  const server = await startTestServer(FILES);
  const made = await server.request('/api/collections/automations', { method: 'POST', json: AUTOMATION });
  expect(made.status).toBe(201);
  return server;
}

/** Objects that only the owner may read, one more of each collection. */
const MORE: Readonly<Record<string, JsonObject>> = {
  hidden: { id: 'more', title: VALUE, friend: 'first-post', body: '<p><a href="/blog/first-post">x</a></p>' },
  automations: { ...AUTOMATION, id: 'more' },
};

/** An answer without what moves with time and with any change of the folder. */
const steady = (text: string) => text.replace(/"(?:cursor|event|lastSeen)":"[^"]*"/g, '');

describe('a collection the caller may not read', () => {
  it('is not shown, counted or changed by any route', async () => {
    const server = await hiddenServer();
    const kept = ['hidden/one.json', 'hidden/two.json', 'automations/one.json'];
    const before = await Promise.all(kept.map(server.read));
    const wrong: string[] = [];
    for (const { who, ask, collection, writes } of await strangers(server)) {
      for (const route of ROUTES) {
        const { method } = route;
        if (!writes && method !== 'GET') continue;
        const path = addressOf(route, collection);
        const json = route.input ? { json: bodyFor(collection) } : {};
        const { status, text } = await ask(path, { method, ...json });
        const named = route.path.includes('/:collection') || path.includes(`collection=${collection}`);
        const opened = named && route.decides === undefined && ![401, 403].includes(status);
        if (opened || status >= 500 || text.includes(canaryOf(collection)))
          wrong.push(`${who}: ${method} ${path} ${status}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(await Promise.all(kept.map(server.read))).toEqual(before);
  });

  it('changes no answer about everything else', async () => {
    const server = await hiddenServer();
    const whole = ROUTES.filter(({ method, path }) => method === 'GET' && !path.includes(':'));
    const askers = await strangers(server);
    const answersTo = async (those: readonly Stranger[]) => {
      const found = new Map<string, string>();
      for (const { who, ask } of those) {
        for (const route of whole) {
          const path = addressOf(route, '');
          const { status, text } = await ask(path, {});
          if (status === 200) found.set(`${who}: ${path}`, steady(text));
        }
      }
      return found;
    };
    for (const [collection, json] of Object.entries(MORE)) {
      const those = askers.filter((one) => one.collection === collection);
      const before = await answersTo(those);
      const path = `/api/collections/${collection}`;
      expect((await server.request(path, { method: 'POST', json })).status).toBe(201);
      const after = await answersTo(those);
      expect([...after].filter(([asked, text]) => before.get(asked) !== text)).toEqual([]);
      expect(after.size).toBeGreaterThan(10);
    }
  });
});
