/**
 * Files that a request names again after they were moved to the trash (an undo of a saved removal, an object created
 * again) are restored with their metadata, including passwords, which no request carries.
 */
import { filePathProblem } from '../../contract/file-names.js';
import { type FileItem, isItem } from '../../contract/files.js';
import type { ObjectDocument, SentProperties } from '../../contract/objects.js';
import { filesOfDocument, holdsFiles } from '../../schemas/file-values.js';
import type { Schema } from '../../schemas/schema.js';
import type { RestoredFile } from '../../store/types/trash.js';
import type { Changing, Content } from '../core/base.js';
import type { FileChange } from './file-change.js';

/** What came back for a change that is not durable yet. */
export interface RestoredFiles {
  /** Metadata of a file, by its path below the object's folder. */
  known(path: string): FileItem | undefined;
  /** The change is durable: entries that hold nothing else are emptied. */
  keep(): Promise<void>;
}

interface Change {
  collection: string;
  schema: Schema;
  id: string;
  sent: SentProperties;
  /** The current object. */
  stored?: ObjectDocument | undefined;
  /** Files that must not come from there: it is known that other bytes are meant. */
  except?: readonly string[] | undefined;
}

/** Files the change names that neither the object names now nor its folder has. */
function absentIn(base: Content, { collection, schema, id, sent, stored, except = [] }: Change): string[] {
  const before = new Set(stored ? filesOfDocument(schema, stored).map(({ path }) => path) : []);
  const paths = filesOfDocument(schema, { ...sent, id }).map(({ path }) => path);
  return [...new Set(paths)].filter(
    (path) =>
      !before.has(path) &&
      !except.includes(path) &&
      filePathProblem(path) === undefined &&
      base.store.files.stamp(collection, id, path) === undefined,
  );
}

function metadataOf(schema: Schema, { path, item, document }: RestoredFile): FileItem | undefined {
  if (item) return isItem(item) ? item : undefined;
  const whole = document && { ...document, id: String(document.id) };
  return whole && filesOfDocument(schema, whole).find((one) => one.path === path)?.item;
}

/** Brings back what a change names and the trash holds. The caller holds the object's lock; undefined for nothing. */
export async function restoreFromTrash(
  base: Content & Changing,
  files: FileChange,
  change: Change,
): Promise<RestoredFiles | undefined> {
  const { schema } = change;
  if (!holdsFiles(schema)) return undefined;
  const paths = absentIn(base, change);
  if (paths.length === 0) return undefined;
  const { trash, fileHistory } = base.store;
  const given = await files.restoreFromTrash(paths);
  if (given.length === 0) return undefined;
  const back = new Map(given.map((one) => [one.path, metadataOf(schema, one)]));
  return {
    known: (path) => back.get(path),
    async keep() {
      for (const entry of new Set(given.map((one) => one.entry))) {
        const held = await trash.dropped(entry);
        const all = held.length > 0 && held.every(({ path }) => back.has(path));
        // What stays in the trash beside the file in its place does no harm.
        if (all) await trash.purge(entry, base.change).catch(() => {});
        else fileHistory.putBack(entry);
      }
    },
  };
}
