/** Types of a folder accept what the server answers for objects of every field kind. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { transformWithOxc } from 'vite';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { z as z4 } from 'zod';
import { z as z3 } from 'zod/v3';
import { type ZodModule, zodOf as zodFrom } from '../../server/client/astro/zod.js';
import { KIND_NAMES, type KindName, type PropertyDefinition } from '../../server/contract/schemas.js';
import { isJsonObject, type JsonObject } from '../../server/contract/values.js';
import { folderTypes } from '../../server/typings/folder-types.js';
import { typeScriptOf } from '../../server/typings/typescript.js';
import { zodOf } from '../../server/typings/zod.js';
import { fixtureOf } from '../fixtures/kinds/index.ts';
import { fixture } from '../helpers/made-files.js';
import { type Files, sharedServer, temporaryFolder } from '../helpers/server.js';
import { PART } from '../server/kinds/one-property.js';

vi.setConfig({ testTimeout: 60_000 });

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CLIENT = readFileSync(join(ROOT, 'server/client/values.ts'), 'utf8');

const PLAIN = { expanded: [], oneLanguage: false, fields: undefined };

/** The schema of a kind: a property for each sample, required ones first. */
function schemaOf(kind: KindName): { schema: JsonObject; sent: JsonObject } {
  const { definition, valid } = fixtureOf(kind);
  const properties: Record<string, PropertyDefinition> = { id: { field: 'id' } };
  const sent: JsonObject = {};
  // Bodies with unsafe keys are rejected as a whole.
  const sendable = valid.filter((sample) => !/"(?:__proto__|constructor)"/.test(JSON.stringify(sample.sent)));
  sendable.forEach((sample, at) => {
    const name = `v${at}`;
    properties[name] = { field: kind, ...definition, ...sample.definition };
    sent[name] = sample.sent;
  });
  return {
    schema: {
      id: `of-${kind}`,
      properties: JSON.parse(JSON.stringify(properties)),
      required: ['id'],
      index: [],
    },
    sent,
  };
}

const EXTRAS: Files = {
  '.schemas/strange.json': {
    id: 'strange',
    description: 'Ends */ here\n and goes on',
    properties: {
      id: { field: 'id' },
      'two-words': { field: 'text', help: 'A "word" or two */' },
      class: { field: 'toggle' },
      author: { field: 'select', settings: { relationalOptions: { collection: 'people' } } },
      related: { field: 'multiselect', settings: { relationalOptions: { collection: 'strange' } } },
      lost: { field: 'select', settings: { relationalOptions: { collection: 'not-there' } } },
    },
    required: ['id', 'two-words'],
    index: [],
  },
  '.schemas/2-people.json': {
    id: '2-people',
    properties: { id: { field: 'id' }, name: { field: 'text' } },
    required: ['id', 'name'],
    index: [],
  },
  'strange/.meta.json': { id: 'strange', schema: 'strange' },
  'people/.meta.json': { id: 'people', schema: '2-people', properties: { name: { label: 'Called' } } },
  'empty/.meta.json': { id: 'empty', schema: 'strange' },
};

describe('the types of a folder', () => {
  const server = sharedServer(() => {
    const files: Files = { ...EXTRAS, [`.schemas/${PART.id}.json`]: PART };
    for (const kind of KIND_NAMES) {
      const { schema } = schemaOf(kind);
      files[`.schemas/${schema.id}.json`] = schema;
      files[`of-${kind}/.meta.json`] = { id: `of-${kind}`, schema: schema.id };
    }
    return files;
  });
  const answers = new Map<string, JsonObject[]>();

  beforeAll(async () => {
    const photo = await fixture('photo.jpg');
    for (const kind of KIND_NAMES) {
      const path = `/api/collections/of-${kind}`;
      const sent = { id: 'full', ...schemaOf(kind).sent };
      const full = await server().request(path, { method: 'POST', json: sent });
      expect([kind, full.status, full.text]).toEqual([kind, 201, expect.anything()]);
      expect((await server().request(path, { method: 'POST', json: { id: 'bare' } })).status).toBe(201);
      const form = new FormData();
      form.append(kind, new Blob([photo]), 'photo.jpg');
      await server().request(`${path}/full/v0`, { method: 'POST', body: form });
      const { json } = await server().request(path);
      const { objects } = json;
      answers.set(`of-${kind}`, Array.isArray(objects) ? objects.filter(isJsonObject) : []);
    }
  }, 60_000);

  it('are accepted by the compiler for every answer', async () => {
    const folder = await temporaryFolder();
    const values = [...answers].flatMap(([collection, objects]) =>
      objects.map((object) => `check<'${collection}'>(${JSON.stringify(object)});`),
    );
    const text = typeScriptOf(folderTypes(server().site)).replace("'plinth/client'", "'./client.ts'");
    await writeFile(join(folder, 'client.ts'), CLIENT);
    await writeFile(join(folder, 'plinth.ts'), text);
    await writeFile(
      join(folder, 'use.ts'),
      `import type { Plinth } from './plinth.ts';
       function check<C extends keyof Plinth>(object: Plinth[C]['object']) { return object; }
       ${values.join('\n')}
       const relations: Plinth['strange']['relations'] = { author: 'people', related: 'strange' };
       const strange = check<'strange'>({ id: 'a', 'two-words': '', class: true, created: '', modified: '' });
       const people: string = check<'people'>({ id: 'a', name: '', created: '', modified: '' }).name;
       // @ts-expect-error: required
       check<'strange'>({ id: 'a', created: '', modified: '' });
       // @ts-expect-error: a text
       check<'of-text'>({ id: 'a', v0: 1, created: '', modified: '' });
       export { people, relations, strange };`,
    );
    const options = [
      '--noEmit',
      '--strict',
      '--exactOptionalPropertyTypes',
      '--allowImportingTsExtensions',
      '--target',
      'es2022',
      '--module',
      'esnext',
      '--moduleResolution',
      'bundler',
      '--types',
      '',
    ];
    const checked = spawnSync(
      process.execPath,
      [join(ROOT, 'node_modules/typescript/bin/tsc'), ...options, 'use.ts'],
      { cwd: folder, encoding: 'utf8' },
    );
    expect([checked.status, checked.stdout]).toEqual([0, '']);
  });

  it.each(['zod', 'zod/v3'])('as schemas of %s parse every answer to itself', async (zod) => {
    const folder = await temporaryFolder();
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    const text = `import { z } from '${zod}';\n${zodOf(folderTypes(server().site))}`;
    const { code } = await transformWithOxc(text, 'plinth.ts');
    await writeFile(join(folder, 'plinth.mjs'), code);
    const { schemas } = await import(join(folder, 'plinth.mjs'));
    for (const [collection, objects] of answers) {
      for (const object of objects) {
        const { error, data } = schemas[collection].safeParse(object);
        expect([collection, error?.issues]).toEqual([collection, undefined]);
        expect(data).toEqual(object);
      }
    }
    expect(schemas.strange.safeParse({ id: 'a', created: '', modified: '' }).success).toBe(false);
    expect(schemas['of-number'].safeParse({ id: 'a', v0: [], created: '', modified: '' }).success).toBe(
      false,
    );
  });

  it.each([
    ['4', z4],
    ['3', z3],
  ])('as schemas of zod %s that are made while a site is built accept every answer', async (_version, z) => {
    for (const [collection, objects] of answers) {
      const { json } = await server().request(`/api/collections/${collection}/schema/json-schema`);
      const made: unknown = zodFrom(z as unknown as ZodModule, json, PLAIN);
      const schema = made as { safeParse(value: unknown): { data?: unknown; error?: { issues: unknown[] } } };
      for (const object of objects) {
        const { error, data } = schema.safeParse(object);
        expect([collection, error?.issues]).toEqual([collection, undefined]);
        expect(data).toEqual(object);
      }
      expect(schema.safeParse({ created: '', modified: '' }).error).toBeDefined();
    }
  });

  it('as JSON Schemas are valid, and accept every answer', async () => {
    const ajv = new Ajv({ strict: false, allErrors: true, logger: false });
    addFormats.default(ajv);
    const key = await server().key({ methods: ['GET'], paths: ['/collections'] });
    for (const [collection, objects] of answers) {
      const path = `/api/collections/${collection}/schema/json-schema`;
      const { status, json } = await server().request(path, { as: { key } });
      expect([status, ajv.validateSchema(json)]).toEqual([200, true]);
      const validate = ajv.compile(json);
      for (const object of objects) {
        validate(object);
        expect([collection, validate.errors]).toEqual([collection, null]);
      }
    }
    const { json } = await server().request('/api/schemas/strange/json-schema');
    expect(json.required).toEqual(['id', 'two-words']);
    expect(Object(json.properties)['two-words']).toMatchObject({
      type: 'string',
      description: 'A "word" or two */',
    });
    const missing = await server().request('/api/schemas/nothing/json-schema');
    expect(missing.status).toBe(404);
  });
});
