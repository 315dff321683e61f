/** Decks whose items follow one of several schemas and name their own (spec/field-kinds.md#deck). */
import { describe, expect, it } from 'vitest';
import { isJsonObject, type JsonObject, type JsonValue } from '../../server/contract/values.js';
import { detailsOf, type Files, sharedServer } from '../helpers/server.js';

const schema = (id: string, properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  id,
  properties: { id: { field: 'id' }, ...properties },
  required: ['id'],
  index: ['id'],
  ...more,
});

const SECTIONS = {
  top: { id: 'top', schema: 'hero', title: 'Seas' },
  said: { id: 'said', schema: 'quote', text: '<p>Well</p>', by: 'ada' },
};

const FILES: Files = {
  '.schemas/hero.json': schema(
    'hero',
    { title: { field: 'text' }, image: { field: 'image' }, text: { field: 'textarea' } },
    { required: ['id', 'title'] },
  ),
  '.schemas/quote.json': schema('quote', {
    text: { field: 'styledtext' },
    by: {
      field: 'select',
      label: 'By',
      settings: { relationalOptions: { collection: 'people', label: 'name' } },
    },
    pin: { field: 'secret' },
  }),
  '.schemas/page.json': schema('page', {
    title: { field: 'text' },
    sections: { field: 'deck', label: 'Sections', schemaref: ['hero', 'quote'] },
  }),
  '.schemas/person.json': schema('person', { name: { field: 'text' } }),
  'pages/.meta.json': { id: 'pages', schema: 'page', name: 'Pages' },
  'people/.meta.json': { id: 'people', schema: 'person', name: 'People', url: '/people/{id}' },
  'people/ada.json': { id: 'ada', name: 'Ada' },
  'pages/home.json': { id: 'home', title: 'Home', sections: SECTIONS },
  'pages/merged.json': { id: 'merged', title: 'Merged', sections: SECTIONS },
  'pages/old.json': {
    id: 'old',
    title: 'Old',
    sections: {
      a: { id: 'a', title: 'From a deck of one schema' },
      b: {
        id: 'b',
        schema: 'quote',
        text: '<p>Rivers <a href="/people/ada">x</a></p>',
        by: 'gone',
        pin: 's',
      },
      c: { id: 'c', schema: 'banner', kept: 'by another program' },
    },
  },
};

/** A picture of one dot. */
const DOT =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const HOME = '/api/collections/pages/home';
const MERGED = '/api/collections/pages/merged';
const inside = (value: JsonValue | undefined, ...keys: string[]): JsonValue | undefined =>
  keys.reduce<JsonValue | undefined>((part, key) => (isJsonObject(part) ? part[key] : undefined), value);

describe('a deck with several schemas', () => {
  const shared = sharedServer(() => FILES);
  const stored = async (path: string): Promise<JsonObject> =>
    JSON.parse((await shared().read(path)).toString());
  const get = async (path: string): Promise<JsonObject> => (await shared().request(path)).json;

  it('keeps each item by the schema it names, and rejects what none of them has', async () => {
    const sections = {
      top: { schema: 'hero', title: 'Rivers', text: 'a <b> stays', unheard: 1 },
      said: { schema: 'quote', text: '<p onclick="x">Well</p>', by: 'ada' },
    };
    const answer = await shared().request('/api/collections/pages', {
      method: 'POST',
      json: { id: 'first', title: 'First', sections },
    });
    expect(answer.status).toBe(201);
    expect((await stored('pages/first.json')).sections).toEqual({
      top: { id: 'top', schema: 'hero', title: 'Rivers', text: 'a <b> stays' },
      said: { id: 'said', schema: 'quote', text: '<p>Well</p>', by: 'ada' },
    });
    const wrong = await shared().request('/api/collections/pages', {
      method: 'POST',
      json: {
        ...{ id: 'wrong', title: 'Wrong' },
        sections: { x: { schema: 'stop' }, y: { schema: 'hero' }, z: { schema: 7 } },
      },
    });
    expect(detailsOf(wrong)).toEqual({
      'sections.x.schema': ['Sections › x › Schema must be one of "hero", "quote"'],
      'sections.y.title': ['Sections › y › Title is required'],
      'sections.z.schema': ['Sections › z › Schema must be one of "hero", "quote"'],
    });
  });

  it('has items added, changed and given another schema one at a time', async () => {
    const deck = `${HOME}/sections/deck`;
    const added = await shared().request(deck, {
      method: 'POST',
      json: { id: 'more', schema: 'quote', text: 'x' },
    });
    expect(added.status).toBe(201);
    // Without a name an item keeps its schema, or has the first.
    await shared().request(`${deck}/more`, { method: 'PUT', json: { text: '<p>y</p>' } });
    expect(await get(`${deck}/more`)).toEqual({ id: 'more', schema: 'quote', text: '<p>y</p>' });
    await shared().request(`${deck}/more`, { method: 'PUT', json: { schema: 'hero', title: 'Now a hero' } });
    expect(inside(await stored('pages/home.json'), 'sections', 'more')).toEqual({
      ...{ id: 'more', schema: 'hero', title: 'Now a hero' },
    });
    expect((await shared().request(`${deck}/more`, { method: 'DELETE' })).status).toBe(200);
  });

  it('reads items without a name by the first schema, and keeps those of others as they are', async () => {
    const old = await get('/api/collections/pages/old');
    expect(old.sections).toEqual({
      a: { id: 'a', schema: 'hero', title: 'From a deck of one schema' },
      b: expect.objectContaining({ id: 'b', schema: 'quote', by: 'gone' }),
      c: { id: 'c', schema: 'banner' },
    });
    const changed = await shared().request('/api/collections/pages/old', {
      method: 'PUT',
      json: { ...old, title: 'Newer' },
    });
    expect(changed.status).toBe(200);
    const { sections } = await stored('pages/old.json');
    expect(sections).toMatchObject({
      a: { schema: 'hero', title: 'From a deck of one schema' },
      b: { pin: 's' },
      c: { id: 'c', schema: 'banner', kept: 'by another program' },
    });
    expect(Object.keys(Object(sections))).toEqual(['a', 'b', 'c']);
  });

  it('shows secrets to those who may write only', async () => {
    const key = await shared().key({ methods: ['GET'] });
    const reader = (await shared().request('/api/collections/pages/old', { as: { key } })).json;
    expect(inside(reader, 'sections', 'b', 'pin')).toBe('');
    expect(inside(await get('/api/collections/pages/old'), 'sections', 'b', 'pin')).toBe('s');
  });

  it('takes files into a block, whose names are those of its schema', async () => {
    const body = new FormData();
    body.set('file', new Blob([Buffer.from(DOT, 'base64')], { type: 'image/png' }), 'a.png');
    const up = await shared().request(`${HOME}/sections/top/image`, { method: 'POST', body });
    expect([up.status, inside(await stored('pages/home.json'), 'sections', 'top', 'image', 'name')]).toEqual([
      200,
      'a.png',
    ]);
    const other = await shared().request(`${HOME}/sections/said/image`, { method: 'POST', body });
    expect(other.status).toBe(404);
  });

  it('is searched, shaped, expanded and reported by what each item has', async () => {
    const found = async (query: string) => (await get(`/api/collections/pages?${query}`)).total ?? null;
    expect([await found('search=rivers&filter[id]=old'), await found('search=quote')]).toEqual([1, 0]);
    const shaped = await get(`${HOME}?fields=sections.by,sections.title&expand=sections.by`);
    expect(shaped.sections).toEqual({
      top: { title: 'Seas' },
      said: { by: expect.objectContaining({ name: 'Ada' }) },
    });
    const missing = await get('/api/references/missing');
    expect(missing.data).toMatchObject([
      { property: { name: 'sections.by', label: 'Sections › By' }, reference: 'gone' },
    ]);
    expect(await get('/api/references/collections/people/ada')).toMatchObject({
      data: expect.arrayContaining([
        expect.objectContaining({ id: 'old' }),
        expect.objectContaining({ id: 'home' }),
      ]),
    });
    const report = await shared().request(
      '/report/collections/pages/csv?fields=id,sections.schema,sections.title&include=id:home',
    );
    expect(report.text.trim().split(/\r?\n/)).toEqual([
      'id,sections.schema,sections.title',
      'home,hero,Seas',
      'home,quote,',
    ]);
  });

  it('is described with its blocks', async () => {
    const definition = await get('/api/schemas/page');
    expect(inside(definition, 'properties', 'sections')).toMatchObject({
      schemaref: ['hero', 'quote'],
      itemSchemas: ['hero', 'quote'],
    });
    const { openapi, components } = await get('/api/openapi.json');
    expect(String(openapi)).toContain('3.1');
    const items = inside(components, 'schemas', 'page', 'properties', 'sections', 'additionalProperties');
    expect(inside(items, 'anyOf')).toMatchObject([
      { allOf: [{ $ref: '#/components/schemas/hero' }, { properties: { schema: { const: 'hero' } } }] },
      { allOf: [{ $ref: '#/components/schemas/quote' }, {}] },
      { properties: { schema: { not: { enum: ['hero', 'quote'] } } } },
    ]);
    expect(await get('/api/schemas')).toMatchObject({});
    const summary = JSON.stringify((await shared().request('/api/schemas')).json);
    expect(summary).toContain('"partOf":["page"]');
  });

  it('can be saved with schemas that items can name only', async () => {
    const save = async (id: string, properties: JsonObject) => {
      const answer = await shared().request('/api/schemas', { method: 'POST', json: schema(id, properties) });
      return answer.status === 201 ? 201 : detailsOf(answer);
    };
    expect(await save('one', { d: { field: 'deck', schemaref: ['quote', 'hero'] } })).toBe(201);
    expect(await stored('.schemas/one.json')).toMatchObject({
      properties: {
        d: { patternProperties: { '^[a-zA-Z]\\w*$': { anyOf: [{ $ref: 'quote' }, { $ref: 'hero' }] } } },
      },
    });
    const texts = 'must be text, or a list of texts';
    expect(await save('two', { d: { field: 'deck', schemaref: ['quote', 7] } })).toEqual({
      'properties.d.schemaref': [texts],
    });
    expect(await save('two', { d: { field: 'card', schemaref: ['quote'] } })).toEqual({
      'properties.d.schemaref': ['must be text'],
    });
    expect(await save('named', { schema: { field: 'text' } })).toBe(201);
    expect(await save('two', { d: { field: 'deck', schemaref: ['quote', 'named'] } })).toEqual({
      'properties.d.schemaref': [
        'must not list "named": it has a property "schema", where items name their schema',
      ],
    });
    const hero = await shared().request('/api/schemas/hero', {
      method: 'PUT',
      json: schema('hero', { title: { field: 'text' }, schema: { field: 'text' } }),
    });
    expect(detailsOf(hero)).toMatchObject({
      'properties.schema': [expect.stringContaining('name their schema in it')],
    });
    // A schema in use is not deleted.
    expect((await shared().request('/api/schemas/quote', { method: 'DELETE' })).status).toBe(422);
  });

  it('merges changes of different items, also of different schemas', async () => {
    const first = await shared().request(MERGED);
    const etag = first.headers.get('etag') ?? '';
    const { sections } = first.json;
    const change = (id: string, values: JsonObject) => ({
      sections: { ...Object(sections), [id]: { ...Object(inside(sections, id)), ...values } },
    });
    const put = (json: JsonObject) =>
      shared().request(MERGED, {
        method: 'PUT',
        json,
        headers: { 'if-match': etag, prefer: 'merge' },
      });
    expect((await put(change('top', { title: 'Lakes' }))).status).toBe(200);
    expect((await put(change('said', { by: '' }))).status).toBe(200);
    const after = await get(MERGED);
    expect([inside(after, 'sections', 'top', 'title'), inside(after, 'sections', 'said', 'by')]).toEqual([
      'Lakes',
      '',
    ]);
  });
});
