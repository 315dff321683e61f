/** Files an object names no more go to the trash (ruling "Trash"), after the change that dropped them is durable. */
import type { ObjectDocument, TrashEntry } from '../contract/objects.js';
import { type DocumentFile, filesOfDocument, holdsFiles } from '../schemas/file-values.js';
import type { Schema } from '../schemas/schema.js';
import type { DroppedFile } from '../store/store.js';
import type { Base } from './base.js';

/** What the trash keeps of a file. */
export const asDropped = ({ path, keys, within, item, at }: DocumentFile): DroppedFile => ({
  path,
  keys,
  within,
  item,
  at,
});

/** Title of a trash entry of some files. */
export function titleOfFiles(files: readonly { item: { name?: unknown } }[]): string {
  const first = String(files[0]?.item.name ?? '');
  return files.length === 1 ? first : `${first} and ${files.length - 1} more`;
}

/** The files the first document names and the second does not. */
function droppedBetween(schema: Schema, before: ObjectDocument, after: ObjectDocument): DocumentFile[] {
  const named = new Set(filesOfDocument(schema, after).map(({ path }) => path));
  return filesOfDocument(schema, before).filter(({ path }) => !named.has(path));
}

/** Takes what a change dropped; undefined when it dropped nothing. The caller holds the object's lock. */
export async function takeDropped(
  base: Base,
  { collection, schema }: { collection: string; schema: Schema },
  before: ObjectDocument,
  after: ObjectDocument,
): Promise<TrashEntry | undefined> {
  if (!holdsFiles(schema)) return undefined;
  const files = droppedBetween(schema, before, after);
  if (files.length === 0) return undefined;
  return base.store.trash.takeDropped({
    collection,
    id: before.id,
    title: titleOfFiles(files),
    files: files.map(asDropped),
  });
}
