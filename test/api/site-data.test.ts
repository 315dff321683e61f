/** What plinth/eleventy reads again when content has changed. */
import { describe, expect, it } from 'vitest';
import eleventy, { type EleventyConfig, type PlinthOptions } from '../../server/client/eleventy/index.js';
import { type Files, sharedServer } from '../helpers/server.js';

const TITLED = { id: { field: 'id' }, title: { field: 'text' } };

const schema = (id: string, properties: object) => ({
  id,
  properties: { ...TITLED, ...properties },
  required: ['id'],
  index: ['title'],
});

const relation = (collection: string, value = 'id') => ({
  field: collection === 'notes' ? 'multiselect' : 'select',
  settings: { relationalOptions: { collection, value } },
});

function files(): Files {
  const made: Files = {
    '.schemas/note.json': schema('note', {
      author: relation('people'),
      also: relation('notes'),
      topic: relation('topics', 'code'),
    }),
    '.schemas/person.json': schema('person', { draft: { field: 'toggle' }, city: relation('cities') }),
    '.schemas/topic.json': schema('topic', { code: { field: 'text' } }),
    'notes/.meta.json': { id: 'notes', schema: 'note', sortBy: 'title:asc' },
    'people/.meta.json': { id: 'people', schema: 'person' },
    'cities/.meta.json': { id: 'cities', schema: 'topic' },
    'topics/.meta.json': { id: 'topics', schema: 'topic' },
    'people/ada.json': { id: 'ada', title: 'Ada', city: 'rome' },
    'people/eve.json': { id: 'eve', title: 'Eve' },
    'people/tom.json': { id: 'tom', title: 'Tom', draft: true },
    'cities/rome.json': { id: 'rome', title: 'Rome' },
    'topics/t1.json': { id: 't1', title: 'Bread', code: 'bread' },
    'topics/t2.json': { id: 't2', title: 'Salt', code: 'salt' },
  };
  const authors = ['ada', 'ada', 'ada', 'eve', 'eve'];
  for (let n = 0; n < 300; n += 1) {
    const id = `note-${String(n).padStart(3, '0')}`;
    const author = n === 250 ? 'tom' : authors[n];
    made[`notes/${id}.json`] = {
      ...{ id, title: `Note ${id}`, author, topic: n < 2 ? 'bread' : undefined },
      also: n === 7 ? ['note-008', 'note-009'] : [],
    };
  }
  return made;
}

describe('the data of plinth/eleventy', () => {
  const server = sharedServer(files);

  /** Sends a PATCH to `collection/id`, or DELETE without properties. */
  const send = async (path: string, json?: object) => {
    const method = json ? 'PATCH' : 'DELETE';
    const { status, text } = await server().request(`/api/collections/${path}`, { method, json });
    if (status >= 300) throw new Error(text);
  };

  /** Global data of a site by name, and what crossed the wire to read it. */
  async function site(options: PlinthOptions = {}) {
    const data = new Map<string, () => Promise<{ id: string }[]>>();
    let wire = { requests: 0, objects: 0 };
    const counted: typeof fetch = async (...sent) => {
      const response = await fetch(...sent);
      const { data: list = [] } = await response.clone().json();
      wire.requests += 1;
      // Changes and ids in their order have no titles.
      wire.objects += list.filter((one: object) => 'title' in one).length;
      return response;
    };
    const config: EleventyConfig = {
      addGlobalData: (name, read) => data.set(name, read as () => Promise<{ id: string }[]>),
      addTemplate: () => undefined,
      addShortcode: () => undefined,
      addFilter: () => undefined,
      addWatchTarget: () => undefined,
      on: () => undefined,
    };
    const key = await server().key();
    const connection = { url: server().url, key, cache: false, fetch: counted, onWarning: () => undefined };
    await eleventy(config, { ...connection, ...options });
    return {
      names: [...data.keys()],
      async read(name = 'notes') {
        wire = { requests: 0, objects: 0 };
        const list = (await data.get(name)?.()) ?? [];
        return { list, ...wire };
      },
    };
  }

  const EXPANDED = { collections: { notes: { expand: ['author.city', 'also'] } } };
  const OF_ADA = ['note-000', 'note-001', 'note-002'];

  it.each<[what: string, change: () => Promise<void>, objects: number, differing: string[]]>([
    ['nothing', async () => undefined, 0, []],
    ['an object', () => send('notes/note-040', { title: 'Note note-040b' }), 1, ['note-040']],
    ['one that others show', () => send('people/ada', { title: 'Ada L' }), 3, OF_ADA],
    ['one inside what others show', () => send('cities/rome', { title: 'Roma' }), 3, OF_ADA],
    [
      'one that another one shows',
      () => send('notes/note-009', { title: 'Note note-009b' }),
      2,
      ['note-007', 'note-009'],
    ],
    ['one that no other shows', () => send('topics/t1', { title: 'Rye' }), 0, []],
    ['one that others show is deleted', () => send('people/eve'), 2, ['note-003', 'note-004']],
    // Which object of an answer has the value that was missing is not known.
    ['one becomes live', () => send('people/tom', { draft: false }), 100, ['note-250']],
    [
      'another one is shown',
      () => send('notes/note-005', { author: 'ada', also: ['note-009'] }),
      1,
      ['note-005'],
    ],
  ])('is read again only where it shows a change: %s', async (_what, change, count, differing) => {
    const { read } = await site(EXPANDED);
    const before = await read();
    expect([before.list.length, before.objects]).toEqual([300, 300]);
    await change();
    const after = await read();
    expect(after.objects).toBe(count);
    const differs = after.list.filter((one, at) => JSON.stringify(one) !== JSON.stringify(before.list[at]));
    expect(differs.map(({ id }) => id)).toEqual(differing);
    expect(after.list).toEqual((await (await site(EXPANDED)).read()).list);
    expect((await read()).objects).toBe(0);
  });

  it('has what is new, and not what is gone, in the order of the collection', async () => {
    const { read } = await site({
      collections: { notes: { expand: ['author'], filter: { id: { starts: 'x' }, title: { starts: 'N' } } } },
    });
    const ids = async () => (await read()).list.map(({ id }) => id);
    expect(await ids()).toEqual([]);
    for (const [id, title] of [
      ['x1', 'Nut'],
      ['x2', 'Nail'],
    ]) {
      const { status } = await server().request('/api/collections/notes', {
        method: 'POST',
        json: { id, title, author: 'ada' },
      });
      expect(status).toBe(201);
    }
    expect(await ids()).toEqual(['x2', 'x1']);
    await send('notes/x1', { title: 'Na' });
    expect(await ids()).toEqual(['x1', 'x2']);
    await send('notes/x2', { title: 'Oil' });
    expect(await ids()).toEqual(['x1']);
    await send('people/ada', { title: 'Ada M' });
    expect(await read()).toMatchObject({ objects: 1, list: [{ id: 'x1', author: { title: 'Ada M' } }] });
    await send('notes/x1');
    expect(await ids()).toEqual([]);
  });

  it('is read as a whole again where relations are by another property than the id', async () => {
    const { read } = await site({
      collections: { notes: { expand: ['topic'], filter: { topic: ['bread', 'salt'] } } },
    });
    expect(await read()).toMatchObject({
      objects: 2,
      list: [{ topic: { id: 't1' } }, { topic: { id: 't1' } }],
    });
    await send('topics/t1', { code: 'rye' });
    await send('topics/t2', { code: 'bread' });
    expect(await read()).toMatchObject({
      objects: 2,
      list: [{ topic: { id: 't2' } }, { topic: { id: 't2' } }],
    });
  });

  it('is all collections of the folder if none is named', async () => {
    const { names, read } = await site();
    expect(names.sort()).toEqual(['cities', 'notes', 'people', 'topics']);
    expect((await read('cities')).list).toMatchObject([{ id: 'rome' }]);
  });
});
