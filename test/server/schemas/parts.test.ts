/** Cards and decks through a save, beyond what the suite of every kind asks. */
import { describe, expect, it } from 'vitest';
import type { PropertyDefinition, SchemaDocument } from '../../../server/contract/schemas.js';
import type { JsonObject, JsonValue } from '../../../server/contract/values.js';
import { present } from '../../../server/schemas/present.js';
import { NOON, refused, saved, schemaOf } from '../kinds/one-property.js';

const person: SchemaDocument = {
  id: 'person',
  properties: {
    id: { field: 'id' },
    name: { field: 'text' },
    pass: { field: 'password' },
    cover: { field: 'image' },
    photos: { field: 'gallery' },
    made: { field: 'datetime', settings: { onCreate: true } },
    saved: { field: 'datetime', settings: { onUpdate: true } },
    slug: { field: 'text', settings: { autogen: `\${name}!` } },
    hours: { field: 'number' },
    fee: { field: 'number', settings: { calc: `\${hours} * 10` } },
    kind: { field: 'select', default: 'guide' },
    home: { field: 'card', schemaref: 'place' },
  },
  required: ['id', 'name'],
  index: ['id'],
};
const place: SchemaDocument = {
  id: 'place',
  properties: { id: { field: 'id' }, street: { field: 'text' }, map: { field: 'image' } },
  required: ['id'],
  index: ['id'],
};
const schema = schemaOf(
  {
    lead: { field: 'card', schemaref: 'person' },
    crew: { field: 'deck', schemaref: 'person' },
    total: { field: 'number', settings: { calc: `sum(\${crew.fee}) + \${lead.fee}` } },
    title: { field: 'text' },
  },
  { parts: [person, place] },
);
const noon = NOON.toISOString();
const later = new Date(NOON.getTime() + 60_000);
const made = (id: string, more: JsonObject): JsonObject => ({
  id,
  made: expect.any(String),
  saved: expect.any(String),
  slug: expect.any(String),
  fee: 0,
  kind: 'guide',
  ...more,
});

describe('a card', () => {
  it('gets defaults, stamps, generated and calculated values of its own when it is made', async () => {
    const document = await saved(schema, { sent: { lead: { name: 'Ann', hours: 3 } } });
    const lead = made('lead', { name: 'Ann', hours: 3, fee: 30, slug: 'Ann!' });
    expect(document).toEqual({ id: 'one', lead, total: 30 });
    expect(String(Object(document.lead).made).slice(0, 16)).toBe(noon.slice(0, 16));
  });

  it('keeps its making and its files when it is replaced, and loses what is not sent', async () => {
    const lead = made('lead', { name: 'Ann', hours: 3, made: 'm', saved: 's', slug: 'x', older: [1] });
    const stored: JsonObject = {
      ...lead,
      cover: { name: 'a.jpg' },
      home: { id: 'home', street: 'S', map: { name: 'm.png' } },
    };
    const current = { id: 'one', lead: stored };
    const { lead: saved1 } = await saved(schema, { current, sent: { lead: { name: 'Bo' } }, now: later });
    expect(saved1).toEqual({
      id: 'lead',
      name: 'Bo',
      cover: { name: 'a.jpg' },
      saved: expect.stringMatching(/^2026-05-09T12:01/),
      slug: 'Bo!',
      fee: 0,
      home: { id: 'home', map: { name: 'm.png' } },
      older: [1],
    });
    const details = await refused(schema, { current, sent: { lead: {} } });
    expect(details, 'it still holds a picture').toEqual({ 'lead.name': ['Lead › Name is required'] });
  });

  it('is left alone, stamps too, when it comes back as it is', async () => {
    const first = await saved(schema, { sent: { lead: { name: 'Ann', pass: 'letmein' } } });
    const shown = present(schema, first, {
      writer: true,
      times: { created: '', modified: '' },
      collection: 'blog',
    });
    const again = await saved(schema, { current: first, sent: { lead: shown.lead ?? null }, now: later });
    expect(again).toEqual(first);
    expect(Object(again.lead).pass).toMatch(/^\$2y/);
  });

  it('takes no gallery inside and keeps one a file brought along', async () => {
    const details = await refused(schema, { sent: { lead: { name: 'Ann', photos: [{ name: 'a.jpg' }] } } });
    expect(details).toEqual({ 'lead.photos': ['Lead › Photos cannot be used inside a card or an item'] });
    const current = { id: 'one', lead: { id: 'lead', name: 'Ann', photos: [{ name: 'a.jpg' }] } };
    expect((await saved(schema, { current, sent: { lead: { name: 'Bo' } } })).lead).toMatchObject({
      photos: [{ name: 'a.jpg' }],
    });
  });

  it('is removed by null', async () => {
    const current = await saved(schema, { sent: { lead: { name: 'Ann' } } });
    expect(await saved(schema, { current, sent: { lead: null } })).toEqual({ id: 'one', total: 0 });
  });

  it('gets the default its definition gives it', async () => {
    const preset = schemaOf(
      { lead: { field: 'card', schemaref: 'place', default: { street: 'S', unheard: 1 } } },
      { parts: [place] },
    );
    expect(await saved(preset, { sent: {} })).toEqual({ id: 'one', lead: { id: 'lead', street: 'S' } });
    expect(await saved(preset, { sent: { lead: { street: 'T' } } })).toMatchObject({ lead: { street: 'T' } });
  });

  it.each<[definition: PropertyDefinition, value: JsonValue]>([
    [
      { field: 'card', schemaref: 'gone' },
      { id: 'lead', pass: 'secret' },
    ],
    [{ field: 'deck' }, { a: { id: 'a', pass: 'secret' } }],
  ])('of %j is kept in the file, is never shown and cannot be changed', async (definition, value) => {
    const orphan = schemaOf({ lead: definition, title: { field: 'text' } });
    const current = { id: 'one', lead: value };
    expect(await saved(orphan, { current, sent: { title: 'x', lead: value } })).toEqual({
      ...current,
      title: 'x',
    });
    expect(await saved(orphan, { current, sent: { lead: {} } })).toEqual(current);
    expect(
      present(orphan, current, { writer: true, times: { created: '', modified: '' }, collection: 'blog' })
        .lead,
    ).toEqual({});
    expect(Object.keys(await refused(orphan, { current, sent: { lead: { a: { name: 'x' } } } }))).toEqual([
      'lead',
    ]);
  });
});

describe('a deck', () => {
  it('stamps the items that change and leaves the others as they are', async () => {
    const first = await saved(schema, { sent: { crew: { a: { name: 'A' }, b: { name: 'B' } } } });
    const { a, b } = Object(first.crew);
    const changed = await saved(schema, {
      current: first,
      sent: { crew: { a, b: { ...b, name: 'Bo' } } },
      now: later,
    });
    expect(changed.crew).toEqual({ a, b: { ...b, name: 'Bo', saved: expect.stringMatching(/T12:01/) } });
  });

  it('calculates items first, then the object, whatever was sent', async () => {
    const sent = { crew: { a: { name: 'A', hours: 2 }, b: { name: 'B', hours: 3, fee: 999 } }, total: 7 };
    const first = await saved(schema, { sent });
    expect([Object(first.crew).b.fee, first.total]).toEqual([30, 50]);
    const older = { ...first, crew: { a: { id: 'a', name: 'A', hours: 4 } } };
    const again = await saved(schema, { current: older, sent: { title: 'x' } });
    expect([Object(again.crew).a.fee, again.total]).toEqual([40, 40]);
    expect(older.crew.a, 'what was read is not changed').toEqual({ id: 'a', name: 'A', hours: 4 });
  });

  it('tells every failing place of every item at once', async () => {
    const details = await refused(schema, {
      sent: { title: 5, crew: { a: { hours: 'x' }, b: { name: 'B', home: 5 } }, lead: { hours: 1 } },
    });
    expect(Object.keys(details).sort()).toEqual([
      'crew.a.hours',
      'crew.a.name',
      'crew.b.home',
      'lead.name',
      'title',
    ]);
  });

  it('with a broken item in the file can be saved, that item as it is, and without it', async () => {
    const current = { id: 'one', crew: { a: 'torn', b: { id: 'b', name: 'B' } } };
    const titled = await saved(schema, { current, sent: { title: 'x' } });
    expect([titled.title, Object(titled.crew).a]).toEqual(['x', 'torn']);
    expect(await refused(schema, { current, sent: { crew: { a: 'other', b: { name: 'B' } } } })).toEqual({
      'crew.a': ['Crew › a must be an object'],
    });
    const mended = await saved(schema, { current, sent: { crew: { b: { name: 'B' } } } });
    expect(Object.keys(Object(mended.crew))).toEqual(['b']);
  });
});

describe('what is required', () => {
  const ruled = (required: string[], operator = '==') =>
    schemaOf(
      {
        kind: { field: 'text' },
        size: {
          field: 'number',
          settings: { visibility: { watch: 'kind', operator, value: 'walk', mode: 'hide' } },
        },
        agreed: {
          field: 'toggle',
          settings: { visibility: { watch: 'kind', value: 'walk', mode: 'disable' } },
        },
        box: { field: 'card', schemaref: 'inside' },
      },
      {
        required,
        parts: [
          {
            id: 'inside',
            properties: {
              id: { field: 'id' },
              a: { field: 'text' },
              b: { field: 'text', settings: { visibility: { watch: 'a', value: 'yes' } } },
            },
            required: ['b'],
            index: [],
          },
        ],
      },
    );

  it.each([
    [{ kind: 'talk' }, []],
    [{}, []],
    [{ kind: 'walk' }, ['size', 'agreed']],
    [{ kind: 'walk', size: 0, agreed: true }, []],
    [{ kind: 'walk', size: 0, agreed: false }, ['agreed']],
    [{ kind: 'talk', agreed: false }, []],
    [{ kind: 'talk', size: 'x' }, ['size']],
  ] as [JsonObject, string[]][])(
    'in %j fails at %j: what a rule hides need not be filled in',
    async (sent, failing) => {
      const details = ruled(['size', 'agreed']);
      if (failing.length === 0) expect(await saved(details, { sent })).toHaveProperty('id');
      else expect(Object.keys(await refused(details, { sent }))).toEqual(failing);
    },
  );

  it('in a card is decided by the card’s own values', async () => {
    expect(await saved(ruled([]), { sent: { box: { a: 'no' } } })).toHaveProperty('box.a', 'no');
    expect(Object.keys(await refused(ruled([]), { sent: { box: { a: 'yes' } } }))).toEqual(['box.b']);
  });

  it('still holds where the rule is met by the value', async () => {
    expect(Object.keys(await refused(ruled(['size'], '!='), { sent: { kind: 'talk' } }))).toEqual(['size']);
  });
});
