/** What pages read in the sources of the program: modules and constants. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { ROOT } from './pages.mjs';

export const sourceText = (file) => readFile(join(ROOT, file), 'utf8');

/** A module of TypeScript. */
export const loadModule = async (file) =>
  (await runnerImport(join(ROOT, file), { configFile: false, logLevel: 'warn' })).module;

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
