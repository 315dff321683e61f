/** A folder with one object that has a property of each field kind, for the gallery and its screenshots. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SAMPLES, STALL } from './samples.mjs';

const FOLDER = import.meta.dirname;

/** Group, label and help of each field kind as the schema builder shows them, in its order; a test writes the file. */
export const KINDS = JSON.parse(await readFile(join(FOLDER, 'kinds.json'), 'utf8'));

/** The definition of the sample of a kind, as a schema has it. */
export const definitionOf = (kind) => ({
  ...(kind === 'id' ? { type: 'slug' } : {}),
  field: kind,
  label: KINDS[kind].label,
  ...SAMPLES[kind].definition,
});

export const SCHEMA = {
  id: 'field-types',
  description: 'A property of each field type',
  properties: Object.fromEntries(Object.keys(SAMPLES).map((kind) => [kind, definitionOf(kind)])),
  required: ['id'],
  index: [],
};

export const COLLECTION = { id: 'posts', schema: SCHEMA.id, name: 'Posts' };

/** Sends the schemas, the collection, the object and its files as any client does; answers the id of the object. */
export async function fillFolder(url, key) {
  const send = async (method, path, body) => {
    const isForm = body instanceof FormData;
    const headers = { 'x-api-key': key, ...(!isForm && { 'content-type': 'application/json' }) };
    const sent = isForm ? body : JSON.stringify(body);
    const response = await fetch(`${url}/api/${path}`, { method, headers, body: sent });
    if (!response.ok) throw new Error(`${path} was rejected: ${await response.text()}`);
  };
  const samples = Object.entries(SAMPLES);
  const values = samples.flatMap(([kind, { value, files }]) => (files ? [] : [[kind, value]]));
  const object = Object.fromEntries(values);
  await send('POST', 'schemas', STALL);
  await send('POST', 'schemas', SCHEMA);
  await send('POST', 'collections', COLLECTION);
  await send('POST', 'collections/posts', object);
  for (const [kind, { files = {} }] of samples) {
    const place = `collections/posts/${object.id}/${kind}`;
    for (const [name, alt] of Object.entries(files)) {
      const form = new FormData();
      form.append(kind, new Blob([await readFile(join(FOLDER, 'files', name))]), name);
      await send('POST', place, form);
      if (alt) await send('PATCH', `${place}/${name}`, { alt });
    }
  }
  return object.id;
}
