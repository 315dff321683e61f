/** The recipes of the home page, run as they are shown, give what the client gives. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { recipesFor } from '../../renderer/pages/home/recipes.ts';
import { prepare } from './readme-site.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

/** How the ids a recipe reads are told, by the id of the recipe. */
const TOLD: Record<string, (code: string) => string> = {
  astro: (code) =>
    `${code.replace(/^import .*astro:content.*$/m, 'const defineCollection = (collection) => collection;')}
     const objects = await collections.blog.loader();
     console.log(objects.map(({ id }) => id).sort().join());`,
  eleventy: (code) =>
    `${code.replace('export default', 'const data =')}
     console.log((await data()).map(({ id }) => id).sort().join());`,
  javascript: (code) =>
    code.replace(/console\.log\((.*)\);$/, 'console.log(($1).map(({ id }) => id).sort().join());'),
};

it.each(recipesFor('blog', false, 'http://127.0.0.1:1').filter(({ id }) => id !== 'curl'))(
  'the recipe for $label reads every object but the drafts',
  async ({ id, code }) => {
    const { site, exec } = await prepare(120);
    await writeFile(
      join(site, 'client.mjs'),
      `import { createClient } from 'plinth/client';
       const objects = await createClient().collection('blog').all();
       console.log(objects.map(({ id }) => id).sort().join());`,
    );
    await writeFile(join(site, 'recipe.mjs'), TOLD[id]?.(code) ?? '');
    const expected = await exec(process.execPath, 'client.mjs');
    const read = await exec(process.execPath, 'recipe.mjs');
    expect([read.code, read.stderr, read.stdout]).toEqual([0, '', expected.stdout]);
    expect(read.stdout.split(',')).toHaveLength(116);
  },
);
