/** What an import does with sound documents: order, existing items, failures (spec/templates.md#import). */
import { describe, expect, test } from 'vitest';
import { changeCollection } from '../../../server/content/collections/manage-collections.js';
import { getObject, listObjects } from '../../../server/content/reading/read.js';
import { importTemplate } from '../../../server/templates/import.js';
import { makeSite, shownIn } from '../../helpers/site.js';
import { generate, head, object, objects, schemaOf, site, text } from './sites.js';

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
  await changeCollection(opened.site, 'things', { name: 'Things' });
  const again = await opened.openAgain();
  const { total } = shownIn(
    await listObjects(again, 'things', { limit: 1, offset: 0, sort: 'id', order: 'asc' }),
  );
  expect(total).toBe(40);
});
