import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it, onTestFinished } from 'vitest';
import { message } from '../../../server/contract/messages/message.js';
import { type DerivativeRequest, Derivatives } from '../../../server/derivatives/derivatives.js';
import { forkImages } from '../../../server/derivatives/image-processes.js';
import type { Helper } from '../../../server/helpers/helper.js';
import { HelperPool } from '../../../server/helpers/helper-pool.js';
import { copies } from '../../helpers/made-files.js';
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
    const derivatives = new Derivatives(made.site.store, made.site.images);
    const all = await Promise.all(Array.from({ length: 8 }, () => get(derivatives, request(made))));
    expect(new Set(all).size).toBe(1);
    await derivatives.whenCached();
    const [file = ''] = await keptFiles(made);
    expect(await keptFiles(made)).toHaveLength(1);
    const reopened = await made.openAgain();
    const again = new Derivatives(reopened.store, reopened.images);
    expect(await get(again, request(made))).toEqual(all[0]);
    expect((await sharp(all[0]).metadata()).width).toBe(10);

    // As a power cut leaves it: the length is right, the bytes are not.
    await writeFile(file, Buffer.alloc((await readFile(file)).length));
    const third = new Derivatives(reopened.store, reopened.images);
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

/** A pool whose helpers the test can reach. */
function watched(limits: { size: number; waiting: number }) {
  const started: Helper[] = [];
  const start = () => {
    const helper = forkImages();
    started.push(helper);
    return helper;
  };
  const pool = new HelperPool(start, { ...limits, maxWaitMs: 60_000 }, message('imagesBusy'));
  onTestFinished(() => pool.close());
  return { pool, started };
}

describe('the processes for images', () => {
  it('are restarted when one has died, and finish its job', async () => {
    const made = await site();
    const { pool, started } = watched({ size: 1, waiting: 10 });
    const derivatives = new Derivatives(made.site.store, pool);
    await get(derivatives, request(made));
    const broken = get(derivatives, request(made, undefined, '11'));
    started[0]?.kill();
    expect((await sharp(await broken).metadata()).width).toBe(11);
    expect(started).toHaveLength(2);
  });

  it('do not read another file in the place of the original', async () => {
    const made = await site();
    const { derivatives } = made.site;
    const wanted = request(made);
    await made.place(PATH, SVG.replaceAll('20', '30'));
    expect(await refusal(get(derivatives, wanted))).toMatchObject({ kind: 'missing' });
  });

  it('do not draw what would take too long, wherever the file came from', async () => {
    const made = await site();
    await made.place(PATH, copies(8));
    await made.place('blog/two/image/a.svg', gzipSync(copies(8)));
    const { derivatives } = made.site;
    for (const place of [undefined, 'two/image/a.svg']) {
      expect(await refusal(get(derivatives, request(made, place)))).toMatchObject({ kind: 'missing' });
    }
  });

  it('let every caller have its turn, and reject one that keeps too many waiting', async () => {
    const made = await site();
    const { pool } = watched({ size: 1, waiting: 200 });
    const derivatives = new Derivatives(made.site.store, pool);
    const order: string[] = [];
    const ask = (w: number, name: string, waiting?: number) => {
      const wanted = request(made, undefined, String(w));
      const caller = { name, ...(waiting !== undefined && { waiting }) };
      return derivatives.get(derivatives.named(wanted, wanted.stamp), caller).then(() => order.push(name));
    };
    const many = Array.from({ length: 20 }, (_, n) => ask(n + 1, 'many', 19));
    await Promise.all([...many, ask(30, 'other')]);
    expect(order.indexOf('other')).toBeLessThan(4);
    const tooMany = Array.from({ length: 30 }, (_, n) => ask(n + 50, 'many', 5));
    const results = await Promise.allSettled(tooMany);
    expect(results.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
  });
});
