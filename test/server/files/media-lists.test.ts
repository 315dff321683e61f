/** What a list of the files of a folder costs, as counts of what is looked at (spec/files.md#media). */
import { describe, expect, it } from 'vitest';
import type { MediaFile } from '../../../server/contract/media.js';
import { Media } from '../../../server/files/media.js';
import { type MediaQuery, SortedFiles } from '../../../server/files/media-page.js';
import type { Site } from '../../../server/site.js';
import type { CollectionIndex } from '../../../server/store/types/catalogue.js';
import { makeSite } from '../../helpers/site.js';

const ALL: MediaQuery = {
  withoutAlt: false,
  duplicates: false,
  minSize: 0,
  sort: 'newest',
  limit: 3,
  offset: 0,
  counts: false,
  mayRead: () => true,
};

const noLabel = () => undefined;

/** Files that count how often one of them is looked at. */
function countedFiles(count: number) {
  const looks = { count: 0 };
  const files = Array.from({ length: count }, (_, at) => ({
    collection: at % 2 === 0 ? 'even' : 'odd',
    id: `a${at}`,
    title: 'A page',
    property: 'image',
    name: `${(at * 7919) % count}.png`,
    path: `image/${at}.png`,
    size: 1,
    uploadDate: new Date(at * 1000).toISOString(),
    get mime() {
      looks.count += 1;
      return 'image/png';
    },
  })) satisfies MediaFile[];
  return { looks, sorted: new SortedFiles(files) };
}

const idsOf = ({ files }: { files: readonly MediaFile[] }) => files.map(({ id }) => id);

describe('a list of files', () => {
  it('looks at all files for its first page, and at none for the others', async () => {
    const { looks, sorted } = countedFiles(20);
    const images: MediaQuery = { ...ALL, type: 'image' };
    expect(idsOf(await sorted.page(images, noLabel))).toEqual(['a19', 'a18', 'a17']);
    expect(looks.count).toBe(20);
    expect(idsOf(await sorted.page({ ...images, offset: 17 }, noLabel))).toEqual(['a2', 'a1', 'a0']);
    expect(looks.count).toBe(20);
  });

  it('is another one for those who may read less', async () => {
    const { sorted } = countedFiles(20);
    expect((await sorted.page(ALL, noLabel)).total).toBe(20);
    const even = await sorted.page({ ...ALL, mayRead: (collection) => collection === 'even' }, noLabel);
    expect([even.total, idsOf(even)]).toEqual([10, ['a18', 'a16', 'a14']]);
    expect((await sorted.page(ALL, noLabel)).total).toBe(20);
  });

  it('lets requests be answered while many files are sorted and searched', async () => {
    const { sorted } = countedFiles(60_000);
    let turns = 0;
    let isDone = false;
    const count = () => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    await sorted.page({ ...ALL, sort: 'name', search: 'page' }, noLabel);
    isDone = true;
    expect(turns).toBeGreaterThan(3);
  });
});

const FILES = {
  '.schemas/page.json': {
    id: 'page',
    properties: { id: { field: 'id' }, title: { field: 'text' }, paper: { type: 'file', field: 'file' } },
    required: ['id'],
  },
  'pages/.meta.json': { id: 'pages', schema: 'page' },
  ...Object.fromEntries(
    Array.from({ length: 12 }, (_, at) => [`pages/p${at}.json`, { id: `p${at}`, paper: { name: 'a.bin' } }]),
  ),
};

describe('the list of all files', () => {
  it('reads only the object that changed since it was made', async () => {
    const { site, place } = await makeSite({ files: FILES });
    const read: string[] = [];
    const { catalogue } = site.store;
    const index = await catalogue.collectionIndex('pages');
    const counting: CollectionIndex = new Proxy(index, {
      get(target, name) {
        if (name === 'bytes') {
          return (row: Parameters<CollectionIndex['bytes']>[0], once: boolean) => {
            read.push(row.id);
            return target.bytes(row, once);
          };
        }
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const counted: Site = {
      ...site,
      store: {
        ...site.store,
        catalogue: new Proxy(catalogue, {
          get(target, name) {
            if (name === 'collectionIndex') return async () => counting;
            const value: unknown = Reflect.get(target, name, target);
            return typeof value === 'function' ? value.bind(target) : value;
          },
        }),
      },
    };
    const media = new Media(counted);
    expect((await media.list(ALL)).total).toBe(12);
    // For their values, and for links in their texts.
    expect(read).toHaveLength(24);
    read.length = 0;
    await media.list({ ...ALL, offset: 3 });
    expect(read).toEqual([]);
    await place('pages/p5.json', { id: 'p5', title: 'Changed', paper: { name: 'b.bin' } });
    await catalogue.recheck('pages', 'p5');
    const { files } = await media.list({ ...ALL, limit: 100 });
    expect(files.find(({ id }) => id === 'p5')?.name).toBe('b.bin');
    expect(read).toEqual(['p5', 'p5']);
  });
});
