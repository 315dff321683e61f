// Runs before electron-builder packs for one architecture: checks that the native parts for it are installed, and
// writes the licences that go into the package.
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Names of electron-builder's architectures, in the order of its enum `Arch`. */
const ARCHITECTURES = ['ia32', 'x64', 'armv7l', 'arm64', 'universal'];
const LICENCE_FILE = /^(licen[cs]e|copying|notice)/i;

/** Fails for an architecture whose image library npm has not installed: that package would start and show no image. */
function checkNativeParts(root, platform, arch) {
  const os = platform === 'mas' ? 'darwin' : platform;
  for (const cpu of arch === 'universal' ? ['x64', 'arm64'] : [arch]) {
    if (existsSync(join(root, `node_modules/@img/sharp-${os}-${cpu}`))) continue;
    throw new Error(
      `The image library for ${os}-${cpu} is not installed. ` +
        `Install it with: npm install --no-save --os=${os} --cpu=${cpu} sharp`,
    );
  }
}

/** The packages that are installed for production, as `{name, version, license, folder}`. */
async function productionPackages(root) {
  const lock = JSON.parse(await readFile(join(root, 'node_modules/.package-lock.json'), 'utf8'));
  return Object.entries(lock.packages)
    .filter(([path, entry]) => path !== '' && entry.dev !== true && existsSync(join(root, path)))
    .map(([path, { version, license }]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      license,
      folder: join(root, path),
    }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** The licence texts a package comes with. Native builds of sharp name theirs in the README only. */
async function licenceTexts({ name, folder }) {
  const files = await readdir(folder);
  const wanted = files.filter(
    (file) => LICENCE_FILE.test(file) || (name.startsWith('@img/') && file === 'README.md'),
  );
  return Promise.all(wanted.map((file) => readFile(join(folder, file), 'utf8')));
}

async function writeLicences(root) {
  const folder = join(root, 'dist/licences');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const parts = [
    'Plinth contains the packages below. The libraries under the LGPL (libvips and those it comes with, libheif) are',
    'separate files of the package and can be replaced: resources/app.asar.unpacked/node_modules/@img and',
    'node_modules/libheif-js inside resources/app.asar. Their sources are at the addresses their README files name.',
  ];
  for (const entry of await productionPackages(root)) {
    parts.push('', '='.repeat(80), `${entry.name} ${entry.version} (${entry.license ?? 'see below'})`, '');
    parts.push(...(await licenceTexts(entry)).map((text) => text.trim()));
  }
  await writeFile(join(folder, 'LICENSE.txt'), await readFile(join(root, 'LICENSE')));
  await writeFile(join(folder, 'third-party.txt'), `${parts.join('\n')}\n`);
  await writeFile(
    join(folder, 'third-party-admin.md'),
    await readFile(join(root, 'dist/renderer/licences.md')),
  );
}

export default async function beforePack({ packager, electronPlatformName, arch }) {
  const root = packager.projectDir;
  checkNativeParts(root, electronPlatformName, ARCHITECTURES[arch]);
  await writeLicences(root);
}
