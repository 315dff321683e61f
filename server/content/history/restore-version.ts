/** Brings back a version of an object, whole or some of its properties (spec/history.md#restore). */
import { isLegalPropertyName, SYSTEM_PROPERTIES } from '../../contract/names.js';
import { invalid } from '../../errors.js';
import type { Answer } from '../answers/answer.js';
import type { WriteBase } from '../core/base.js';
import { type ChangeOptions, changeObject } from '../objects/change.js';
import { restoreObject } from '../objects/restore.js';
import { getObject } from '../reading/read.js';
import { namesOf, valuesOf } from './changed-values.js';
import { documentOfVersion } from './versions.js';

export interface RestoreOptions extends ChangeOptions {
  /** Only these properties; all without. */
  properties?: readonly string[] | undefined;
}

/**
 * Makes an object hold what it held in a version. It is a change like any other: checked by the schema of today, its
 * files come back from the trash, and it is the newest version afterwards. An object that was deleted is created again.
 * Throws `missing` for a revision the object never had, `validation`, `stale`.
 */
export async function restoreVersion(
  base: WriteBase,
  collection: string,
  id: string,
  revision: string,
  { properties, ...options }: RestoreOptions,
): Promise<Answer> {
  const version = await documentOfVersion(base, collection, id, revision);
  const wanted = properties && namesIn(properties);
  if (!wanted && !(await base.store.objects.read(collection, id))) {
    await restoreObject(base, collection, version, { replace: false });
    return getObject(base, collection, id, { writer: options.writer ?? false });
  }
  const { answer } = await changeObject(
    base,
    collection,
    id,
    { ...options, mode: 'replace', sent: 'edit' },
    (_bound, stored) => valuesOf(version, stored, wanted ?? namesOf(version, stored)),
  );
  return answer;
}

/** Throws `invalid` for what cannot be restored by itself. */
function namesIn(properties: readonly string[]): string[] {
  for (const name of properties) {
    if (!isLegalPropertyName(name) || name === 'id' || SYSTEM_PROPERTIES.has(name)) {
      throw invalid(`"${name}" cannot be restored`, { properties: [`"${name}" cannot be restored`] });
    }
  }
  return [...properties];
}
