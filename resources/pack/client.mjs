// Packs `plinth/client` and the loaders alone, without dependencies, for machines that build a site from a copy:
//   npm run pack:client -- DIR
// The package has the name and the paths of the whole one, so that a site imports the same from either.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const [directory = '.'] = process.argv.slice(2);

const { name, version, keywords, license, author, homepage, type, engines, exports } = JSON.parse(
  readFileSync(join(ROOT, 'package.json'), 'utf8'),
);
const paths = JSON.stringify(exports)
  .replaceAll('./dist/client/', './')
  .replaceAll('./resources/astro/', './astro/');
const description = 'The client of Plinth for sites, and the loaders for Astro and Eleventy.';
const manifest = {
  ...{ name, version, description, keywords, license, author, homepage, type, engines },
  exports: JSON.parse(paths),
};

const made = mkdtempSync(join(tmpdir(), 'plinth-client-'));
try {
  const isWanted = (path) => !/\.\w+$/.test(path) || /\.(?:js|d\.ts)$/.test(path);
  cpSync(join(ROOT, 'dist/client'), made, { recursive: true, filter: isWanted });
  cpSync(join(ROOT, 'resources/astro/Image.astro'), join(made, 'astro/Image.astro'));
  cpSync(join(ROOT, 'LICENSE'), join(made, 'LICENSE'));
  writeFileSync(join(made, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  mkdirSync(directory, { recursive: true });
  const packed = execFileSync('npm', ['pack', made, '--json', '--pack-destination', made], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  const target = join(directory, `plinth-client-${version}.tgz`);
  cpSync(join(made, JSON.parse(packed)[0].filename), target);
  console.log(target);
} finally {
  rmSync(made, { recursive: true, force: true });
}
