/** Files an object no longer names go to the trash (spec/content.md#trash). */
import type { ObjectDocument, TrashEntry } from '../../contract/objects.js';
import { type DocumentFile, filesOfDocument, holdsFiles } from '../../schemas/file-values.js';
import type { Schema } from '../../schemas/schema.js';
import type { DroppedFile } from '../../store/types/trash.js';
import type { WriteBase } from '../core/base.js';
import { FileChange } from './file-change.js';

/** What the trash keeps of a file. */
export const asDropped = ({ path, keys, within, item, at }: Omit<DocumentFile, 'property'>): DroppedFile => ({
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

/** Gives what a change will drop second names in the trash; undefined when it drops nothing. */
export async function dropFiles(
  change: FileChange,
  schema: Schema,
  before: ObjectDocument,
  after: ObjectDocument,
): Promise<TrashEntry | undefined> {
  if (!holdsFiles(schema)) return undefined;
  const files = droppedBetween(schema, before, after);
  return files.length === 0 ? undefined : change.drop(titleOfFiles(files), files.map(asDropped));
}

export interface Edit {
  collection: string;
  schema: Schema;
  before: ObjectDocument;
  after: ObjectDocument;
}

/** Does work that saves several objects, with what they drop in the trash beforehand. The caller holds their locks. */
export function dropAround<T>(base: WriteBase, edits: readonly Edit[], work: () => Promise<T>): Promise<T> {
  const dropping = edits.filter(
    ({ schema, before, after }) => holdsFiles(schema) && droppedBetween(schema, before, after).length > 0,
  );
  const around = (inner: () => Promise<T>, { collection, schema, before, after }: Edit) => {
    return () =>
      FileChange.of(base, { collection, id: before.id }, async (files) => {
        await dropFiles(files, schema, before, after);
        const done = await inner();
        files.saved();
        return done;
      });
  };
  return dropping.reduce(around, work)();
}
