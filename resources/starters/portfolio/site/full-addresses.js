// Feeds and shared links need the full address of an image: puts the address of the site before its path.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { SITE } from './site.config.js';

const META = /(<meta property="og:image" content="|<enclosure url=")(?=\/)/g;

for (const name of await readdir('dist', { recursive: true })) {
  if (!/\.(?:html|xml)$/.test(name)) continue;
  const text = await readFile(`dist/${name}`, 'utf8');
  const changed = text.replace(META, `$1${SITE}`);
  if (changed !== text) await writeFile(`dist/${name}`, changed);
}
