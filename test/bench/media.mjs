// The bench's files: a folder of its own with a large file, a photo, and objects that files are sent to.
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import sharp from 'sharp';
import { random } from './data.mjs';
import { createKey, serve } from './processes.mjs';

const MB = 1024 * 1024;

export const LARGE_MB = 128;
export const FILM = '/stream/media/film/file';
export const PHOTO = '/imageworks/media/photo/image.webp';

/** Objects that each take one file. */
const TAKERS = 2000;

const type = (field) => ({ $ref: `https://example.test/${field}.json`, field });

const SCHEMA = {
  id: 'bench-media',
  properties: { id: { field: 'id' }, title: { field: 'text' }, image: type('image'), file: type('file') },
  required: ['id'],
  index: ['id', 'title'],
};

/** Bytes that no layer can make smaller. */
function* noise(megabytes, seed) {
  const next = random(seed);
  const piece = Uint32Array.from({ length: MB / 4 }, () => next() * 4294967296);
  for (let count = 0; count < megabytes; count += 1) {
    piece[0] = count;
    yield Buffer.from(piece.buffer.slice(0));
  }
}

/** A photo of 12 million pixels: soft shapes with grain, which compress about as photos do. */
async function photo(seed) {
  const next = random(seed);
  const [width, height] = [320, 240];
  const shapes = Buffer.from(Uint8Array.from({ length: width * height * 3 }, () => next() * 256));
  const soft = await sharp(shapes, { raw: { width, height, channels: 3 } })
    .blur(2)
    .normalise()
    .resize(4000, 3000, { kernel: 'cubic' })
    .raw()
    .toBuffer();
  for (let at = 0; at < soft.length; at += 1) {
    soft[at] = Math.min(255, Math.max(0, soft[at] + (next() - 0.5) * 12));
  }
  return sharp(soft, { raw: { width: 4000, height: 3000, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer();
}

const asJson = (value) => `${JSON.stringify(value)}\n`;

/** Writes the folder. */
async function writeMedia(folder, seed) {
  const media = join(folder, 'media');
  await mkdir(join(folder, '.schemas'), { recursive: true });
  await mkdir(join(folder, '.system'));
  await mkdir(join(media, 'film', 'file'), { recursive: true });
  await mkdir(join(media, 'photo', 'image'), { recursive: true });
  await writeFile(join(folder, '.schemas', `${SCHEMA.id}.json`), asJson(SCHEMA));
  await writeFile(join(folder, '.system', 'settings.json'), asJson({ edition: 'pro' }));
  await writeFile(join(media, '.meta.json'), asJson({ id: 'media', schema: SCHEMA.id }));
  const film = { id: 'film', file: { name: 'film.mp4', mime: 'video/mp4', size: LARGE_MB * MB } };
  await writeFile(join(media, 'film.json'), asJson(film));
  await pipeline(noise(LARGE_MB, seed), createWriteStream(join(media, 'film', 'file', 'film.mp4')));
  const image = { name: 'photo.jpg', mime: 'image/jpeg' };
  await writeFile(join(media, 'photo.json'), asJson({ id: 'photo', title: 'A photo', image }));
  await writeFile(join(media, 'photo', 'image', 'photo.jpg'), await photo(seed));
  for (let number = 0; number < TAKERS; number += 1) {
    const id = `taker-${String(number).padStart(4, '0')}`;
    await writeFile(join(media, `${id}.json`), asJson({ id }));
  }
}

/**
 * The folder of files and its server, made when first needed. `taker()` is the path of an object nobody has sent a
 * file to yet.
 */
export async function mediaOf(bench) {
  bench.media ??= await open(bench);
  return bench.media;
}

async function open(bench) {
  const at = join(bench.work, 'media');
  const site = { folder: join(at, 'site'), cache: join(at, 'cache'), state: join(at, 'state') };
  await mkdir(site.folder, { recursive: true });
  await writeMedia(site.folder, bench.options.seed);
  const key = await createKey(site);
  const server = await serve(site);
  let taken = 0;
  return {
    ...server,
    at,
    key,
    film: join(site.folder, 'media', 'film', 'file', 'film.mp4'),
    photo: join(site.folder, 'media', 'photo', 'image', 'photo.jpg'),
    taker() {
      if (taken === TAKERS) throw new Error('Too many uploads for one run: take fewer --rounds.');
      taken += 1;
      return `/api/collections/media/taker-${String(taken - 1).padStart(4, '0')}/file`;
    },
  };
}
