/** The operations that meet faults: what stands before, what is done, what may stand afterwards. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Store } from '../../../server/store/store.js';
import { ORIGIN } from '../../helpers/origin.js';
import { settingsOf } from './files.js';

export const OPERATIONS = [
  'create',
  'update',
  'delete',
  'restore',
  'settings',
  'schema',
  'record',
  'clone',
] as const;
export type Operation = (typeof OPERATIONS)[number] | 'many';

export interface FaultSettings {
  folder: string;
  cache: string;
  state: string;
  operation: Operation;
  /** File the shim reads its orders from. */
  plan: string;
  /** File the shim notes calls in. */
  log: string;
  /** What every call does in turn: `errno:N`, `short`; or what all do: `copy`. */
  acts: string[];
}

const TEXT = 'lorem ipsum '.repeat(2000);
const first = { id: 'a', version: 1, text: TEXT };
const second = { id: 'a', version: 2, text: TEXT };
const created = { id: 'b', version: 1, text: TEXT };
const schema = (version: number) => ({ id: 'event', version, properties: {}, required: [], index: [] });
const settings = (name: string) => settingsOf('blog', name);

/** The folder before an operation, as files for `put`. */
export const BEFORE: Record<string, object | string> = {
  'blog/.meta.json': settings('old'),
  'blog/a.json': first,
  'blog/a/photo/bank.jpg': 'jpeg',
  'blog/z.json': '{"id":"z","by":"somebody else"}',
  '.schemas/event.json': schema(1),
};

/** Empties the folder. */
export function clear(folder: string): void {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
}

/** Gets an operation ready; the answer does it. */
export async function prepare(store: Store, operation: Operation): Promise<() => Promise<unknown>> {
  const { objects, trash } = store;
  if (operation === 'create') return () => objects.write('blog', created, 'absent', ORIGIN);
  if (operation === 'many') {
    const ids = Array.from({ length: 16 }, (_, number) => `many-${number}`);
    return () => Promise.all(ids.map((id) => objects.write('blog', { id }, 'absent', ORIGIN)));
  }
  if (operation === 'delete') return () => trash.trashObject('blog', 'a', 'A', ORIGIN);
  if (operation === 'clone') {
    return async () => {
      await objects.copyFiles(
        { collection: 'blog', id: 'a' },
        { collection: 'blog', id: 'b' },
        undefined,
        ORIGIN,
      );
      await objects.write('blog', created, 'absent', ORIGIN);
    };
  }
  if (operation === 'restore') {
    const entry = await trash.trashObject('blog', 'a', 'A', ORIGIN);
    return () => trash.restore(entry.id, ORIGIN);
  }
  if (operation === 'settings') {
    await store.collections.read('blog');
    return () => store.collections.write('blog', settings('new'), {}, ORIGIN);
  }
  if (operation === 'schema') {
    await store.schemas.readAll();
    return () => store.schemas.write(schema(2), {}, ORIGIN);
  }
  if (operation === 'record') {
    const record = await store.record('settings', { version: 0 });
    await record.update((value) => {
      value.version = 1;
    });
    return () =>
      record.update((value) => {
        value.version = 2;
      });
  }
  const read = await objects.read('blog', 'a');
  return () => objects.write('blog', second, read ?? 'absent', ORIGIN);
}

/** What is wrong in the folder after an operation; `done`: it was acknowledged. */
export function wrongs(folder: string, operation: Operation, done: boolean): string[] {
  const wrong: string[] = [];
  const at = (path: string) => {
    const file = join(folder, path);
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  };
  const oneOf = (path: string, old: string | undefined, now: string | undefined) => {
    const found = at(path);
    if (found !== old && found !== now) wrong.push(`${path} is neither old nor new: ${found?.slice(0, 40)}`);
    if (done && found !== now) wrong.push(`${path} was acknowledged but is old`);
  };
  const text = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
  if (at('blog/z.json') !== BEFORE['blog/z.json']) wrong.push('another object was touched');
  if (operation === 'create' || operation === 'clone') oneOf('blog/b.json', undefined, text(created));
  if (operation === 'clone' && at('blog/b.json') && at('blog/b/photo/bank.jpg') !== 'jpeg') {
    wrong.push('the clone has no files');
  }
  if (operation === 'update') oneOf('blog/a.json', text(first), text(second));
  if (operation === 'settings') oneOf('blog/.meta.json', text(settings('old')), text(settings('new')));
  if (operation === 'schema') oneOf('.schemas/event.json', text(schema(1)), text(schema(2)));
  if (operation === 'record') oneOf('.system/settings.json', text({ version: 1 }), text({ version: 2 }));
  if (operation === 'delete' || operation === 'restore')
    wrong.push(...placeOfA(folder, operation, done, text(first)));
  else if (operation !== 'update') oneOf('blog/a.json', text(first), text(first));
  return wrong;
}

/** The object and its files are in the collection or in the trash, whole, and never lost. */
function placeOfA(folder: string, operation: Operation, done: boolean, whole: string): string[] {
  const wrong: string[] = [];
  const trash = join(folder, '.system/trash');
  const entries = existsSync(trash) ? readdirSync(trash).map((name) => join(trash, name)) : [];
  const standing = join(folder, 'blog/a.json');
  const kept = entries.filter((entry) => existsSync(join(entry, 'document.json')));
  // Deleted on a full disk: without an entry, under names that say what they are.
  const flat = (ending: string) => entries.filter((entry) => entry.endsWith(`.blog.a.${ending}`));
  const documents = [...kept.map((entry) => join(entry, 'document.json')), ...flat('json')];
  const copies = [standing, ...documents].filter((path) => existsSync(path));
  if (copies.length === 0) wrong.push('the object is lost');
  for (const path of copies) if (readFileSync(path, 'utf8') !== whole) wrong.push(`${path} is not whole`);
  for (const entry of kept)
    if (!existsSync(join(entry, 'entry.json'))) wrong.push('an entry without a record');
  const photos = [join(folder, 'blog/a'), ...entries.map((entry) => join(entry, 'files')), ...flat('files')];
  if (!photos.some((path) => existsSync(join(path, 'photo/bank.jpg')))) wrong.push('the files are lost');
  if (done && existsSync(standing) !== (operation === 'restore')) wrong.push('acknowledged but not so');
  return wrong;
}
