import { readdir, readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { changeAtomically } from '../../../../server/content/batch/batch.js';
import { readBatch } from '../../../../server/content/batch/batch-operations.js';
import { cloneObject } from '../../../../server/content/objects/clone.js';
import { createObject, patchObject, removeObject } from '../../../../server/content/objects/write.js';
import { getObject } from '../../../../server/content/reading/read.js';
import { restoreFromTrash } from '../../../../server/content/trash.js';
import { makeSite, shownIn } from '../../../helpers/site.js';

/** A schema of anybody's: the ability is the setting's, not a collection's. */
const SNIPPET = {
  id: 'snippet',
  properties: {
    id: { field: 'id', type: 'slug' },
    title: { field: 'text', type: 'string' },
    code: { field: 'code', type: 'code', settings: { storedAs: { file: 'code.js' } } },
  },
  required: ['id'],
  index: ['id', 'title'],
};

const seed = { schemas: [SNIPPET], collections: [{ id: 'snippets', schema: 'snippet' }] };
const FIRST = 'let a = 1;\r\n// ünï';

async function snippets() {
  const made = await makeSite({ ...seed, objects: { snippets: [{ id: 'one', title: 'One', code: FIRST }] } });
  return {
    ...made,
    codeOf: async (id: string) => shownIn(await getObject(made.site, 'snippets', id, { writer: false })).code,
    file: (id: string) => readFile(made.path('snippets', id, 'code.js'), 'utf8'),
  };
}

describe('a text with a file of its own', () => {
  it('is a value of the object to all layers above, byte for byte, and no part of the JSON', async () => {
    const { codeOf, file, read, site } = await snippets();
    expect(await codeOf('one')).toBe(FIRST);
    expect(await file('one')).toBe(FIRST);
    expect(await read('snippets/one.json')).not.toHaveProperty('code');
    const patched = await patchObject(site, 'snippets', 'one', { code: 'let b;' });
    expect(shownIn(patched)).toMatchObject({ title: 'One', code: 'let b;' });
    expect(await file('one')).toBe('let b;');
    await patchObject(site, 'snippets', 'one', { title: 'Other' });
    expect(await codeOf('one')).toBe('let b;');
    await patchObject(site, 'snippets', 'one', { code: null });
    expect(await codeOf('one')).toBeUndefined();
    await expect(file('one')).rejects.toThrow('ENOENT');
  });

  it('goes with its object into a copy, into the trash and back', async () => {
    const { codeOf, file, site, path } = await snippets();
    await cloneObject(site, 'snippets', 'one', { id: 'two' });
    expect([await codeOf('two'), await file('two')]).toEqual([FIRST, FIRST]);
    const entry = await removeObject(site, 'snippets', 'one');
    expect(await readdir(path('snippets'))).not.toContain('one');
    await restoreFromTrash(site, entry.id);
    expect(await codeOf('one')).toBe(FIRST);
  });

  it('is written by a batch, and still there when the folder is opened again', async () => {
    const { site, file, openAgain } = await snippets();
    const data = (code: string) => ({ collection: 'snippets', data: { code } });
    const operations = [
      { operation: 'patch', id: 'one', ...data('let c;') },
      { operation: 'create', id: 'three', ...data('let d;') },
    ];
    await changeAtomically(site, readBatch({ operations }));
    expect([await file('one'), await file('three')]).toEqual(['let c;', 'let d;']);
    const again = await openAgain();
    const shown = await getObject(again, 'snippets', 'three', { writer: false });
    expect(shownIn(shown).code).toBe('let d;');
  });

  it('is the one in the JSON where there is no file, as a folder from elsewhere may have it', async () => {
    const { place, codeOf, file, site } = await snippets();
    await place('snippets/old.json', { id: 'old', title: 'Old', code: 'inline' });
    site.store.catalogue.forget('snippets');
    expect(await codeOf('old')).toBe('inline');
    await patchObject(site, 'snippets', 'old', { title: 'Newer' });
    expect(await file('old')).toBe('inline');
  });

  it('is not written when another program has changed the object', async () => {
    const { site, file } = await snippets();
    const created = createObject(site, 'snippets', { id: 'one', code: 'evil' });
    await expect(created).rejects.toThrow('already has');
    expect(await file('one')).toBe(FIRST);
    const stale = patchObject(site, 'snippets', 'one', { code: 'evil' }, { ifMatch: '"other"' });
    await expect(stale).rejects.toThrow('changed');
    expect(await file('one')).toBe(FIRST);
  });

  it('is told as a change when another program edits it', async () => {
    const { events, path, codeOf } = await snippets();
    await codeOf('one');
    await writeFile(path('snippets', 'one', 'code.js'), 'edited');
    const updated = { type: 'object.updated', collection: 'snippets', id: 'one' };
    await expect.poll(() => events, { timeout: 10_000 }).toContainEqual(updated);
    expect(await codeOf('one')).toBe('edited');
  });
});
