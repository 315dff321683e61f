/** Operations of more than one step, each on a collection and a schema of its own, so that many runs share a server. */
import type { Client } from './client.js';

interface Change {
  transaction?: { id: string; kind: string };
}

type Answer = Awaited<ReturnType<Client['send']>>;

export interface Operation {
  /** Brings the collection into the state the operation starts from, where its files alone do not. */
  prepare?: (client: Client, run: number) => Promise<void>;
  act: (client: Client, run: number) => Promise<Answer>;
  /** What else the operation changes, as it stands. */
  also?: (client: Client, run: number) => Promise<unknown>;
  /** It goes on after an error: only its repetition must be whole. */
  partial?: true;
  /** After an error nothing of it is there; without this it may be there as a whole. */
  undone?: true;
}

const field = (name: string) => ({ $ref: `https://example.test/${name}.json`, field: name });
const OLD = 'old bytes '.repeat(30);
const KEPT = 'kept bytes '.repeat(40);
const NEW = 'new bytes '.repeat(50);

const entry = (name: string, text: string) => ({
  name,
  download: name,
  mime: 'text/plain',
  size: text.length,
  uploadDate: '2026-01-01T00:00:00+00:00',
  tags: [],
  comments: '',
});

const object = (id: string) => ({
  id,
  title: 'old',
  created: '2026-01-01T00:00:00.000Z',
  modified: '2026-01-01T00:00:00.000Z',
  paper: { ...entry('paper.txt', OLD), ext: 'txt' },
  box: { files: [{ name: 'in', mime: 'folder', files: [entry('a.txt', OLD), entry('b.txt', KEPT)] }] },
});

const schemaOf = (run: number) => ({
  id: `s${run}`,
  properties: {
    ...{ id: { field: 'id' }, title: field('text'), paper: field('file'), box: field('depot') },
    place: field('number'),
  },
  required: ['id'],
  index: ['id', 'title', 'place'],
});

/** Files of the data folder for one run. */
export function filesOf(run: number): Record<string, unknown> {
  const [collection, schema] = [`r${run}`, `s${run}`];
  const files = (id: string) => ({
    [`${collection}/${id}.json`]: object(id),
    [`${collection}/${id}/paper/paper.txt`]: OLD,
    [`${collection}/${id}/box/in/a.txt`]: OLD,
    [`${collection}/${id}/box/in/b.txt`]: KEPT,
  });
  return {
    [`.schemas/${schema}.json`]: schemaOf(run),
    [`${collection}/.meta.json`]: { id: collection, schema, name: 'Run' },
    ...files('one'),
    ...files('two'),
  };
}

const api = (run: number, rest = '') => `/api/collections/r${run}${rest}`;

function form(text: string, name: string, fields: Record<string, string> = {}): FormData {
  const data = new FormData();
  for (const [key, value] of Object.entries(fields)) data.set(key, value);
  data.set('file', new Blob([text], { type: 'text/plain' }), name);
  return data;
}

const chunk = (client: Client, run: number, index: number) => {
  const fields = { dzuuid: `u${run}`, dzchunkindex: String(index), dztotalchunkcount: '2' };
  const text = index === 0 ? NEW.slice(0, 100) : NEW.slice(100);
  return client.send('POST', api(run, '/one/box'), form(text, 'new.txt', fields));
};

const remove = async (client: Client, path: string) => {
  const answer = await client.send('DELETE', path);
  if (answer.status !== 204 && answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
};

const batchOf = (run: number) => {
  const collection = `r${run}`;
  return {
    operations: [
      { operation: 'patch', collection, id: 'one', data: { title: 'new', paper: null } },
      { operation: 'create', collection, id: 'three', data: { title: 'new' } },
      { operation: 'delete', collection, id: 'two' },
    ],
  };
};

/** Restores the only entry of a run. */
const restore = async (client: Client, run: number) =>
  client.send('POST', `/api/trash/${await client.entryOf(`r${run}`)}/restore`);

/** What the set of a run shows of its collection, without what differs from run to run. */
const inSet = async (client: Client, run: number) => {
  const { objects } = JSON.parse(await client.text(`/api/collections/r${run}?perspective=c${run}`));
  return objects.map(({ id, title, paper }: { id: string; title: string; paper?: { size: number } }) =>
    [id, title, paper?.size].join(' '),
  );
};

/** Makes a set with a new object and its file. */
async function newInSet(client: Client, run: number, text: string): Promise<void> {
  await client.send('POST', '/api/change-sets', { kind: 'release', title: 'Run', id: `c${run}` });
  const within = `?perspective=c${run}`;
  await client.send('POST', api(run, within), { id: 'three', title: 'new' });
  await client.send('POST', api(run, `/three/paper${within}`), form(text, 'paper.txt'));
}

export const OPERATIONS = {
  'a batch': { act: (client, run) => client.send('POST', '/api/batch', batchOf(run)), undone: true },
  'publishing a change set': {
    prepare: async (client, run) => {
      const made = { kind: 'release', title: 'Run', id: `c${run}` };
      await client.send('POST', '/api/change-sets', made);
      const within = `?perspective=c${run}`;
      await client.send('PATCH', api(run, `/one${within}`), { title: 'new', paper: null });
      await client.send('POST', api(run, within), { id: 'three', title: 'new' });
      await client.send('DELETE', api(run, `/two${within}`));
    },
    act: (client, run) => client.send('POST', `/api/change-sets/c${run}/publish`, {}),
    also: async (client, run) => {
      const { objects } = JSON.parse(await client.text(`/api/change-sets/c${run}`));
      return objects.map(({ id, change }: { id: string; change: string }) => `${change} ${id}`).sort();
    },
    undone: true,
  },
  'replacing a file in a change set': {
    prepare: (client, run) => newInSet(client, run, OLD),
    act: (client, run) =>
      client.send('POST', api(run, `/three/paper?perspective=c${run}`), form(NEW, 'paper.txt')),
    also: inSet,
  },
  'restoring a version of a change': {
    prepare: async (client, run) => {
      await newInSet(client, run, OLD);
      const within = `?perspective=c${run}`;
      await client.send('PATCH', api(run, `/three${within}`), { title: 'newer' });
      await client.send('PATCH', api(run, `/three${within}`), { title: 'newest', paper: null });
    },
    act: async (client, run) => {
      const path = api(run, '/three/history');
      const { versions } = JSON.parse(await client.text(`${path}?perspective=c${run}&limit=2&offset=1`));
      return client.send('POST', `${path}/${versions[0].revision}/restore?perspective=c${run}`, {});
    },
    also: inSet,
  },
  'dropping a change': {
    prepare: (client, run) => newInSet(client, run, OLD),
    act: (client, run) => client.send('DELETE', `/api/change-sets/c${run}/objects/r${run}/three`),
    also: inSet,
  },
  'dropping many changes': {
    prepare: async (client, run) => {
      await newInSet(client, run, OLD);
      for (const id of ['one', 'two'])
        await client.send('PATCH', api(run, `/${id}?perspective=c${run}`), { title: 'drafted', paper: null });
    },
    act: (client, run) => {
      const objects = ['one', 'two', 'three'].map((id) => ({ collection: `r${run}`, id }));
      return client.send('POST', `/api/change-sets/c${run}/discard`, { objects });
    },
    also: inSet,
    partial: true,
  },
  'a batch into a change set': {
    prepare: async (client, run) => {
      await newInSet(client, run, OLD);
      await client.send('PATCH', api(run, `/one?perspective=c${run}`), { title: 'drafted' });
    },
    act: (client, run) => {
      const collection = `r${run}`;
      const operations = [
        { operation: 'patch', collection, id: 'one', data: { title: 'new', text: 'new' } },
        { operation: 'create', collection, id: 'four', data: { title: 'new' } },
        { operation: 'delete', collection, id: 'two' },
        { operation: 'delete', collection, id: 'three' },
      ];
      return client.send('POST', `/api/batch?perspective=c${run}`, { operations });
    },
    also: inSet,
    undone: true,
  },
  'moving changes': {
    prepare: async (client, run) => {
      await newInSet(client, run, OLD);
      await client.send('PATCH', api(run, `/one?perspective=c${run}`), { title: 'drafted', text: 'new' });
      await client.send('POST', '/api/change-sets', { kind: 'release', title: 'Other', id: `d${run}` });
      await client.send('PATCH', api(run, `/one?perspective=d${run}`), { paper: null });
    },
    act: (client, run) => {
      const collection = `r${run}`;
      const objects = [
        { collection, id: 'one', properties: ['title'] },
        { collection, id: 'three' },
      ];
      return client.send('POST', `/api/change-sets/c${run}/move`, { to: `d${run}`, objects });
    },
    also: async (client, run) => [
      await inSet(client, run),
      JSON.parse(await client.text(`/api/change-sets/d${run}`)).objects.map(
        ({ id, properties }: { id: string; properties: string[] }) => `${id} ${properties}`,
      ),
    ],
    undone: true,
  },
  'undoing a batch': {
    prepare: async (client, run) => {
      const collection = `r${run}`;
      await client.send('POST', api(run), { id: 'plain', title: 'old' });
      const operations = [
        { operation: 'patch', collection, id: 'one', data: { title: 'new' } },
        { operation: 'create', collection, id: 'three', data: { title: 'new' } },
        { operation: 'delete', collection, id: 'plain' },
      ];
      await client.send('POST', '/api/batch', { operations });
    },
    act: async (client, run) => {
      const { activity } = JSON.parse(await client.text(`/api/activity?collection=r${run}&limit=100`));
      const batch = activity.find((one: Change) => one.transaction?.kind === 'batch');
      return client.send('POST', `/api/activity/${batch.transaction.id}/undo`);
    },
    partial: true,
  },
  'undoing a deletion': {
    prepare: (client, run) => remove(client, api(run, '/one')),
    act: async (client, run) => {
      const { activity } = JSON.parse(await client.text(`/api/activity?collection=r${run}&id=one`));
      const deletion = activity.find((one: Change) => one.transaction?.kind === 'request');
      return client.send('POST', `/api/activity/${deletion.transaction.id}/undo`);
    },
  },
  'deleting an object': { act: (client, run) => client.send('DELETE', api(run, '/one')) },
  'deleting a file': { act: (client, run) => client.send('DELETE', api(run, '/one/box/in/a.txt')) },
  'dropping a file': { act: (client, run) => client.send('PATCH', api(run, '/one'), { paper: null }) },
  'moving a file': {
    act: (client, run) => client.send('PUT', api(run, '/one/box/in/a.txt/move'), { destination: 'out/deep' }),
  },
  'renaming a folder': {
    act: (client, run) => client.send('PUT', api(run, '/one/box/folder/rename?path=in'), { name: 'out' }),
  },
  'deleting a folder': { act: (client, run) => client.send('DELETE', api(run, '/one/box/in')) },
  'uploading a file': {
    act: (client, run) => client.send('POST', api(run, '/one/box'), form(NEW, 'new.txt')),
  },
  'replacing a file': {
    act: (client, run) => client.send('POST', api(run, '/one/paper'), form(NEW, 'paper.txt')),
  },
  'uploading in pieces': {
    prepare: async (client, run) => void (await chunk(client, run, 0)),
    act: (client, run) => chunk(client, run, 1),
  },
  'uploading by address': {
    act: (client, run) => client.send('POST', api(run, '/one/box'), { box: `${client.elsewhere}/new.txt` }),
  },
  'copying a file': {
    act: (client, run) => {
      const from = { collection: `r${run}`, id: 'one', path: 'paper/paper.txt' };
      return client.send('POST', api(run, '/two/box'), { from });
    },
  },
  'cloning an object': { act: (client, run) => client.send('POST', api(run, '/one/clone'), { id: 'copy' }) },
  'moving an object': {
    // Neither has a number, so both get one.
    prepare: async (client, run) => void (await client.send('PATCH', api(run), { manualOrder: 'place' })),
    act: (client, run) => client.send('POST', api(run, '/one/move'), { last: true }),
    undone: true,
  },
  'undoing the deletion of a file': {
    prepare: (client, run) => remove(client, api(run, '/one/paper')),
    act: async (client, run) => {
      const { activity } = JSON.parse(await client.text(`/api/activity?collection=r${run}&limit=100`));
      // The deletion is the last change that is no undo.
      const deletion = activity.find((one: Change) => one.transaction?.kind !== 'undo');
      return client.send('POST', `/api/activity/${deletion.transaction.id}/undo`);
    },
  },
  'restoring an object': { prepare: (client, run) => remove(client, api(run, '/one')), act: restore },
  'restoring a file': { prepare: (client, run) => remove(client, api(run, '/one/paper')), act: restore },
  'restoring many entries': {
    prepare: async (client, run) => {
      await client.send('POST', api(run), { id: 'plain', title: 'old' });
      await remove(client, api(run, '/one/paper'));
      for (const id of ['two', 'plain']) await remove(client, api(run, `/${id}`));
    },
    act: async (client, run) => {
      const entries = await client.entriesOf(`r${run}`);
      return client.send('POST', '/api/trash/restore', { entries });
    },
    partial: true,
  },
  'deleting a collection': { act: (client, run) => client.send('DELETE', `${api(run)}?force=true`) },
  'restoring a collection': {
    prepare: (client, run) => remove(client, `${api(run)}?force=true`),
    act: restore,
  },
  'saving a schema': {
    act: (client, run) =>
      client.send('PUT', `/api/schemas/s${run}`, { ...schemaOf(run), description: 'new' }),
  },
  'renaming a property': {
    act: (client, run) => client.send('POST', `/api/schemas/s${run}/rename`, { from: 'title', to: 'name' }),
    partial: true,
  },
  'converting a property': {
    act: (client, run) => {
      const { properties, ...document } = schemaOf(run);
      const title = { field: 'list', type: 'list' };
      return client.send('POST', `/api/schemas/s${run}/convert`, {
        ...document,
        properties: { ...properties, title },
      });
    },
    partial: true,
  },
  'changing a collection': {
    act: (client, run) => client.send('PATCH', api(run), { description: 'new' }),
  },
  'making a key': {
    act: (client, run) =>
      client.send('POST', '/api/apikeys', { name: `k${run}`, methods: ['GET'], paths: ['*'] }),
    also: async (client, run) => (await client.text('/api/apikeys')).includes(`"k${run}"`),
  },
  'making a user': {
    act: (client, run) =>
      client.send('POST', '/api/users', {
        name: `User ${run}`,
        email: `user-${run}@example.org`,
        role: 'editor',
        password: 'A long pass phrase 5',
      }),
    also: async (client, run) => (await client.text('/api/users')).includes(`"User ${run}"`),
  },
  'changing settings': {
    act: (client, run) => client.send('PATCH', '/api/settings', { 'dashboard.title': `title ${run}.` }),
    also: async (client, run) => (await client.text('/api/settings')).includes(`"title ${run}."`),
  },
  'importing a template': {
    act: (client, run) =>
      client.send('POST', '/import/jumpstart', {
        version: '1.0',
        name: 'Run',
        objects: ['x', 'y', 'z'].map((id) => ({ collection: `r${run}`, id, data: { title: id } })),
      }),
    partial: true,
  },
} as const satisfies Record<string, Operation>;

export const SERVED = { '/new.txt': NEW };
