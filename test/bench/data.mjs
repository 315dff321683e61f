// The bench's content: blog posts of about 2.6 KB, the same ones for the same seed.

import { writeFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export const WORDS =
  'harbour light stone garden paper window river morning letter copper bread winter north quiet table road field lamp salt cloud meadow glass engine island story market bridge summer voice thread corner ladder wool signal orchard kettle map anchor candle forest'.split(
    ' ',
  );

/** Words of which each stands in a few posts only: what people search for. */
const SYLLABLES = 'ba ce di fo gu ha ki lo mu ne pa ri so tu va we'.split(' ');
export const RARE_WORDS = Array.from({ length: 3000 }, (_, number) =>
  [number & 15, (number >> 4) & 15, (number >> 8) & 15, (number * 7) & 15]
    .map((at) => SYLLABLES[at])
    .join(''),
);

/** In every hundredth post, and in every fifth. */
export const SELDOM = 'quokkaridge';
export const OFTEN = 'harbourlight';

/** mulberry32: a small generator with a seed, the same numbers on every machine. */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Makes the posts of one seed, by number. `id` is `post-000001` and so on. */
export function postMaker(seed) {
  return (number) => {
    const next = random(seed * 1_000_003 + number);
    const pick = () => WORDS[Math.floor(next() * WORDS.length)];
    const words = (count) => Array.from({ length: count }, pick).join(' ');
    const day = new Date(Date.UTC(2020, 0, 1) + Math.floor(next() * 2000) * 86_400_000).toISOString();
    const paragraphs = Array.from({ length: 5 }, () => `<p>${words(64)}.</p>`);
    const rare = Array.from({ length: 3 }, () => RARE_WORDS[Math.floor(next() * RARE_WORDS.length)]);
    if (number % 100 === 0) rare.push(SELDOM);
    if (number % 5 === 0) rare.push(OFTEN);
    return {
      id: `post-${String(number).padStart(6, '0')}`,
      title: words(6),
      date: day.slice(0, 10),
      draft: next() < 0.1,
      tags: [pick(), pick()],
      author: pick(),
      summary: `${words(24)}.`,
      content: [...paragraphs, `<p>${rare.join(' ')}.</p>`].join('\n'),
      created: day,
      modified: day,
    };
  };
}

const text = (label, more = {}) => ({ type: 'string', field: 'text', label, ...more });

const SCHEMA = {
  id: 'bench-post',
  type: 'object',
  description: 'A post of the bench',
  properties: {
    id: { type: 'string', field: 'id', label: 'Id' },
    title: text('Title'),
    date: { type: 'string', field: 'date', label: 'Date' },
    draft: { type: 'boolean', field: 'toggle', label: 'Draft' },
    tags: { type: 'array', field: 'list', label: 'Tags' },
    author: text('Author'),
    summary: text('Summary', { field: 'textarea' }),
    content: text('Content', { field: 'styledtext' }),
  },
  required: ['title'],
  index: ['title', 'date', 'draft', 'tags', 'author'],
};

export const COLLECTION = 'posts';

const onDisk = (value) => `${JSON.stringify(value, null, 2)}\n`;

/** Writes a data folder with `count` posts, as many in each of some collections. */
export async function writeFolder(folder, count, seed, collections = [COLLECTION]) {
  const make = postMaker(seed);
  await mkdir(join(folder, '.schemas'), { recursive: true });
  await writeFile(join(folder, '.schemas', `${SCHEMA.id}.json`), onDisk(SCHEMA));
  let number = 0;
  for (const [at, id] of collections.entries()) {
    await mkdir(join(folder, id));
    const settings = {
      id,
      name: at === 0 ? 'Posts' : `Posts ${at + 1}`,
      schema: SCHEMA.id,
      sortBy: 'date:desc',
    };
    await writeFile(join(folder, id, '.meta.json'), onDisk(settings));
    // Plain synchronous calls: nothing else runs here, and they take a fraction of the time.
    for (const end = Math.round(((at + 1) * count) / collections.length); number < end; ) {
      number += 1;
      const post = make(number);
      writeFileSync(join(folder, id, `${post.id}.json`), onDisk(post));
    }
  }
}
