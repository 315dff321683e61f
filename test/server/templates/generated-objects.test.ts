/** Objects that a template generates by its rules, and their ids (spec/templates.md#import). */
import { describe, expect, test } from 'vitest';
import { importTemplate } from '../../../server/templates/import.js';
import { generate, head, object, objects, schemaOf, site, text } from './sites.js';

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
