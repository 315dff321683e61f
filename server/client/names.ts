/** Finds out which requested name does not exist. Loaded when the server warns or does not find something. */
import { PlinthError } from './errors.js';
import type { Requests } from './requests.js';

/** Edits that make one text of another. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** A hint that names the nearest of the known names, or all of them. */
function nearest(name: string, known: readonly string[]): string {
  const [best] = known
    .map((one) => ({ one, edits: distance(name.toLowerCase(), one.toLowerCase()) }))
    .filter(({ one, edits }) => edits <= Math.max(2, Math.min(name.length, one.length) / 3))
    .sort((a, b) => a.edits - b.edits);
  return best ? `Did you mean "${best.one}"?` : `There are: ${known.slice(0, 30).join(', ') || 'none'}`;
}

const entryOf = (data: unknown, key: string): unknown => Object(data)[key];

/** A warning of an answer as a sentence. */
function warningText(warning: string): string {
  const [name, value] = warning.split(':', 2);
  if (value === undefined) return `"${name}" is not a relation, or is ignored`;
  if (name === 'locale') return `no text has the language ${value}`;
  return `"${name}" names "${value}", which does not exist or is not published`;
}

/** Throws `unknown-property` for a requested name that is not a property; reports all other warnings. */
export async function checkNames(
  connection: Requests,
  collection: string,
  warnings: readonly string[],
  requested: readonly string[],
): Promise<void> {
  const { data } = await connection.json(`/api/collections/${encodeURIComponent(collection)}/schema`, {});
  const names = ['id', 'created', 'modified', ...Object.keys(Object(entryOf(data, 'properties')))];
  for (const name of warnings) {
    const [head = ''] = name.split('.', 1);
    if (requested.includes(name) && !names.includes(head)) {
      const message = `The collection "${collection}" does not have a property "${head}"`;
      throw new PlinthError('unknown-property', message, { hint: nearest(head, names) });
    }
    connection.warn(`${collection}: ${warningText(name)}`);
  }
}

/** Throws `unknown-collection` if the folder does not have this one. */
export async function checkCollection(connection: Requests, name: string): Promise<void> {
  const { data } = await connection.json('/api/collections', {});
  const collections = entryOf(data, 'collections');
  const names = Array.isArray(collections) ? collections.map((one) => String(entryOf(one, 'name'))) : [];
  if (names.includes(name)) return;
  const message = `The folder does not have a collection "${name}"`;
  throw new PlinthError('unknown-collection', message, { status: 404, hint: nearest(name, names) });
}
