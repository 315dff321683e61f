/** What an import does with sound documents: order, existing items, failures, generated objects (spec/templates.md#import). */
import { describe, expect, test } from 'vitest';
import { changeCollection } from '../../../server/content/collections/manage-collections.js';
import { getObject, listObjects } from '../../../server/content/reading/read.js';
import { importTemplate } from '../../../server/templates/import.js';
import { makeSite, shownIn, type TestSite } from '../../helpers/site.js';

const NOW = new Date('2026-03-10T09:30:00Z');
const head = { version: '1.0.0', name: 'Test' };

const text = (factory?: string) => ({
  type: 'string',
  field: 'text',
  label: 'Text',
  ...(factory && { factory }),
});
const schemaOf = (id: string, properties: Record<string, unknown>, required: string[] = []) => ({
  id,
  properties: { id: { type: 'slug', field: 'id', label: 'ID' }, ...properties },
  required,
  index: Object.keys(properties),
});

const site = () => makeSite({ now: () => NOW });

async function objects({ site: base }: TestSite, collection: string): Promise<Record<string, unknown>[]> {
  const answer = await listObjects(base, collection, { limit: 100, offset: 0, sort: 'id', order: 'asc' });
  const { objects: found } = shownIn(answer);
  return Array.isArray(found) ? found : [];
}

const object = async ({ site: base }: TestSite, collection: string, id: string) =>
  shownIn(await getObject(base, collection, id, { writer: true }));

/** A folder with one collection of a schema, and a factory entry run in it. */
async function generate(
  properties: Record<string, unknown>,
  entry: Record<string, unknown>,
  options: { seed?: number; required?: string[] } = {},
) {
  const opened = await site();
  const { required, ...importOptions } = options;
  const result = await importTemplate(
    opened.site,
    {
      ...head,
      schemas: [schemaOf('thing', properties, required)],
      collections: { custom: [{ id: 'things', schema: 'thing' }] },
      factory: [{ collection: 'things', ...entry }],
    },
    { seed: 1, ...importOptions },
  );
  return { result, opened, things: await objects(opened, 'things') };
}

describe('a whole template', () => {
  const club = {
    version: '1.0.0',
    name: 'Club starter',
    description: 'Walks and news',
    schemas: [
      {
        id: 'walk',
        description: 'A walk',
        properties: {
          id: { type: 'slug', field: 'id', factory: 'slug' },
          title: { type: 'string', field: 'text', factory: 'sentence(4)' },
          km: { type: 'number', field: 'number', factory: 'randomFloat(1,2,20)' },
        },
        required: ['id', 'title'],
        index: ['id', 'title', 'km'],
      },
    ],
    collections: {
      reserved: ['text', { id: 'blog', url: '/news/{id}', sortBy: 'date:desc', name: 'News' }],
      custom: [{ id: 'walks', schema: 'walk', name: 'Walks', sortBy: 'km' }],
    },
    objects: [{ collection: 'text', id: 'motto', data: { text: 'Keep walking' } }],
    factory: [
      { collection: 'walks', count: 8 },
      {
        collection: 'blog',
        count: 3,
        data: { date: "dateTimeBetween('-1 year','now')", tags: 'tags(1,3,news,club)', draft: false },
      },
      { collection: 'text', id: 'founder', data: { text: 'name' } },
    ],
  };

  test('is imported: schemas, collections, objects, generated objects', async () => {
    const opened = await site();
    const result = await importTemplate(opened.site, club, { seed: 3 });
    expect(result.errors).toEqual([]);
    expect(result).toMatchObject({
      success: true,
      summary: {
        schemas_created: 1,
        collections_created: 3,
        templates_created: 0,
        objects_created: 1,
        factory_items_created: 12,
        skipped: 0,
        total_errors: 0,
      },
    });
    expect(opened.site.collections.get('blog').settings).toMatchObject({
      schema: 'blog',
      name: 'News',
      url: '/news/{id}',
      sortBy: 'date',
      reverseSort: true,
      labelPlural: 'Posts',
      labelSingular: 'Post',
    });
    expect(await object(opened, 'text', 'motto')).toMatchObject({ text: 'Keep walking' });
    expect(await object(opened, 'text', 'founder')).toMatchObject({
      text: expect.stringMatching(/^\S+ \S+/),
    });
    const walks = await objects(opened, 'walks');
    expect(walks).toHaveLength(8);
    for (const walk of walks) {
      expect(walk.title).toMatch(/^\w+( \w+){3}\.$/);
      expect(walk.km).toBeGreaterThanOrEqual(2);
      expect(walk.km).toBeLessThanOrEqual(20);
    }
  });

  test('generates posts one could show: sentence-case titles, ids after them, several paragraphs', async () => {
    const opened = await site();
    await importTemplate(opened.site, { ...club, factory: [{ collection: 'blog', count: 6 }] }, { seed: 3 });
    const posts = await objects(opened, 'blog');
    expect(posts).toHaveLength(6);
    for (const post of posts) {
      expect(post.title).toMatch(/^[A-Z0-9]/);
      expect(post.id).toBe(
        String(post.title)
          .toLowerCase()
          .replace(/[^a-z0-9]+/g, '-'),
      );
      expect(post.content).toMatch(/^<p>[A-Z].*<\/p>/);
      expect(post.date).toMatch(/^\d{4}-\d{2}-\d{2}/);
      expect(post).not.toHaveProperty('image');
      expect(post.gallery).toHaveLength(5);
    }
    const paragraphs = posts.map((post) => String(post.content).split('<p>').length - 1);
    expect(Math.max(...paragraphs)).toBeGreaterThan(3);
  });

  test('of the same seed gives the same content, dates included; of another seed another', async () => {
    const run = async (seed: number) => {
      const opened = await site();
      await importTemplate(opened.site, club, { seed });
      return [await objects(opened, 'walks'), await objects(opened, 'blog'), await objects(opened, 'text')];
    };
    expect(await run(5)).toEqual(await run(5));
    expect(await run(5)).not.toEqual(await run(6));
  });
});

describe('what exists already', () => {
  test('a schema is overwritten', async () => {
    const opened = await site();
    await importTemplate(opened.site, { ...head, schemas: [schemaOf('thing', { old: text() })] });
    const result = await importTemplate(opened.site, {
      ...head,
      schemas: [schemaOf('thing', { fresh: text() })],
    });
    expect(result.success).toBe(true);
    expect(result.summary.schemas_created).toBe(0);
    expect(Object.keys(opened.site.library.document('thing')?.properties ?? {})).toEqual(['id', 'fresh']);
  });

  test('a custom collection stays as it is, which is an error when its schema is another one', async () => {
    const opened = await makeSite({ collections: [{ id: 'notes', schema: 'text', name: 'My notes' }] });
    const importing = (schema: string, id: string) =>
      importTemplate(opened.site, {
        ...head,
        collections: { custom: [{ id: 'notes', schema, name: 'Theirs' }] },
        objects: [{ collection: 'notes', id, data: { text: 'x' } }],
      });
    const same = await importing('text', 'a');
    expect([same.success, same.errors]).toEqual([true, []]);
    expect(same.summary).toMatchObject({ collections_created: 0, objects_created: 1, skipped: 1 });
    const other = await importing('styledtext', 'b');
    expect(other.success).toBe(false);
    expect(other.errors).toEqual([
      'Collection notes: it already exists with the schema "text" and was not changed',
    ]);
    expect(other.summary).toMatchObject({ collections_created: 0, objects_created: 1, total_errors: 1 });
    expect(opened.site.collections.get('notes').settings).toMatchObject({ name: 'My notes', schema: 'text' });
  });

  test('a built-in collection is kept, and only what the override names is changed', async () => {
    const opened = await makeSite({
      collections: [{ id: 'blog', schema: 'blog', name: 'Diary', category: 'Mine' }],
    });
    const result = await importTemplate(opened.site, {
      ...head,
      collections: {
        reserved: [{ id: 'blog', url: '/posts/{id}', sortBy: 'title:asc', schema: 'text' }, 'text'],
      },
    });
    expect(result.success).toBe(true);
    expect(opened.site.collections.get('blog').settings).toMatchObject({
      schema: 'blog',
      name: 'Diary',
      category: 'Mine',
      url: '/posts/{id}',
      sortBy: 'title',
      reverseSort: false,
    });
    expect(result.summary).toMatchObject({ collections_created: 1, skipped: 1 });
  });

  test('an object is skipped and stays byte for byte, whether written or generated', async () => {
    const opened = await makeSite({
      collections: [{ id: 'text', schema: 'text' }],
      objects: { text: [{ id: 'a', text: 'mine' }] },
    });
    const before = await getObject(opened.site, 'text', 'a', { writer: true });
    const result = await importTemplate(opened.site, {
      ...head,
      objects: [{ collection: 'text', id: 'a', data: { text: 'theirs' } }],
      factory: [{ collection: 'text', id: 'a', data: { text: 'sentence' } }],
    });
    expect(result).toMatchObject({ success: true, summary: { objects_created: 0, skipped: 2 } });
    expect((await getObject(opened.site, 'text', 'a', { writer: true })).bytes).toEqual(before.bytes);
  });

  test('an object named twice in one document is made once', async () => {
    const opened = await makeSite({ collections: [{ id: 'text', schema: 'text' }] });
    const twice = { collection: 'text', id: 'a', data: { text: 'first' } };
    const result = await importTemplate(opened.site, {
      ...head,
      objects: [twice, { ...twice, data: { text: 'second' } }],
    });
    expect(result.summary).toMatchObject({ objects_created: 1, skipped: 1, total_errors: 0 });
    expect(await object(opened, 'text', 'a')).toMatchObject({ text: 'first' });
  });

  test('a collection in both lists keeps the custom settings without an error', async () => {
    const opened = await site();
    const result = await importTemplate(opened.site, {
      ...head,
      collections: {
        custom: [{ id: 'blog', schema: 'text', name: 'Ours' }],
        reserved: [{ id: 'blog', name: 'News' }],
      },
    });
    expect(result.success).toBe(true);
    expect(opened.site.collections.get('blog').settings).toMatchObject({ schema: 'text', name: 'Ours' });
  });
});

describe('a failing item', () => {
  test('does not stop the rest, and says which rule it broke', async () => {
    const opened = await site();
    const result = await importTemplate(opened.site, {
      ...head,
      schemas: [
        { ...schemaOf('broken', {}), properties: { 'not a name': {} } },
        schemaOf('thing', { title: { ...text(), maxLength: 5 } }, ['title']),
      ],
      collections: {
        custom: [
          { id: 'bad', schema: 'thing', url: 'javascript:alert(1)' },
          { id: 'things', schema: 'thing' },
        ],
      },
      objects: [
        { collection: 'nowhere', id: 'zero', data: {} },
        { collection: 'things', id: 'one', data: { title: 'far too long' } },
        { collection: 'things', id: 'two', data: { title: 'fits' } },
        { collection: 'things', id: 'three', data: {} },
        { collection: 'bad', id: 'four', data: { title: 'fits' } },
      ],
    });
    expect(result.success).toBe(false);
    expect(result.summary).toMatchObject({ schemas_created: 1, collections_created: 1, objects_created: 1 });
    expect(result.summary.total_errors).toBe(result.errors.length);
    const errors = result.errors.join('\n');
    expect(errors).toMatch(/^Schema broken: .*not a name/m);
    expect(errors).toMatch(/^Collection bad: .*url/m);
    expect(errors).toMatch(/^objects\[0\]\.collection: there is no collection "nowhere"/m);
    expect(errors).toMatch(/^objects\[1\] things\/one: .*title/m);
    expect(errors).toMatch(/^objects\[3\] things\/three: .*title/m);
    expect(errors).toMatch(/^objects\[4\] bad\/four: /m);
    expect(await object(opened, 'things', 'two')).toMatchObject({ title: 'fits' });
    expect(result.message).toContain('1 object');
    expect(result.message).toContain('errors');
  });

  test('repeated ten thousand times is counted, not spelled out', async () => {
    const { result } = await generate({ title: text() }, { count: 60 }, { required: ['title'] });
    expect(result.summary).toMatchObject({ factory_items_created: 0, total_errors: 60 });
    expect(result.errors).toHaveLength(26);
    expect(result.errors.at(-1)).toBe('factory[0]: and 35 more like these');
  });
});

describe('generated objects', () => {
  test.each(['paragraphs(1000000000)', 'randomFloat(1e9,0,1)', "dateTimeBetween('never')"])(
    'leave a property out whose rule cannot be followed, and report it once: %s',
    async (rule) => {
      const { result, things } = await generate(
        { a: text(), b: text('word') },
        { count: 3, data: { a: rule } },
      );
      expect(things).toHaveLength(3);
      for (const thing of things) {
        expect(thing).not.toHaveProperty('a');
        expect(thing.b).toMatch(/\w/);
      }
      expect(result.errors).toEqual([
        expect.stringMatching(/^factory\[0\]\.data\.a: .*; the property was skipped$/),
      ]);
    },
  );

  test.each(['constructor(1)', '__proto__', 'toString()', 'A word', 'nonsense(1)'])(
    'keep %j as a literal',
    async (literal) => {
      const { result, things } = await generate({ a: text() }, { count: 1, data: { a: literal } });
      expect(result.errors).toEqual([]);
      expect(things[0]).toMatchObject({ a: literal });
    },
  );

  test("take the entry's value before the schema's rule, literals of any type among them", async () => {
    const { things } = await generate(
      {
        a: text('sentence'),
        n: { type: 'number', field: 'number', factory: 'randomDigit' },
        on: { type: 'boolean', field: 'toggle', factory: 'boolean(0)' },
        list: { type: 'list', field: 'list', factory: 'tags(1,1,x)' },
      },
      { count: 1, data: { a: 'Mine', n: 42, on: true, list: ['p', 'q'], stranger: 'word' } },
    );
    expect(things[0]).toMatchObject({ a: 'Mine', n: 42, on: true, list: ['p', 'q'] });
    expect(things[0]).not.toHaveProperty('stranger');
  });

  test('have values in the shape their property takes', async () => {
    const { result, things } = await generate(
      {
        prose: { type: 'string', field: 'textarea', factory: 'paragraphs(2)' },
        html: { type: 'string', field: 'styledtext', factory: 'paragraphs(2)' },
        line: text('tags(2,2,a,b)'),
        digits: text('randomDigit'),
        day: { type: 'date', field: 'date', factory: "dateTimeBetween('-1 year','now')" },
        moment: { type: 'date', field: 'datetime', factory: "dateTimeBetween('-1 year','now')" },
        clock: { type: 'time', field: 'time', factory: 'time(H:i)' },
        words: { type: 'list', field: 'list', factory: 'word' },
        tint: { type: 'color', field: 'color', factory: 'hexColor' },
        mail: { type: 'email', field: 'email', factory: 'email' },
        call: { type: 'phone', field: 'phone', factory: 'phoneNumber' },
        site: { type: 'url', field: 'url', factory: 'url' },
        price: { type: 'number', field: 'price', factory: 'randomFloat(2,1,9)' },
      },
      { count: 5 },
    );
    expect(result.errors).toEqual([]);
    expect(things).toHaveLength(5);
    for (const thing of things) {
      expect(thing.prose).toMatch(/^[^\n<]+\n\n[^\n<]+$/);
      expect(thing.html).toMatch(/^<p>[^<]+<\/p>\n<p>[^<]+<\/p>$/);
      expect(thing.line).toMatch(/^(a, b|b, a)$/);
      expect(thing.digits).toMatch(/^\d$/);
      expect(thing.day).toMatch(/^202[56]-\d\d-\d\d$/);
      expect(thing.moment).toMatch(/^202[56]-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      expect(thing.clock).toMatch(/^\d\d:\d\d$/);
      expect(thing.words).toEqual([expect.stringMatching(/^\w+$/)]);
      expect(thing.tint).toMatchObject({
        hex: expect.stringMatching(/^#[0-9a-f]{6}$/),
        oklch: expect.anything(),
      });
      expect(thing.price).toBeGreaterThanOrEqual(1);
    }
  });

  test('have no files: images and files are omitted, galleries have entries without any', async () => {
    const { opened, result, things } = await generate(
      {
        title: text('word'),
        image: { type: 'image', field: 'image', factory: 'imageShapes(100,100)' },
        file: { type: 'file', field: 'file' },
        depot: { type: 'depot', field: 'depot' },
        gallery: { type: 'gallery', field: 'gallery', factory: 'gallery(2,640,480)' },
      },
      { count: 1, data: { file: { name: 'x.pdf' }, depot: { files: [{ name: 'x.pdf' }] } } },
    );
    expect(result.errors).toEqual([]);
    const [made] = things;
    expect(Object.keys(made ?? {}).sort()).toEqual(['created', 'gallery', 'id', 'modified', 'title']);
    const entry = { width: 640, height: 480, size: 0 };
    expect(made?.gallery).toMatchObject([
      { name: 'image-1.jpg', ...entry },
      { name: 'image-2.jpg', ...entry },
    ]);
    const second = await importTemplate(opened.site, {
      ...head,
      objects: [
        { collection: 'things', id: 'kept', data: { title: 'image', image: 'image', gallery: 'gallery(3)' } },
      ],
    });
    expect(second.errors).toEqual([]);
    const kept = await object(opened, 'things', 'kept');
    expect(kept.title).toBe('image');
    expect(Object.keys(kept).sort()).toEqual(['created', 'id', 'modified', 'title']);
  });

  test('differ where a property must be unique', async () => {
    const { result, things } = await generate(
      { code: { ...text("numerify('##')"), unique: true } },
      { count: 40 },
    );
    expect(result.errors).toEqual([]);
    expect(new Set(things.map(({ code }) => code)).size).toBe(40);
  });

  test('point to an object of the collection a relation names', async () => {
    const opened = await site();
    const related = (field: string, type: string) => ({
      type,
      field,
      settings: { relationalOptions: { collection: 'people', label: 'name', value: 'id' } },
    });
    const result = await importTemplate(
      opened.site,
      {
        ...head,
        schemas: [
          schemaOf('person', { name: text() }),
          schemaOf('talk', {
            by: related('select', 'string'),
            all: related('multiselect', 'array'),
            no: {
              ...related('select', 'string'),
              settings: { relationalOptions: { collection: 'nowhere' } },
            },
          }),
        ],
        collections: {
          custom: [
            { id: 'people', schema: 'person' },
            { id: 'talks', schema: 'talk' },
          ],
        },
        objects: [
          { collection: 'people', id: 'ann', data: { name: 'Ann' } },
          { collection: 'people', id: 'bo', data: { name: 'Bo' } },
        ],
        factory: [{ collection: 'talks', count: 6 }],
      },
      { seed: 2 },
    );
    expect(result.errors).toEqual([]);
    for (const talk of await objects(opened, 'talks')) {
      expect(['ann', 'bo']).toContain(talk.by);
      expect([['ann'], ['bo'], ['ann', 'bo'], ['bo', 'ann']]).toContainEqual(talk.all);
      expect(talk).not.toHaveProperty('no');
    }
  });
});

describe('ids of generated objects', () => {
  const ids = (things: Record<string, unknown>[]) => things.map(({ id }) => String(id));

  test("follow the id property's rule", async () => {
    const { things } = await generate({ id: { type: 'slug', field: 'id', factory: 'uuid' } }, { count: 3 });
    for (const id of ids(things)) expect(id).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("follow the entry's rule first", async () => {
    const { things } = await generate(
      { id: { type: 'slug', field: 'id', factory: 'uuid' } },
      { count: 2, data: { id: "numerify('n-###')" } },
    );
    for (const id of ids(things)) expect(id).toMatch(/^n-\d{3}$/);
  });

  test('follow the title without a rule, and a word without a title', async () => {
    const titled = await generate({ title: text('words(2,true)') }, { count: 2 });
    for (const thing of titled.things) expect(thing.id).toBe(String(thing.title).replace(' ', '-'));
    const bare = await generate(
      { n: { type: 'number', field: 'number', factory: 'randomDigit' } },
      { count: 2 },
    );
    for (const id of ids(bare.things)) expect(id).toMatch(/^[a-z]+(-2)?$/);
  });

  test('get a suffix when they are taken, so that the count is met', async () => {
    const { opened, result, things } = await generate({ title: text() }, { count: 5, data: { id: 'same' } });
    expect(result.summary.factory_items_created).toBe(5);
    expect(ids(things)).toEqual(['same', 'same-2', 'same-3', 'same-4', 'same-5']);
    const more = await importTemplate(opened.site, {
      ...head,
      factory: [{ collection: 'things', count: 2, data: { id: 'same' } }],
    });
    expect(more.summary).toMatchObject({ factory_items_created: 2, total_errors: 0 });
    expect(ids(await objects(opened, 'things'))).toContain('same-7');
  });

  test.each(['index', 'new', 'con', 'schema'])('are never the reserved word %s', async (word) => {
    const { result, things } = await generate({ title: text() }, { count: 1, data: { id: word } });
    expect(result.errors).toEqual([]);
    expect(ids(things)).toEqual([`${word}-2`]);
  });

  test('fall back to a word when their rule cannot be followed', async () => {
    const { result, things } = await generate({ title: text() }, { count: 2, data: { id: 'slug(1000000)' } });
    expect(result.errors).toEqual([expect.stringMatching(/^factory\[0\]\.data\.id: slug: words must be/)]);
    for (const id of ids(things)) expect(id).toMatch(/^[a-z]+(-2)?$/);
  });

  test("are the collection's where it holds one object", async () => {
    const opened = await site();
    const document = {
      ...head,
      collections: { custom: [{ id: 'motto', schema: 'text', singleton: true }] },
      factory: [{ collection: 'motto', count: 1 }],
    };
    expect((await importTemplate(opened.site, document)).errors).toEqual([]);
    expect(ids(await objects(opened, 'motto'))).toEqual(['motto']);
    const factory = [{ collection: 'motto', count: 1 }];
    expect((await importTemplate(opened.site, { ...head, factory })).summary).toMatchObject({ skipped: 1 });
  });
});

test('page templates of the reference system are omitted with a word about it', async () => {
  const { site: base } = await site();
  const result = await importTemplate(base, { ...head, templates: [{ id: 'home', template: '{{ x }}' }] });
  expect(result).toMatchObject({ success: true, summary: { templates_created: 0 } });
  expect(result.results).toEqual(['1 page template skipped: Plinth does not build pages']);
});

test('hostile keys reach neither the settings, the objects nor any prototype', async () => {
  const opened = await site();
  const hostile =
    JSON.parse(`{"version":"1","name":"t","collections":{"reserved":[{"id":"text","__proto__":{"polluted":1}}]},
    "objects":[{"collection":"text","id":"a","data":{"text":"x","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}]}`);
  expect((await importTemplate(opened.site, hostile)).success).toBe(true);
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  const stored = JSON.stringify([await opened.read('text/a.json'), await opened.read('text/.meta.json')]);
  expect(stored).not.toContain('polluted');
});

test('what was imported is on disk when the import ends, for a folder opened again', async () => {
  const opened = await site();
  await importTemplate(opened.site, {
    ...head,
    schemas: [schemaOf('thing', { title: text('sentence') })],
    collections: { custom: [{ id: 'things', schema: 'thing' }] },
    factory: [{ collection: 'things', count: 40 }],
  });
  await changeCollection(opened.site, 'things', { name: 'Things' }, { mode: 'merge' });
  const again = await opened.openAgain();
  const { total } = shownIn(
    await listObjects(again, 'things', { limit: 1, offset: 0, sort: 'id', order: 'asc' }),
  );
  expect(total).toBe(40);
});
