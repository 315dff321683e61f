import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { apiRoutes, rootRoutes } from '../../server/app.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../server/contract/values.js';
import { COMPONENT_SCHEMAS } from '../../server/openapi/components.js';
import { BLOG, type Sent, startTestServer, type TestServer } from '../helpers/server.js';
import { MEMBERS } from './transfer-files.js';

const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete'];

/** A value below a document, by its keys. */
function at(document: JsonValue | undefined, ...keys: (string | number)[]): JsonValue | undefined {
  return keys.reduce<JsonValue | undefined>(
    (value, key) => (typeof value === 'object' && value !== null ? Object(value)[key] : undefined),
    document,
  );
}

async function documentOf(server: TestServer, as: Sent['as'] = 'owner'): Promise<JsonObject> {
  const answer = await server.request('/api/openapi.json', { as });
  expect(answer.status).toBe(200);
  return answer.json;
}

/** Every operation as `METHOD /path`. */
function operationsIn(document: JsonObject): [name: string, operation: JsonObject][] {
  return Object.entries(Object(document.paths)).flatMap(([path, item]) =>
    Object.entries(Object(item))
      .filter(([method]) => METHODS.includes(method))
      .map(([method, operation]): [string, JsonObject] => [
        `${method.toUpperCase()} ${path}`,
        Object(operation),
      ]),
  );
}

const shape = (row: string) => row.replace(/\{\w+\}|:\w+|\*\w+/g, '{}');
const mounted = [
  ...apiRoutes.map(({ method, path }) => `${method} ${path.startsWith('/report/') ? '' : '/api'}${path}`),
  ...rootRoutes.map(({ method, path }) => `${method} ${path}`),
].map(shape);

/** Every reference in a document. */
function references(value: JsonValue | undefined): string[] {
  if (Array.isArray(value)) return value.flatMap(references);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, child]) =>
    key === '$ref' && typeof child === 'string' ? [child] : references(child),
  );
}

describe('GET {api}/openapi.json', () => {
  it('is a valid OpenAPI 3.1 document whose references all lead somewhere', async () => {
    const server = await startTestServer({ ...BLOG, ...MEMBERS });
    const document = await documentOf(server);
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'content API', version: '0.1.0' },
      servers: [{ url: server.url }],
    });
    const found = await new Validator().validate(structuredClone(document));
    expect(found.errors ?? []).toEqual([]);
    expect(found.valid).toBe(true);
    const leading = (reference: string) => at(document, ...reference.slice(2).split('/')) !== undefined;
    expect([...new Set(references(document))].filter((reference) => !leading(reference))).toEqual([]);
  });

  it('stays valid whatever a schema file holds', async () => {
    const text = (more: object) => ({ type: 'string', field: 'text', ...more });
    const odd = {
      id: 'odd',
      description: 5,
      properties: {
        id: { $ref: 'slug', field: 'id' },
        a: text({ minLength: 'many', label: 7, help: [] }),
        b: text({ enum: 'x', pattern: '(' }),
        c: text({ items: 9, properties: { d: 'no schema' }, default: { x: 1 } }),
        d: { field: 'card', schemaref: 'nothing' },
        e: { field: 'deck', schemaref: 'odd' },
        f: {},
        'g-h': { field: 'unheard', type: 'strange' },
      },
      required: ['a', 'nothing'],
      index: 'a',
    };
    const server = await startTestServer({
      '.schemas/odd.json': odd,
      'odds/.meta.json': { id: 'odds', schema: 'odd' },
      'odds/a.json': { id: 'a', a: 1 },
      'lost/.meta.json': { id: 'lost', schema: 'gone' },
    });
    const found = await new Validator().validate(await documentOf(server));
    expect(found.errors ?? []).toEqual([]);
  });

  it('describes every mounted route, and nothing that is not mounted', async () => {
    const document = await documentOf(await startTestServer({}));
    expect(
      operationsIn(document)
        .map(([name]) => shape(name))
        .sort(),
    ).toEqual([...new Set(mounted)].sort());
  });

  it('has one definition of each component that rows bring along', () => {
    const defined = new Map<string, string>();
    const twice: string[] = [];
    for (const { input, output } of [...apiRoutes, ...rootRoutes]) {
      for (const [name, shape] of Object.entries({ ...input?.components, ...output?.components })) {
        const schema = JSON.stringify(shape);
        if (Object.hasOwn(COMPONENT_SCHEMAS, name) || (defined.get(name) ?? schema) !== schema)
          twice.push(name);
        defined.set(name, schema);
      }
    }
    expect(twice).toEqual([]);
    expect(defined.size).toBeGreaterThan(20);
  });

  it('has the operations of each collection, under ids that are stable and all different', async () => {
    const server = await startTestServer({ ...BLOG, ...MEMBERS });
    const operations = operationsIn(await documentOf(server));
    const ids = operations.map(([, { operationId }]) => operationId);
    expect(ids.filter((id, n) => ids.indexOf(id) !== n)).toEqual([]);
    const own = operations.filter(([name]) => name.includes('/collections/members'));
    expect(Object.fromEntries(own.map(([name, { operationId }]) => [name, operationId]))).toEqual({
      'GET /api/collections/members': 'members.list',
      'POST /api/collections/members': 'members.create',
      'GET /api/collections/members/query': 'members.query',
      'GET /api/collections/members/index': 'members.index',
      'PUT /api/collections/members/index': 'members.rebuildIndex',
      'GET /api/collections/members/schema': 'members.schema',
      'GET /api/collections/members/schema/json-schema': 'members.jsonSchema',
      'GET /api/collections/members/{id}': 'members.get',
      'PUT /api/collections/members/{id}': 'members.replace',
      'PATCH /api/collections/members/{id}': 'members.patch',
      'DELETE /api/collections/members/{id}': 'members.delete',
      'POST /api/collections/members/{id}/clone': 'members.clone',
    });
    for (const [name] of own) {
      const generic = name.replace('/members', '/{collection}');
      expect(mounted).toContain(shape(generic));
    }
  });

  it('has one component for each schema, and what answers carry follows it', async () => {
    const server = await startTestServer({ ...BLOG, ...MEMBERS });
    const document = await documentOf(server);
    const schemas = Object(at(document, 'components', 'schemas'));
    for (const { name } of Object((await server.request('/schemas')).json.schemas)) {
      // Clients have a type `File` of their own.
      expect(schemas).toHaveProperty([name === 'file' || name === 'date' ? `${name}.schema` : name]);
    }
    expect(at(schemas, 'member', 'properties', 'home')).toMatchObject({
      $ref: '#/components/schemas/address',
    });
    expect(at(schemas, 'member', 'properties', 'name')).toMatchObject({
      type: 'string',
      maxLength: 20,
      title: 'Name',
    });
    expect(at(schemas, 'member', 'properties', 'places', 'additionalProperties')).toEqual({
      $ref: '#/components/schemas/address',
    });

    const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false });
    addFormats.default(ajv);
    ajv.addSchema({ $id: 'doc', components: document.components });
    const path = at(document, 'paths', '/api/collections/blog/{id}', 'get', 'responses', '200', 'content');
    const answered = at(path, 'application/json', 'schema');
    const text = JSON.stringify(answered).replaceAll('"#/', '"doc#/');
    const validate = ajv.compile(JSON.parse(text));
    for (const id of ['first-post', 'second-post']) {
      validate((await server.request(`/collections/blog/${id}`)).json);
      expect(validate.errors ?? []).toEqual([]);
    }
    expect(validate({ id: 'x', title: 5 })).toBe(false);
  });

  it('shows real objects as examples, and what must be sent for a new one', async () => {
    const server = await startTestServer({ ...BLOG, ...MEMBERS });
    const document = await documentOf(server);
    const list = at(document, 'paths', '/api/collections/members', 'get', 'responses', '200', 'content');
    expect(at(list, 'application/json', 'example', 'objects', 0)).toEqual({
      ...(await server.request('/collections/members/ann')).json,
      token: '',
    });
    const create = at(document, 'paths', '/api/collections/members', 'post', 'requestBody', 'content');
    expect(at(create, 'application/json', 'schema')).toEqual({ $ref: '#/components/schemas/member.new' });
    expect(at(document, 'components', 'schemas', 'member.new', 'required')).toEqual(['name']);
    expect(at(document, 'components', 'schemas', 'member.change')).not.toHaveProperty('required');
    expect(at(create, 'application/json', 'example')).not.toHaveProperty('created');
    expect(JSON.stringify(document)).not.toContain('tok_8842');
  });

  it('can be used by generators of typed clients', async () => {
    const lists = { type: 'array', field: 'list', default: 'none' };
    const server = await startTestServer({
      '.schemas/trip.json': {
        id: 'trip',
        properties: {
          id: { type: 'slug', field: 'id' },
          title: { type: 'string', field: 'text' },
          day: { type: 'string', field: 'date', default: 'now' },
          open: { type: 'boolean', field: 'toggle', default: true },
          tags: lists,
          cover: { type: 'image', field: 'image' },
          photos: { type: 'gallery', field: 'gallery' },
          map: { type: 'file', field: 'file' },
          papers: { type: 'depot', field: 'depot' },
          fee: { field: 'number', settings: { visibility: { watch: 'open', value: true } } },
        },
        required: ['id', 'title', 'open', 'cover', 'fee'],
        index: ['id'],
      },
      'trips/.meta.json': { id: 'trips', schema: 'trip' },
      'tours/.meta.json': {
        id: 'tours',
        schema: 'trip',
        properties: { title: { label: 'Name of the tour' } },
      },
    });
    const document = await documentOf(server);
    const component = (name: string) => Object(at(document, 'components', 'schemas', name));
    const body = (method: string, path: string) =>
      at(document, 'paths', path, method, 'requestBody', 'content', 'application/json', 'schema');
    expect(body('post', '/api/collections/trips')).toEqual({ $ref: '#/components/schemas/trip.new' });
    expect(body('patch', '/api/collections/trips/{id}')).toEqual({
      $ref: '#/components/schemas/trip.change',
    });
    expect(body('patch', '/api/collections/tours/{id}')).toEqual({
      $ref: '#/components/schemas/trip.of.tours.change',
    });
    expect(component('trip.of.tours').properties.title.title).toBe('Name of the tour');
    expect(component('trip.new').required).toEqual(['title']);
    // Generators take a property with a default for one that is there or must be sent.
    expect(component('trip').properties.open.default).toBe(true);
    for (const name of ['trip.new', 'trip.change'])
      expect(component(name).properties.open.default).toBeUndefined();
    expect(component('trip.change').required).toBeUndefined();
    expect(component('trip.change').properties.title.type).toEqual(['string', 'null']);

    const { cover, photos, map, papers, tags, day } = component('trip').properties;
    expect(cover.$ref).toBe('#/components/schemas/ImageValue');
    expect(photos.items).toEqual({ $ref: '#/components/schemas/ImageValue' });
    expect([map.$ref, papers.$ref]).toEqual([
      '#/components/schemas/FileValue',
      '#/components/schemas/DepotValue',
    ]);
    expect(component('ImageValue').properties).toMatchObject({
      url: { type: 'string' },
      alt: { type: 'string' },
    });
    expect([tags.default, day.default]).toEqual([undefined, undefined]);

    // What every saved object has: not what a rule may hide, nor a file, which comes after its object.
    expect(component('trip.stored')).toEqual({
      allOf: [
        { $ref: '#/components/schemas/trip' },
        { $ref: '#/components/schemas/StoredObject' },
        {
          type: 'object',
          required: ['title', 'open'],
          properties: { title: { type: 'string' }, open: { type: 'boolean' } },
        },
      ],
    });
    expect(at(document, 'paths', '/api/collections/trips', 'post', 'responses', '201', 'content')).toEqual({
      'application/json': { schema: { $ref: '#/components/schemas/trip.stored' } },
    });

    // Types of TypeScript cannot say that all other properties are texts and one is not.
    const mixed: string[] = [];
    const walk = (value: JsonValue | undefined): void => {
      if (Array.isArray(value)) value.forEach(walk);
      if (!isJsonObject(value)) return;
      const { additionalProperties: others, properties } = value;
      if (isJsonObject(others) && Object.keys(others).length > 0 && properties !== undefined) {
        mixed.push(JSON.stringify(value));
      }
      Object.values(value).forEach(walk);
    };
    walk(document);
    expect(mixed).toEqual([]);

    // The rules of Spectral: lists say what is in them, defaults are of their type.
    const wrong: JsonObject[] = [];
    const look = (value: JsonValue | undefined): void => {
      if (Array.isArray(value)) value.forEach(look);
      if (!isJsonObject(value)) return;
      const types = [value.type].flat();
      if (types.includes('array') && value.items === undefined) wrong.push(value);
      if (types.length === 1 && value.type === 'string' && value.default !== undefined) {
        if (typeof value.default !== 'string') wrong.push(value);
      }
      Object.values(value).forEach(look);
    };
    look(document.components);
    expect(wrong).toEqual([]);
  });

  it('describes files as they are sent, and uploads that are rejected', async () => {
    const document = await documentOf(await startTestServer());
    const stream = Object(at(document, 'paths', '/stream/{collection}/{id}/{property}'));
    expect(stream).not.toHaveProperty('post');
    expect(Object.keys(stream.get.responses)).toEqual(
      expect.arrayContaining(['200', '206', '304', '401', '403', '404', '416']),
    );
    expect(Object.keys(stream.get.responses['206'].content)).toEqual(['*/*']);
    const upload = at(
      document,
      'paths',
      '/api/collections/{collection}/{id}/{property}',
      'post',
      'responses',
    );
    for (const status of ['400', '413']) {
      expect(at(upload, status)).toEqual({ $ref: '#/components/responses/UploadRefused' });
    }
    expect(document.paths).toHaveProperty(['/report/collections/{collection}/json']);
  });

  it('says who may call what', async () => {
    const open = { id: 'blog', schema: 'blog', publicOperations: ['read'] };
    const document = await documentOf(await startTestServer({ ...BLOG, 'blog/.meta.json': open }));
    const security = (path: string, method: string) => at(document, 'paths', path, method, 'security');
    expect(security('/api/collections/blog', 'get')).toContainEqual({});
    expect(security('/api/collections/blog', 'post')).not.toContainEqual({});
    expect(security('/api/collections/blog-private', 'get')).not.toContainEqual({});
    expect(security('/api/trash', 'get')).toEqual([{ session: [] }]);
    expect(security('/healthz', 'get')).toContainEqual({});
  });

  it('shows a key only what it may read, and nothing to anonymous callers', async () => {
    const server = await startTestServer({ ...BLOG, ...MEMBERS });
    const key = await server.key({ methods: ['GET'], paths: ['/openapi.json', '/collections/blog'] });
    const document = await documentOf(server, { key });
    const text = JSON.stringify(document);
    expect(text).toContain('First post');
    expect(text).not.toMatch(/Secret"|members|blog-private|Ann/);
    expect(at(document, 'components', 'schemas')).not.toHaveProperty('member');
    expect((await server.request('/openapi.json', { as: 'nobody' })).status).toBe(401);
  });

  it.each([
    ['schemas that may be read', ['/schemas'], ['deal', 'blog']],
    ['a single schema that may be read', ['/schemas/deal'], ['deal']],
    ['schemas of collections that may be read', ['/collections'], ['blog']],
    ['nothing of a folder without collections that may be read', [], []],
  ])('shows %s, and no others', async (_name, paths, shown) => {
    const deal = { id: 'deal', properties: { price: { field: 'number' } } };
    const server = await startTestServer({ ...BLOG, '.schemas/deal.json': deal });
    const key = await server.key({ methods: ['GET'], paths: ['/openapi.json', ...paths] });
    const components = Object(at(await documentOf(server, { key }), 'components', 'schemas'));
    const found = ['deal', 'blog'].filter((id) => id in components);
    expect(found).toEqual(shown);
  });

  it('answers 304 while nothing has changed', async () => {
    const server = await startTestServer(BLOG);
    const etag = (await server.request('/openapi.json')).headers.get('etag') ?? '';
    const again = () => server.request('/openapi.json', { headers: { 'if-none-match': etag } });
    expect((await again()).status).toBe(304);
    await server.request('/collections', { method: 'POST', json: { id: 'notes', schema: 'text' } });
    expect((await again()).status).toBe(200);
  });
});
