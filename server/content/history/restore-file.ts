/** Restores schemas and settings through the same operations as any other change (spec/history.md#schemas-and-settings). */
import type { ChangeOrigin } from '../../contract/changes.js';
import { message } from '../../contract/messages/message.js';
import type { JsonObject } from '../../contract/values.js';
import { conflict, missing, PlinthError } from '../../errors.js';
import { changeCollection, removeCollection } from '../collections/manage-collections.js';
import type { Content, WriteBase } from '../core/base.js';
import { removeSchema, saveSchema } from '../schemas/manage-schemas.js';
import { type FileSubject, restoringValues } from './file-versions.js';

/** The settings of the folder. */
export interface SettingsTarget {
  /** As stored. */
  stored(): Readonly<Record<string, unknown>>;
  /** The names of all settings with their values in a stored document; null for those it does not have. */
  valuesIn(document: JsonObject): JsonObject;
  /** Changes settings by their names, without approving values; `check` is called with what is stored then. */
  restore(edit: JsonObject, change: ChangeOrigin, check: () => void): Promise<void>;
}

/** What a file holds now; undefined where there is none. */
export async function currentFile(
  { store, library }: Content,
  settings: SettingsTarget,
  subject: FileSubject,
): Promise<JsonObject | undefined> {
  switch (subject.type) {
    case 'schema': {
      const document = library.isBuiltIn(subject.schema) ? undefined : library.document(subject.schema);
      return document && JSON.parse(JSON.stringify(document));
    }
    case 'collection':
      return store.collections.read(subject.collection);
    case 'settings':
      return JSON.parse(JSON.stringify(settings.stored()));
  }
}

const changedMeanwhile = () => new PlinthError('stale', message('changedMeanwhile'));

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * Makes a file hold what a document says; `current` is what it holds, and was read before. Values that need approval
 * are not approved by this. Throws `stale` when it has changed, `missing` for a collection that no longer exists, and as
 * a change of the same values by a request.
 */
export async function putFile(
  base: WriteBase,
  settings: SettingsTarget,
  subject: FileSubject,
  { document, current }: { document: JsonObject; current: JsonObject | undefined },
): Promise<void> {
  switch (subject.type) {
    case 'schema': {
      const id = subject.schema;
      const expected = (stored: unknown) => {
        if (!same(stored, current)) throw changedMeanwhile();
      };
      await saveSchema(base, { ...document, id }, { create: current === undefined, id, expected });
      return;
    }
    case 'collection': {
      if (!current) {
        throw missing(message('collectionInTrash', { id: subject.collection }));
      }
      const sent = restoringValues(document, current);
      const options = { approves: false, expected: current };
      await changeCollection(base, subject.collection, sent, options);
      return;
    }
    case 'settings': {
      const stored: JsonObject = JSON.parse(JSON.stringify(settings.stored()));
      const edit = restoringValues(settings.valuesIn(document), settings.valuesIn(stored));
      await settings.restore(edit, base.change, () => {
        if (!same(settings.stored(), stored)) throw changedMeanwhile();
      });
      base.collections.rebind();
    }
  }
}

/** Removes what was created: a schema that is not in use, a collection without objects. Throws `conflict`. */
export async function removeFile(base: WriteBase, subject: FileSubject): Promise<void> {
  if (subject.type === 'schema') await removeSchema(base, subject.schema);
  else if (subject.type === 'collection') await removeCollection(base, subject.collection, { force: false });
  else throw conflict(message('settingsUnremovable'));
}
