/** The site project that `plinth new` writes beside the content. */
import { join } from 'node:path';
import { copyTreeOutside, readTextFile, writeFileOutside } from '../store/host/files-outside.js';
import { packagePath } from '../store/host/resources.js';
import { starterSite } from '../templates/starters.js';

/** Files with placeholders. */
const TEXTS = ['site/package.json', 'README.md'];

/** A name that npm takes. */
const packageName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'site';

/**
 * Copies the project of a starter. npm leaves out files named `.gitignore`, so it is `gitignore` in the package. The
 * package `plinth` on npm is not this one: the project depends on this installation by its path.
 */
export async function writeProject(folder: string, { template, name }: { template: string; name: string }) {
  const project = packagePath('resources', 'starters', 'project');
  await copyTreeOutside(starterSite(template), join(folder, 'site'));
  await copyTreeOutside(join(project, 'vendor.mjs'), join(folder, 'site', 'vendor.mjs'));
  await copyTreeOutside(join(project, 'github'), join(folder, '.github'));
  await copyTreeOutside(join(project, 'gitignore'), join(folder, '.gitignore'));
  await copyTreeOutside(join(project, 'README.md'), join(folder, 'README.md'));
  const values: Record<string, string> = {
    NAME: packageName(name),
    TITLE: name,
    PLINTH: packagePath().replaceAll('\\', '/'),
  };
  for (const path of TEXTS) {
    const text = await readTextFile(join(folder, path));
    const inJson = path.endsWith('.json');
    const filled = text.replace(/__([A-Z]+)__/g, (whole, key: string) => {
      const value = values[key];
      if (value === undefined) return whole;
      return inJson ? JSON.stringify(value).slice(1, -1) : value;
    });
    await writeFileOutside(join(folder, path), [filled]);
  }
}
