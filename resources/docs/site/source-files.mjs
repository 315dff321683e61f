/** What pages read in the sources of the program: modules without imports, and constants. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transformWithOxc } from 'vite';
import { ROOT } from './pages.mjs';

export const sourceText = (file) => readFile(join(ROOT, file), 'utf8');

/** A module of TypeScript that imports nothing but types. */
export async function loadModule(file) {
  const { code } = await transformWithOxc(await sourceText(file), file);
  return import(`data:text/javascript,${encodeURIComponent(code)}`);
}

/** The number that a constant of a file is, such as `const MAX_BYTES = 5 * 1024;`. */
export async function constantOf(file, name) {
  const text = await sourceText(file);
  const [, expression] =
    new RegExp(`^(?:export )?const ${name}(?:: number)? = ([\\d_ *+().]+);`, 'm').exec(text) ?? [];
  if (expression === undefined) throw new Error(`${file} has no constant ${name}`);
  return expression
    .split('*')
    .map((factor) => Number(factor.replaceAll('_', '')))
    .reduce((left, right) => left * right);
}
