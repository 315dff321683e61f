import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { BUILT_IN_SCHEMA_IDS, FORBIDDEN_SCHEMA_IDS } from '../../../server/contract/names.js';
import { openLibrary } from '../../../server/schemas/open-library.js';
import { openStore } from '../../../server/store/open.js';
import { ORIGIN } from '../../helpers/origin.js';
import { refusal } from '../../helpers/site.js';

/** A library over a real folder that holds these schema files. */
async function openFolder(files: Record<string, unknown> = {}) {
  const temp = await mkdtemp(join(tmpdir(), 'plinth-library-'));
  const folder = join(temp, 'data');
  await mkdir(join(folder, '.schemas'), { recursive: true });
  const path = (id: string) => join(folder, '.schemas', `${id}.json`);
  const place = (id: string, content: unknown) =>
    writeFile(path(id), typeof content === 'string' ? content : JSON.stringify(content));
  for (const [id, content] of Object.entries(files)) await place(id, content);
  const store = await openStore({
    exclusive: true,
    folder,
    cache: join(temp, 'cache'),
    state: join(temp, 'state'),
    log: () => {},
  });
  onTestFinished(async () => {
    await store.close();
    await rm(temp, { recursive: true, force: true });
  });
  const read = async (id: string) => JSON.parse(await readFile(path(id), 'utf8'));
  return { library: await openLibrary(store), place, read, path };
}

const walk = {
  id: 'walk',
  description: 'A walk',
  properties: { id: { field: 'id' }, title: { field: 'text' } },
  required: ['id', 'title'],
  index: ['id', 'title'],
};
const hike = {
  ...walk,
  id: 'hike',
  properties: { km: { field: 'number' } },
  required: [],
  inheritFrom: ['walk'],
};

describe('the library', () => {
  it('has the built-in schemas, then the custom ones A-Z', async () => {
    const { library } = await openFolder({ walk, hike });
    expect(library.ids()).toEqual([...BUILT_IN_SCHEMA_IDS, 'hike', 'walk']);
    expect([library.isBuiltIn('blog'), library.isBuiltIn('walk')]).toEqual([true, false]);
    expect(library.document('walk')).toEqual(walk);
    expect([library.document('nobody'), library.schema('nobody'), library.schema('__proto__')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('saves a new schema into its file and knows it at once', async () => {
    const { library, read } = await openFolder();
    const document = await library.save(walk, { create: true }, ORIGIN);
    expect(await read('walk')).toEqual(document);
    expect(library.schema('walk')?.required).toEqual(['id', 'title']);
  });

  it('keeps a compiled schema until it or its parent changes', async () => {
    const { library } = await openFolder({ walk, hike });
    const [first, other] = [library.schema('hike'), library.schema('blog')];
    expect(library.schema('hike')).toBe(first);
    expect(library.dependents('walk')).toEqual(['walk', 'hike']);
    const properties = { ...walk.properties, place: { field: 'text' } };
    await library.save({ ...walk, properties }, { create: false, id: 'walk' }, ORIGIN);
    expect([...(library.schema('hike')?.properties.keys() ?? [])]).toEqual(['km', 'id', 'title', 'place']);
    expect(library.schema('hike')?.hash).not.toBe(first?.hash);
    expect(library.schema('blog')).toBe(other);
  });

  it('keeps reserved ids to itself', async () => {
    const { library } = await openFolder();
    for (const id of FORBIDDEN_SCHEMA_IDS) {
      await expect(library.save({ ...walk, id }, { create: true }, ORIGIN), id).rejects.toMatchObject({
        kind: 'conflict',
      });
    }
    expect(library.ids()).toEqual([...BUILT_IN_SCHEMA_IDS]);
  });

  it('rejects a taken id, an unknown one to change, and another id in the body', async () => {
    const { library } = await openFolder({ walk });
    await expect(library.save(walk, { create: true }, ORIGIN)).rejects.toMatchObject({ kind: 'conflict' });
    await expect(library.save(hike, { create: false, id: 'hike' }, ORIGIN)).rejects.toMatchObject({
      kind: 'missing',
    });
    expect(await refusal(library.save(hike, { create: false, id: 'walk' }, ORIGIN))).toMatchObject({
      kind: 'validation',
      details: { id: ['must stay "walk"'] },
    });
  });

  it('deletes unused schemas and nothing else', async () => {
    const { library, read } = await openFolder({ walk, hike });
    await expect(library.remove('blog', [], ORIGIN)).rejects.toMatchObject({ kind: 'conflict' });
    await expect(library.remove('nobody', [], ORIGIN)).rejects.toMatchObject({ kind: 'missing' });
    await expect(library.remove('walk', [], ORIGIN)).rejects.toThrow('"hike" inherit');
    await expect(library.remove('hike', ['hikes'], ORIGIN)).rejects.toThrow('"hikes"');
    await library.remove('hike', [], ORIGIN);
    await expect(read('hike')).rejects.toMatchObject({ code: 'ENOENT' });
    await library.remove('walk', [], ORIGIN);
    expect(library.ids()).toEqual([...BUILT_IN_SCHEMA_IDS]);
  });

  it('sees on refresh what others changed', async () => {
    const { library, place, path } = await openFolder({ walk, hike });
    const before = library.schema('hike');
    await library.refresh();
    expect(library.schema('hike')).toBe(before);
    await place('walk', { ...walk, properties: { name: { field: 'text' } } });
    await library.refresh();
    expect(library.schema('hike')?.properties.has('name')).toBe(true);
    await rm(path('walk'));
    await library.refresh();
    expect([...(library.schema('hike')?.properties.keys() ?? [])]).toEqual(['km', 'id']);
  });
});

describe('schema files that are damaged or hostile', () => {
  const hostile = {
    torn: '{"id":"torn","properties":{',
    empty: '',
    list: '[]',
    other: JSON.stringify({ ...walk, id: 'another' }),
    props: '{"id":"props","properties":5,"required":[],"index":[]}',
    blog: JSON.stringify({ ...walk, id: 'blog' }),
    self: JSON.stringify({ ...walk, id: 'self', inheritFrom: ['self'] }),
    names:
      '{"id":"names","properties":{"a b":{},"1x":{},"ok":{"field":"text"}},"required":["ok"],"index":[]}',
    rules:
      '{"id":"rules","properties":{"a":{"field":"text","pattern":"(","maxLength":"x"},"b":{"field":"number","settings":{"calc":"("}}},"required":[],"index":[]}',
  };

  it('cost themselves only, and are told', async () => {
    const { library } = await openFolder({ ...hostile, walk });
    expect(library.ids()).toEqual([...BUILT_IN_SCHEMA_IDS, 'names', 'rules', 'self', 'walk']);
    const problems = new Map(library.problems().map((problem) => [problem.id, problem]));
    expect([...problems.keys()].sort()).toEqual(Object.keys(hostile).sort());
    for (const id of ['torn', 'empty', 'list', 'other', 'props', 'blog'])
      expect(problems.get(id)?.usable).toBe(false);
    for (const id of ['self', 'names', 'rules']) expect(problems.get(id)?.usable).toBe(true);
    expect(problems.get('self')?.reason).toContain('itself');
    expect(library.document('blog')?.category).toBe('Writing');
  });

  it('work as far as they can be used', async () => {
    const { library } = await openFolder(hostile);
    expect([...(library.schema('names')?.properties.keys() ?? [])]).toEqual(['ok', 'id']);
    expect([...(library.schema('self')?.properties.keys() ?? [])]).toEqual(['id', 'title']);
    const rules = library.schema('rules');
    expect(await rules?.check({ id: 'one', a: 'x', b: 1 })).toEqual({});
    expect(await rules?.check({ id: 'one', a: 5 })).toHaveProperty('a');
  });

  it('are no longer reported once they are repaired', async () => {
    const { library } = await openFolder({ torn: hostile.torn });
    expect(library.problems()).toHaveLength(1);
    await library.save({ ...walk, id: 'torn' }, { create: true }, ORIGIN);
    expect(library.problems()).toEqual([]);
  });
});
