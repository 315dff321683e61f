/** What a run has made of its part of the folder, in a form that can be compared with that of other runs. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from './client.js';
import type { Operation } from './operations.js';

/** Times and chance differ from run to run; names of runs are those of run 0. */
const plain = (text: string, run: number): string =>
  text
    .replaceAll(new RegExp(`\\b([rsS])${run}\\b`, 'g'), '$10')
    .replaceAll(/"requestId":"[^"]*"/g, '"requestId":""')
    .replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)"/g, '"a time"');

const filesBelow = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((one) => one.isFile())
        .map((one) => join(one.parentPath, one.name).slice(folder.length + 1))
        .sort()
    : [];

function contentOf(path: string, run: number): string {
  const text = readFileSync(path, 'utf8');
  if (path.endsWith('.json')) return plain(JSON.stringify(JSON.parse(text)), run);
  return `${text.length} ${createHash('sha256').update(text).digest('hex').slice(0, 8)}`;
}

const filesWithContent = (folder: string, run: number): string[] =>
  filesBelow(folder).map((path) => `${path}: ${contentOf(join(folder, path), run)}`);

/** Entries of the trash that hold something of a run. */
function trashOf(folder: string, run: number): string[] {
  const trash = join(folder, '.system/trash');
  const entries = existsSync(trash) ? readdirSync(trash) : [];
  return entries
    .flatMap((id) => {
      const file = join(trash, id, 'entry.json');
      // An entry that was not begun: without a record, and with nothing in it.
      if (!existsSync(file)) return filesBelow(join(trash, id)).map((one) => `${one} without a record`);
      const { kind, collection, object } = JSON.parse(readFileSync(file, 'utf8'));
      if (collection !== `r${run}` && object !== `s${run}`) return [];
      const held = filesWithContent(join(trash, id), run).filter((one) => !one.startsWith('entry.json'));
      // An entry that holds nothing is shown to nobody, and taken away at the next start.
      return held.length === 0 ? [] : [`${kind} ${object ?? ''} ${held.join(' | ')}`];
    })
    .sort();
}

/** The folder's part of a run, on disk. */
export function onDisk(folder: string, run: number): string {
  const schema = join(folder, `.schemas/s${run}.json`);
  return JSON.stringify(
    {
      schema: existsSync(schema) ? contentOf(schema, run) : 'none',
      files: filesWithContent(join(folder, `r${run}`), run),
      trash: trashOf(folder, run),
    },
    null,
    1,
  );
}

/** The same as the API shows it. */
export async function shown(client: Client, operation: Operation, run: number): Promise<string> {
  const list = await client.send('GET', `/api/collections/r${run}?limit=100&sort=id`);
  const schema = await client.text(`/api/schemas/s${run}`);
  const also = await operation.also?.(client, run);
  return JSON.stringify([list.status, plain(list.text, run), plain(schema, run), also]);
}

/** Names in a folder of Plinth's own. */
export function leftIn(folder: string, name: 'journal' | 'tmp'): string[] {
  const path = join(folder, '.system', name);
  return existsSync(path) ? readdirSync(path).filter((item) => item !== 'chunks') : [];
}
