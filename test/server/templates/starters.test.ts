/** The bundled starters: each imports into a fresh folder without an error and stands as it was written. */
import { describe, expect, test } from 'vitest';
import { getObject, listObjects } from '../../../server/content/reading/read.js';
import { importTemplate } from '../../../server/templates/import.js';
import { listStarters, starter } from '../../../server/templates/starters.js';
import { makeSite, shownIn } from '../../helpers/site.js';

const STARTERS = ['documentation', 'magazine', 'portfolio'];

function definition(id: string) {
  const found = starter(id);
  if (!found) throw new Error(`There is no starter ${id}`);
  return found;
}

/** Letters of the text a value carries, its tags taken off. */
function textIn(value: unknown): string {
  if (typeof value === 'string') return value.replace(/<[^>]+>/g, ' ');
  if (typeof value === 'object' && value !== null) return Object.values(value).map(textIn).join(' ');
  return '';
}

test('three starters are offered, each with a name and a sentence', () => {
  const summaries = listStarters();
  expect(summaries.map(({ id }) => id)).toEqual(STARTERS);
  for (const { name, description } of summaries) {
    expect(name).toMatch(/^[A-Z]\w+/);
    expect(description).toMatch(/^[A-Z].{30,}\.$/);
  }
});

test.each(['nonsense', '../../package', 'template.json', 'draw', 'project', '', '__proto__'])(
  'there is no starter %j',
  (id) => {
    expect(starter(id)).toBeUndefined();
  },
);

describe.each(STARTERS)('the starter %s', (id) => {
  test('imports without an error', async () => {
    const { site } = await makeSite();
    const template = definition(id);
    const result = await importTemplate(site, template);
    expect(result.errors).toEqual([]);
    expect(result.success).toBe(true);
    const { custom = [], reserved = [] } = template.collections ?? {};
    expect(result.summary).toEqual({
      schemas_created: template.schemas?.length,
      collections_created: custom.length + reserved.length,
      templates_created: 0,
      objects_created: template.objects?.length,
      factory_items_created: 0,
      skipped: 0,
      total_errors: 0,
    });
  });

  test('is stored as it was written, every object sound by its schema', async () => {
    const { site } = await makeSite();
    const template = definition(id);
    await importTemplate(site, template);
    for (const { collection, id: object, data } of template.objects ?? []) {
      const shown = shownIn(await getObject(site, collection, object, { writer: true }));
      const { schema } = site.collections.get(collection);
      for (const [name, value] of Object.entries(data)) {
        const property = schema.properties.get(name);
        expect(property, `${collection}.${name} is in the schema`).toBeDefined();
        // Colours are stored with both their forms; everything else byte for byte.
        if (property?.kind.type === 'color') expect(shown[name]).toMatchObject({ hex: value });
        else expect(shown[name], `${collection}/${object}.${name}`).toEqual(value);
      }
      const stored = await site.store.objects.read(collection, object);
      expect(await schema.check(stored?.document ?? {}), `${collection}/${object}`).toEqual({});
    }
  });

  test('skips its objects and changes nothing when it is imported again', async () => {
    const { site } = await makeSite();
    const template = definition(id);
    await importTemplate(site, template);
    const before = await everything(site);
    const again = await importTemplate(site, template);
    expect(again.summary).toMatchObject({ schemas_created: 0, collections_created: 0, objects_created: 0 });
    const { reserved = [], custom = [] } = template.collections ?? {};
    expect(again.summary.skipped).toBe((template.objects?.length ?? 0) + reserved.length + custom.length);
    expect([again.success, again.errors]).toEqual([true, []]);
    expect(await everything(site)).toEqual(before);
  });

  test('has forms for people: labels everywhere, help, a heading or a fieldset, every property placed', () => {
    const template = definition(id);
    const byId = new Map((template.schemas ?? []).map((schema) => [schema.id, schema]));
    for (const schema of template.schemas ?? []) {
      const parents = (schema.inheritFrom ?? []).flatMap((parent) => byId.get(parent) ?? []);
      const properties = Object.assign({}, ...parents.map((parent) => parent.properties), schema.properties);
      const layout = (schema.formgrid ?? '').replace(/^(---|\[\[|\]\]).*$/gm, '');
      // Names in role lines have to be properties too.
      const cells = new Set(layout.replace(/^@(title|body) /gm, '').split(/\s+/));
      for (const [name, property] of Object.entries<{ label?: string; hide?: boolean }>(properties)) {
        expect(property.label, `${schema.id}.${name}`).toMatch(/^[A-Z0-9]/);
        if (!property.hide) expect(cells.has(name), `${schema.id}.${name} is in the form`).toBe(true);
      }
      for (const cell of cells) {
        if (cell !== '' && cell !== '.') expect(Object.keys(properties), schema.id).toContain(cell);
      }
    }
    expect(template.schemas?.some(({ inheritFrom }) => inheritFrom?.length)).toBe(true);
    expect(template.schemas?.some(({ formgrid }) => /^---/m.test(formgrid ?? ''))).toBe(true);
    expect(template.schemas?.some(({ formgrid }) => /^\[\[/m.test(formgrid ?? ''))).toBe(true);
    expect(template.schemas?.some(({ formgrid }) => /^@title \w+\n@body \w+/.test(formgrid ?? ''))).toBe(
      true,
    );
  });

  test('holds content worth showing: no filler, no dead links to itself', () => {
    const template = definition(id);
    const text = textIn(template.objects);
    expect(text).not.toMatch(/lorem|ipsum|john doe|jane doe|acme|foo\b|todo|tbd/i);
    expect(text.split(/\s+/).length).toBeGreaterThan(1000);
    const ids = new Set(template.objects?.map(({ id: object }) => object));
    const collections = new Set(
      [...(template.collections?.custom ?? []), ...(template.collections?.reserved ?? [])].map(
        (collection) => (typeof collection === 'string' ? collection : collection.id),
      ),
    );
    const links = [...JSON.stringify(template.objects).matchAll(/href=\\"\/([^"\\]+)/g)].map(
      ([, path]) => path ?? '',
    );
    for (const link of links) {
      const last = link.split('/').at(-1) ?? '';
      expect(ids.has(last) || collections.has(last), `/${link}`).toBe(true);
    }
  });
});

/** All answers of a site, by collection. */
async function everything(site: Parameters<typeof listObjects>[0]): Promise<Record<string, unknown>> {
  const all: Record<string, unknown> = {};
  for (const { settings } of site.collections.all()) {
    all[settings.id] = shownIn(
      await listObjects(site, settings.id, { limit: 100, offset: 0, sort: 'id', order: 'asc' }),
    );
  }
  return all;
}
