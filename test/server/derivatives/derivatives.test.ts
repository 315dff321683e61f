import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { type DerivativeRequest, Derivatives } from '../../../server/derivatives/derivatives.js';
import { WorkQueue } from '../../../server/derivatives/queue.js';
import { makeSite, refusal, type TestSite } from '../../helpers/site.js';

const PATH = 'blog/one/image/a.svg';
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>';

async function site(): Promise<TestSite> {
  return makeSite({ files: { [PATH]: SVG, 'blog/one/gallery/b.svg': SVG, 'blog/two/image/a.svg': SVG } });
}

function request({ site: { store } }: TestSite, place = 'one/image/a.svg', w = '10'): DerivativeRequest {
  const [id = '', property = '', file = ''] = place.split('/');
  const path = `${property}/${file}`;
  const stamp = store.files.stamp('blog', id, path);
  if (!stamp) throw new Error(`There is no ${place}`);
  return {
    collection: 'blog',
    id,
    property,
    path,
    stamp,
    format: 'png',
    values: { w },
    focal: [50, 50],
    palette: [],
  };
}

async function keptFiles({ cache }: TestSite): Promise<string[]> {
  const names = await readdir(join(cache, 'derivatives'), { recursive: true, withFileTypes: true });
  return names.filter((name) => name.isFile()).map((name) => join(name.parentPath, name.name));
}

const get = (derivatives: Derivatives, wanted: DerivativeRequest) =>
  derivatives.get(derivatives.named(wanted, wanted.stamp));
const tagOf = (derivatives: Derivatives, wanted: DerivativeRequest) =>
  derivatives.named(wanted, wanted.stamp).etag;

describe('derivatives', () => {
  it('are made once for all who ask at the same time, and kept for the next start', async () => {
    const made = await site();
    const derivatives = new Derivatives(made.site.store);
    const all = await Promise.all(Array.from({ length: 8 }, () => get(derivatives, request(made))));
    expect(new Set(all).size).toBe(1);
    await derivatives.settle();
    const [file = ''] = await keptFiles(made);
    expect(await keptFiles(made)).toHaveLength(1);
    const again = new Derivatives((await made.openAgain()).store);
    expect(await get(again, request(made))).toEqual(all[0]);
    expect((await sharp(all[0]).metadata()).width).toBe(10);

    // As a power cut leaves it: the length is right, the bytes are not.
    await writeFile(file, Buffer.alloc((await readFile(file)).length));
    const third = new Derivatives((await made.openAgain()).store);
    expect(await get(third, request(made))).toEqual(all[0]);
  });

  it('of another original, or of other parameters, are others', async () => {
    const made = await site();
    const { derivatives } = made.site;
    const before = request(made);
    const tag = tagOf(derivatives, before);
    expect(tagOf(derivatives, request(made, undefined, '11'))).not.toBe(tag);
    expect(tagOf(derivatives, { ...before, focal: [1, 1] })).toBe(tag);
    const cropped = { ...before, values: { w: '10', fit: 'crop-focalpoint' } };
    expect(tagOf(derivatives, { ...cropped, focal: [1, 1] })).not.toBe(tagOf(derivatives, cropped));
    await made.place(PATH, SVG.replaceAll('40', '60'));
    expect(tagOf(derivatives, request(made))).not.toBe(tag);
    expect(await refusal(get(derivatives, before))).toMatchObject({ kind: 'missing' });
  });

  it('are dropped by property, by file and by object, and counted', async () => {
    const made = await site();
    const { derivatives } = made.site;
    for (const w of ['5', '6']) await get(derivatives, request(made, undefined, w));
    await get(derivatives, request(made, 'one/gallery/b.svg'));
    await get(derivatives, request(made, 'two/image/a.svg'));
    const one = { collection: 'blog', id: 'one' };
    expect(await derivatives.clear({ ...one, property: 'image', file: 'image/none.svg' })).toBe(0);
    expect(await derivatives.clear({ ...one, property: 'image', file: 'image/a.svg' })).toBe(2);
    expect(await derivatives.clear({ ...one, property: 'gallery' })).toBe(1);
    expect(await derivatives.clear(one)).toBe(0);
    expect(await keptFiles(made)).toHaveLength(1);
  });
});

describe('the queue', () => {
  it('runs a few at a time in order, and refuses those who would wait too long', async () => {
    const queue = new WorkQueue({ running: 2, waiting: 1 });
    const ends: (() => void)[] = [];
    const begun: number[] = [];
    const work = (n: number) =>
      queue.run(() => {
        begun.push(n);
        return new Promise<void>((resolve) => ends.push(resolve));
      });
    const [first, second, third] = [work(1), work(2), work(3)];
    expect(await refusal(work(4))).toMatchObject({ kind: 'busy' });
    expect(begun).toEqual([1, 2]);
    ends[0]?.();
    await first;
    await Promise.resolve();
    expect(begun).toEqual([1, 2, 3]);
    ends[1]?.();
    ends[2]?.();
    await Promise.all([second, third]);
    expect(await queue.run(async () => 'free')).toBe('free');
  });
});
