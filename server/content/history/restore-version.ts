/** Brings back a version of an object, whole or some of its properties (spec/history.md#restore). */
import { message } from '../../contract/messages/message.js';
import { isLegalPropertyName, SYSTEM_PROPERTIES } from '../../contract/names.js';
import { invalid } from '../../errors.js';
import type { Answer } from '../answers/answer.js';
import type { Changing, Live, WriteBase } from '../core/base.js';
import { FormerFiles } from '../files/former-files.js';
import { type ChangeOptions, changeObject } from '../objects/change.js';
import { restoreObject } from '../objects/restore.js';
import { getObject } from '../reading/read.js';
import { namesOf, valuesOf } from './changed-values.js';
import { filesOf } from './stored-versions.js';
import { filesWantedBack } from './version-files.js';
import { documentOfVersion, periodOfVersion } from './versions.js';

export interface RestoreOptions extends ChangeOptions {
  /** Only these properties; all without. */
  properties?: readonly string[] | undefined;
}

export interface RestoredVersion {
  answer: Answer;
  /** Files whose bytes could not be brought back, below the object's folder. */
  lost: string[];
}

/**
 * Makes an object hold what it held in a version. It is a change like any other: checked by the schema of today, its
 * files come back with the bytes they had, and it is the newest version afterwards. An object that was deleted is created again.
 * Throws `missing` for a revision the object never had, `validation`, `stale`.
 */
export async function restoreVersion(
  request: WriteBase,
  collection: string,
  id: string,
  revision: string,
  { properties, ...options }: RestoreOptions,
): Promise<RestoredVersion> {
  const base = { ...request, read: await filesOf(request.store.history, [revision]) };
  const document = await documentOfVersion(base, collection, id, revision);
  const names = properties && namesIn(properties);
  const period = await periodOfVersion(base, collection, id, revision);
  const wanted = await filesWantedBack(base, { collection, id, document, period }, names);
  const former = await FormerFiles.stage(base, wanted.files, wanted.lost);
  try {
    const answer = await restore(former);
    announceFiles(base, { collection, id }, former.placed);
    return { answer, lost: former.lost };
  } finally {
    await former.discard();
  }

  async function restore(former: FormerFiles): Promise<Answer> {
    if (!names && !(await base.store.objects.read(collection, id))) {
      await restoreObject(base, collection, document, { replace: false, files: former.forNewObject() });
      former.noteMissing(base, collection, document);
      return getObject(base, collection, id, { writer: options.writer ?? false });
    }
    const how = { ...options, former, mode: 'replace', sent: 'edit' } as const;
    const { answer } = await changeObject(base, collection, id, how, (_bound, stored) =>
      valuesOf(document, stored, names ?? namesOf(document, stored)),
    );
    return answer;
  }
}

/** Announces files that came back. */
export function announceFiles(
  base: Live & Changing,
  { collection, id }: { collection: string; id: string },
  paths: readonly string[],
): void {
  for (const path of paths) base.events.emit({ type: 'file.saved', collection, id, path }, base.change);
}

/** Throws `invalid` for what cannot be restored by itself. */
function namesIn(properties: readonly string[]): string[] {
  for (const name of properties) {
    if (!isLegalPropertyName(name) || name === 'id' || SYSTEM_PROPERTIES.has(name)) {
      throw invalid(message('nameUnrestorable', { name }), {
        properties: [message('nameUnrestorable', { name })],
      });
    }
  }
  return [...properties];
}
