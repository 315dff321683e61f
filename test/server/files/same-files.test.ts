/** Files are compared before anyone asks for duplicates (spec/files.md#same-bytes). */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { FilePlace } from '../../../server/contract/media.js';
import { Media } from '../../../server/files/media.js';
import type { MediaQuery } from '../../../server/files/media-page.js';
import { SameFiles } from '../../../server/files/same-files.js';
import type { Site } from '../../../server/site.js';
import { makeSite } from '../../helpers/site.js';

const ALL: MediaQuery = {
  withoutAlt: false,
  duplicates: false,
  minSize: 0,
  sort: 'name',
  limit: 100,
  offset: 0,
  counts: false,
  mayRead: () => true,
};

/** 40 KB that differ from others in the middle only, where a sample of the file does not reach. */
const bytes = (middle: number) => {
  const all = Buffer.alloc(40_000, 1);
  all[20_000] = middle;
  return all;
};

const CONTENTS = [bytes(1), bytes(1), bytes(2), Buffer.alloc(40_000, 9), Buffer.from('alone')];

const FILES = {
  '.schemas/page.json': {
    id: 'page',
    properties: { id: { field: 'id' }, paper: { type: 'file', field: 'file' } },
    required: ['id'],
  },
  'pages/.meta.json': { id: 'pages', schema: 'page' },
  ...Object.fromEntries(
    CONTENTS.flatMap((_, at) => [
      [`pages/p${at}.json`, { id: `p${at}`, paper: { name: 'a.bin' } }],
      [`pages/p${at}/paper/a.bin`, ''],
    ]),
  ),
};

/** A site that counts the files that are read in part and as a whole. */
async function counted() {
  const made = await makeSite({ files: FILES });
  for (const [at, content] of CONTENTS.entries()) {
    await writeFile(join(made.folder, `pages/p${at}/paper/a.bin`), content);
  }
  const read = { parts: [] as string[], whole: [] as string[] };
  const { store } = made.site;
  const site: Site = {
    ...made.site,
    store: {
      ...store,
      files: new Proxy(store.files, {
        get(target, name) {
          if (name === 'open') {
            return (collection: string, id: string, path: string) => {
              read.parts.push(id);
              return target.open(collection, id, path);
            };
          }
          const value: unknown = Reflect.get(target, name);
          return typeof value === 'function' ? value.bind(target) : value;
        },
      }),
      fileHistory: new Proxy(store.fileHistory, {
        get(target, name) {
          if (name === 'revisionOf') {
            return (path: string) => {
              read.whole.push(path.split('/')[1] ?? '');
              return target.revisionOf(path);
            };
          }
          const value: unknown = Reflect.get(target, name);
          return typeof value === 'function' ? value.bind(target) : value;
        },
      }),
    },
  };
  const media = new Media(site, { ahead: true });
  onTestFinished(() => media.close());
  return { made, site, media, read };
}

const idsOf = (list: { files: readonly FilePlace[] }) => list.files.map(({ id }) => id);

describe('files that are there more than once', () => {
  it('are compared after the files were listed, so that the question for them reads nothing', async () => {
    const { media, read, made } = await counted();
    await media.list(ALL);
    await expect.poll(() => read.whole.toSorted()).toEqual(['p0', 'p1', 'p2']);
    expect(read.parts.toSorted(), 'one of another size is not read').toEqual(['p0', 'p1', 'p2', 'p3']);
    await media.close();
    read.parts.length = 0;
    read.whole.length = 0;
    expect(idsOf(await media.list({ ...ALL, duplicates: true }))).toEqual(['p0', 'p1']);
    expect(read).toEqual({ parts: [], whole: [] });

    // One that changes meanwhile is read again, alone.
    await writeFile(join(made.folder, 'pages/p2/paper/a.bin'), bytes(1));
    expect(idsOf(await media.list({ ...ALL, duplicates: true }))).toEqual(['p0', 'p1', 'p2']);
    expect(read).toEqual({ parts: ['p2'], whole: ['p2'] });
  });

  it('are left alone once the folder is closed', async () => {
    const { media, read } = await counted();
    await media.close();
    await media.list(ALL);
    for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(read).toEqual({ parts: [], whole: [] });
  });

  it('are forgotten when they are deleted', async () => {
    const { site, media, made } = await counted();
    const named = await media.named();
    const same = new SameFiles(site);
    await same.groups(named);
    expect(same.remembered).toBe(4);
    await rm(join(made.folder, 'pages/p0/paper/a.bin'));
    await rm(join(made.folder, 'pages/p3/paper/a.bin'));
    expect((await same.groups(named)).flat()).toEqual([]);
    expect(same.remembered).toBeLessThanOrEqual(2);
  });
});
