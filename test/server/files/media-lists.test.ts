/** What a list of the files of a folder costs, as counts of what is looked at (spec/files.md#media). */
import { describe, expect, it, onTestFinished } from 'vitest';
import type { MediaFile } from '../../../server/contract/media.js';
import type { Progress } from '../../../server/contract/progress.js';
import type { Listener } from '../../../server/events.js';
import { Media } from '../../../server/files/media.js';
import { type MediaQuery, SortedFiles } from '../../../server/files/media-page.js';
import type { Site } from '../../../server/site.js';
import type { Row } from '../../../server/store/types/catalogue.js';
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
    Array.from({ length: 12 }, (_, at) => [
      [`pages/p${at}.json`, { id: `p${at}`, paper: { name: 'a.bin' } }],
      [`pages/p${at}/paper/a.bin`, 'x'],
    ]).flat(),
  ),
  'pages/p7/paper/left over.bin': 'x',
};

type Method = (...args: never[]) => unknown;

/** A part of the store with some other methods. */
const withMethods = <T extends object>(part: T, methods: Record<string, Method>): T =>
  new Proxy(part, {
    get(target, name) {
      const other = typeof name === 'string' ? methods[name] : undefined;
      if (other) return other;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

/** The media of a folder, the ids of objects whose answers, documents and folders were read, and the files asked for. */
async function countedMedia() {
  const made = await makeSite({ files: FILES });
  const read = {
    answers: [] as string[],
    documents: [] as string[],
    folders: [] as string[],
    files: [] as string[],
  };
  const { store } = made.site;
  const index = await store.catalogue.collectionIndex('pages');
  const counting = withMethods(index, {
    bytes: (row: Row, once: boolean) => {
      read.answers.push(row.id);
      return index.bytes(row, once);
    },
  });
  const site: Site = {
    ...made.site,
    store: {
      ...store,
      catalogue: withMethods(store.catalogue, { collectionIndex: async () => counting }),
      objects: withMethods(store.objects, {
        read: (collection: string, id: string) => {
          read.documents.push(id);
          return store.objects.read(collection, id);
        },
      }),
      files: withMethods(store.files, {
        list: async (collection: string, id: string, isAsked?: (path: string) => boolean) => {
          read.folders.push(id);
          const found = await store.files.list(collection, id, isAsked);
          read.files.push(...found.map(({ path }) => `${id}/${path}`));
          return found;
        },
      }),
    },
  };
  const media = new Media(site);
  onTestFinished(() => media.close());
  return { ...made, media, read };
}

const forget = (read: Record<string, string[]>) => {
  for (const ids of Object.values(read)) ids.length = 0;
};

describe('the list of all files', () => {
  it('reads only the object that changed since it was made', async () => {
    const { site, place, media, read } = await countedMedia();
    expect((await media.list(ALL)).total).toBe(12);
    // For their values, and for links in their texts.
    expect(read.answers).toHaveLength(24);
    forget(read);
    await media.list({ ...ALL, offset: 3 });
    expect(read.answers).toEqual([]);
    await place('pages/p5.json', { id: 'p5', title: 'Changed', paper: { name: 'b.bin' } });
    await site.store.catalogue.recheck('pages', 'p5');
    const { files } = await media.list({ ...ALL, limit: 100 });
    expect(files.find(({ id }) => id === 'p5')?.name).toBe('b.bin');
    expect(read.answers).toEqual(['p5', 'p5']);
  });
});

describe('the list of unused files', () => {
  it('reads each folder once for all pages, and the objects that have other files than they name', async () => {
    const { site, media, read } = await countedMedia();
    expect((await media.unnamed(ALL)).files.map(({ path }) => path)).toEqual(['paper/left over.bin']);
    expect([read.folders.length, read.documents]).toEqual([12, ['p7']]);
    expect(read.files).toEqual(['p7/paper/left over.bin']);
    forget(read);
    expect((await media.unnamed({ ...ALL, offset: 1 })).total).toBe(1);
    expect(read.folders).toEqual([]);

    await media.unused.remove([{ collection: 'pages', id: 'p7', path: 'paper/left over.bin' }], site.change);
    expect((await media.unnamed(ALL)).total).toBe(0);
    expect(read.folders.length).toBe(12);
  });
});

describe('the files of a perspective', () => {
  it('hear of no change once it is closed', async () => {
    const { site } = await makeSite({ files: FILES });
    let listeners = 0;
    const events = withMethods(site.events, {
      on: (listener: Listener) => {
        listeners += 1;
        const end = site.events.on(listener);
        return () => {
          listeners -= 1;
          end();
        };
      },
    });
    const media = new Media({ ...site, events });
    expect(listeners).toBeGreaterThan(0);
    await media.close();
    expect(listeners).toBe(0);
  });
});

it('says how far the first list is, and ends at the next object when the one who waits has left', async () => {
  const photo = { name: 'a.png', mime: 'image/png', size: 1 };
  const { site } = await makeSite({
    files: {
      '.schemas/walk.json': { id: 'walk', properties: { id: { field: 'id' }, photo: { field: 'image' } } },
      'walks/.meta.json': { id: 'walks', schema: 'walk' },
      ...Object.fromEntries(['a', 'b', 'c'].map((id) => [`walks/${id}.json`, { id, photo }])),
    },
  });
  const index = await site.store.catalogue.collectionIndex('walks');
  const bytes = index.bytes.bind(index);
  const stop = new AbortController();
  const read: string[] = [];
  index.bytes = (row, parsed) => {
    read.push(row.id);
    stop.abort(new Error('left'));
    return bytes(row, parsed);
  };
  const told: Progress[] = [];
  const progress = (event: Progress) => void told.push(event);
  await expect(site.media.list(ALL, { signal: stop.signal, progress })).rejects.toThrow('left');
  expect(told.at(-1)).toEqual({ step: 'files', done: 1, of: 3 });
  expect(read).toEqual(['a']);
  expect((await site.media.list(ALL)).total).toBe(3);
});
