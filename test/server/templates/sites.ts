/** Folders and schemas for the tests of imported templates. */
import { getObject, listObjects } from '../../../server/content/reading/read.js';
import { importTemplate } from '../../../server/templates/import.js';
import { makeSite, shownIn, type TestSite } from '../../helpers/site.js';

export const NOW = new Date('2026-03-10T09:30:00Z');
export const head = { version: '1.0.0', name: 'Test' };

export const text = (factory?: string) => ({
  type: 'string',
  field: 'text',
  label: 'Text',
  ...(factory && { factory }),
});
export const schemaOf = (id: string, properties: Record<string, unknown>, required: string[] = []) => ({
  id,
  properties: { id: { type: 'slug', field: 'id', label: 'ID' }, ...properties },
  required,
  index: Object.keys(properties),
});

export const site = () => makeSite({ now: () => NOW });

export async function objects(
  { site: base }: TestSite,
  collection: string,
): Promise<Record<string, unknown>[]> {
  const answer = await listObjects(base, collection, { limit: 100, offset: 0, sort: 'id', order: 'asc' });
  const { objects: found } = shownIn(answer);
  return Array.isArray(found) ? found : [];
}

export const object = async ({ site: base }: TestSite, collection: string, id: string) =>
  shownIn(await getObject(base, collection, id, { writer: true }));

/** A folder with one collection of a schema, and a factory entry run in it. */
export async function generate(
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
