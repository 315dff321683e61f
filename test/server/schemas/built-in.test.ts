import { describe, expect, it } from 'vitest';
import { BUILT_IN_SCHEMA_IDS } from '../../../server/contract/names.js';
import { readBuiltInSchemas } from '../../../server/schemas/built-in.js';
import { compileSchema } from '../../../server/schemas/compile.js';
import { documentProblems } from '../../../server/schemas/document-problems.js';
import { flatten } from '../../../server/schemas/inherit.js';
import { storedDocument } from '../../../server/schemas/save-document.js';
import { refused, saved } from '../kinds/one-property.js';

const documents = readBuiltInSchemas();
const compiled = (id: string) => {
  const document = documents.get(id);
  if (!document) throw new Error(`no schema ${id}`);
  return compileSchema(flatten(document, () => undefined));
};

describe.each(BUILT_IN_SCHEMA_IDS)('the built-in schema %s', (id) => {
  const document = documents.get(id);

  it('is a document of its own name without problems', () => {
    expect(document?.id).toBe(id);
    expect(document && documentProblems(document)).toEqual([]);
  });

  it('could be saved as it stands, and would not be changed by it', () => {
    const { $id, ...stored } = storedDocument({ ...document, id: 'mine' }, { parentOf: () => undefined });
    expect($id).toBe('/schemas/mine');
    const { $id: _own, ...original } = document ?? {};
    expect(stored).toEqual({ ...original, id: 'mine' });
  });

  it('has a description, a label for everything and only properties in its lists', () => {
    expect(document?.description).toMatch(/\.$/);
    const names = Object.keys(document?.properties ?? {});
    for (const definition of Object.values(document?.properties ?? {}))
      expect(definition.label).toMatch(/^\S/);
    expect(
      [...(document?.required ?? []), ...(document?.index ?? [])].filter((name) => !names.includes(name)),
    ).toEqual([]);
  });

  it('shows every visible property in its form once', () => {
    const rows = (document?.formgrid ?? '').split('\n').filter((row) => !row.startsWith('---'));
    const cells = new Set(rows.flatMap((row) => row.split(' ')).filter((cell) => cell !== '.'));
    const visible = Object.entries(document?.properties ?? {}).filter(
      ([, definition]) => definition.hide !== true,
    );
    expect([...cells].sort()).toEqual(visible.map(([name]) => name).sort());
    for (const row of rows) expect(row.split(' ').length).toBe(rows[0]?.split(' ').length);
  });

  it('takes its own defaults', async () => {
    const schema = compiled(id);
    const details = await refused(schema, { sent: {} }).catch(() => ({}));
    expect(
      Object.values(details)
        .flat()
        .filter((message) => !String(message).endsWith('is required')),
    ).toEqual([]);
  });
});

describe('a blog post', () => {
  it('needs a title only', async () => {
    const post = await saved(compiled('blog'), { sent: { title: 'Hello' } });
    expect(post).toMatchObject({
      title: 'Hello',
      draft: false,
      date: '2026-05-09',
      updated: '2026-05-09T12:00:00Z',
    });
    expect(await refused(compiled('blog'), { sent: {} })).toEqual({ title: ['Title is required'] });
  });
});
