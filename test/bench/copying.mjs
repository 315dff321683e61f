// Rows of static copies: `plinth mirror --as api` of all posts and a tenth as many images, against the renders alone.
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { random } from './data.mjs';
import { placesOf, program } from './processes.mjs';
import { MS } from './report.mjs';

const WIDTH = 400;
/** Rendered at once, as Plinth does. */
const AT_ONCE = 2;

/** Images of 640 x 480, each another one. */
async function images(seed, count) {
  const next = random(seed);
  const made = [];
  for (let number = 1; number <= count; number += 1) {
    const shapes = Buffer.from(Uint8Array.from({ length: 48 * 36 * 3 }, () => next() * 256));
    const photo = sharp(shapes, { raw: { width: 48, height: 36, channels: 3 } }).resize(640, 480);
    made.push(await photo.jpeg({ quality: 90 }).toBuffer());
  }
  return made;
}

/** A folder with the posts of the bench and images, and places for copies. */
async function prepared(bench) {
  const at = join(bench.work, 'mirror');
  const site = { folder: join(at, 'site'), cache: join(at, 'cache'), state: join(at, 'state') };
  const photos = await images(bench.options.seed, Math.ceil(bench.options.objects / 10));
  await rm(at, { recursive: true, force: true });
  await mkdir(at);
  await cp(bench.site.folder, site.folder, { recursive: true });
  mkdirSync(join(site.folder, 'image'));
  writeFileSync(join(site.folder, 'image', '.meta.json'), '{"id":"image","schema":"image"}');
  for (const [number, bytes] of photos.entries()) {
    const id = `photo-${number}`;
    const image = { name: 'photo.jpg', mime: 'image/jpeg', width: 640, height: 480 };
    writeFileSync(join(site.folder, 'image', `${id}.json`), JSON.stringify({ id, image }));
    mkdirSync(join(site.folder, 'image', id, 'image'), { recursive: true });
    writeFileSync(join(site.folder, 'image', id, 'image', 'photo.jpg'), bytes);
  }
  return { site, photos, out: join(at, 'out') };
}

async function copy({ site, out }) {
  const recipe = ['--recipe', `w=${WIDTH}&format=webp`];
  const args = [program, 'mirror', ...placesOf(site), '--as', 'api', '--out', out, ...recipe];
  const started = performance.now();
  await promisify(execFile)(process.execPath, args, { maxBuffer: 64 * 1024 * 1024 });
  return { value: performance.now() - started };
}

/** What it renders, with sharp alone: each image whole and at the width of the recipe. */
async function renders(photos) {
  const waiting = [...photos];
  const started = performance.now();
  const worker = async () => {
    for (let photo = waiting.pop(); photo !== undefined; photo = waiting.pop()) {
      await sharp(photo).jpeg({ quality: 92 }).toBuffer();
      await sharp(photo).resize(WIDTH).webp({ quality: 82 }).toBuffer();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return { value: performance.now() - started };
}

/** @param again whether nothing has changed since the last copy */
export async function copying(bench, { again }) {
  const prepare = await prepared(bench);
  const { site, photos, out } = prepare;
  const fresh = async () => {
    await rm(out, { recursive: true, force: true });
    await rm(site.cache, { recursive: true, force: true });
    return copy(prepare);
  };
  return {
    unit: MS,
    note: `${bench.options.objects} objects, ${photos.length} images`,
    ours: async () => {
      if (!again) return fresh();
      await copy(prepare);
      return copy(prepare);
    },
    floors: again ? { 'the first copy': fresh } : { 'bare sharp, the renders': () => renders(photos) },
    close: () => rm(join(bench.work, 'mirror'), { recursive: true, force: true }),
  };
}
