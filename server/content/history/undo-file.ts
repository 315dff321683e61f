/** Undoes changes of schemas and settings (spec/history.md#undo). */

import { isDeepStrictEqual } from 'node:util';
import { inSlices, Yielder } from '../../async/yielder.js';
import type { JsonObject } from '../../contract/values.js';
import { schemaMergeFields, settingsMergeFields } from '../../schemas/merge-fields.js';
import type { WriteBase } from '../core/base.js';
import { contentOfRevision, type FileSubject } from './file-versions.js';
import { currentFile, putFile, removeFile, type SettingsTarget } from './restore-file.js';
import { type Outcome, takeOut } from './undo-fold.js';
import type { Step } from './undo-steps.js';
import { dropEntry, entryWith, type Trashed } from './undo-trashed.js';

/** Times and counts that Plinth keeps in the settings of a collection. */
const MAINTAINED: ReadonlySet<string> = new Set(['updated', 'lastUpdated', 'count', 'totalObjects']);

const chosen = (document: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(document).filter(([key]) => !MAINTAINED.has(key)));

/** Names what a missing file holds: nothing, but it is not removed. */
const NO_FILE = '';

const withoutAbsence = ({ before, after, ...times }: Step): Step => ({
  ...times,
  before: before ?? NO_FILE,
  after: after ?? NO_FILE,
});

/** Throws as `putFile` and `removeFile`, and `missing` for contents that are no longer kept. */
export async function undoFile(
  base: WriteBase,
  subject: FileSubject,
  runs: readonly Step[],
  { dryRun, settings, trashed }: { dryRun: boolean; settings: SettingsTarget; trashed: Trashed },
): Promise<Outcome> {
  // Its times and counts change with its objects, which does not keep a new collection from being removed.
  const isNew = subject.type === 'collection' && runs.at(-1)?.before === null;
  const compared = isNew ? chosen : (document: JsonObject) => document;
  const steps = subject.type === 'settings' ? runs.map(withoutAbsence) : runs;
  const contents = new Map<string, JsonObject>([[NO_FILE, {}]]);
  for (const revision of new Set(steps.flatMap(({ before, after }) => [before, after]))) {
    if (revision !== null && !contents.has(revision)) {
      contents.set(revision, compared(await contentOfRevision(base, revision)));
    }
  }
  const current = await currentFile(base, settings, subject);
  const fields = subject.type === 'schema' ? schemaMergeFields : settingsMergeFields;
  const contentOf = (revision: string): JsonObject => contents.get(revision) ?? {};
  const fold = takeOut(current ? compared(current) : null, steps, contentOf, fields);
  const folded = await inSlices(fold, new Yielder());
  if ('inTheWay' in folded) return { result: 'clash', ...folded.inTheWay };
  const { document } = folded;
  if (document === null) {
    if (!current) return { result: 'unchanged' };
    if (!dryRun) await removeFile(base, subject);
    return { result: 'removed' };
  }
  if (current && isDeepStrictEqual(chosen(document), chosen(current))) return { result: 'unchanged' };
  if (!dryRun) await putFile(base, settings, subject, { document, current });
  if (!dryRun && !current && subject.type === 'schema')
    await clearTrash(base, subject.schema, document, trashed);
  return { result: 'restored' };
}

/** Removes the entry of a schema that was deleted and is back. */
async function clearTrash(
  base: WriteBase,
  schema: string,
  document: JsonObject,
  trashed: Trashed,
): Promise<void> {
  const entry = await entryWith(base, await trashed('', schema), (held) => isDeepStrictEqual(held, document));
  if (entry) await dropEntry(base, entry);
}
