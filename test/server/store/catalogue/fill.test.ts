/** What a collection costs to read (spec/performance.md#start). */
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fill } from '../../../../server/store/catalogue/fill.js';
import { Layout } from '../../../../server/store/disk/layout.js';

test.each([
  [true, 3],
  [false, 0],
])(
  'where there is room (%s), %i answers of three objects are made with their rows',
  async (hasRoom, made) => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'plinth-fill-')));
    onTestFinished(() => rm(folder, { recursive: true }));
    await mkdir(join(folder, 'notes'));
    for (const id of ['a', 'b', 'c']) await writeFile(join(folder, 'notes', `${id}.json`), `{"id":"${id}"}`);
    let answers = 0;
    const found = await fill({
      layout: new Layout(folder),
      collection: 'notes',
      projection: {
        key: 'one',
        entry: ({ id }) => ({ id }),
        bytes: () => {
          answers += 1;
          return Buffer.from('{}');
        },
      },
      snapshot: undefined,
      known: [],
      hasRoom,
      stillNeeded: () => true,
      progress: { read: 0, of: 0 },
    });
    expect([...(found?.rows.keys() ?? [])]).toEqual(['a', 'b', 'c']);
    expect([answers, found?.answered.length]).toEqual([made, made]);
  },
);
