/** Collections every folder has though nobody made them: made when an object is first written to them. */
import { AUTOMATIONS, AUTOMATIONS_SETTINGS } from '../../contract/automations.js';
import { builtInCollectionSchema } from '../../contract/names.js';
import { PlinthError } from '../../errors.js';
import type { Base } from '../core/base.js';
import { createCollection } from './manage-collections.js';

const SETTINGS: ReadonlyMap<string, Record<string, string>> = new Map([
  [AUTOMATIONS, AUTOMATIONS_SETTINGS],
  // What the reference system has in every installation besides content.
  ...['builder-pages', 'dataviews', 'mailer', 'playground'].map((id): [string, Record<string, string>] => [
    id,
    { id, schema: builtInCollectionSchema(id) ?? id },
  ]),
]);

/** Makes such a collection when it is not there; any other is left to whoever asks for it. */
export async function createOnFirstUse(base: Base, collection: string): Promise<void> {
  const settings = SETTINGS.get(collection);
  if (!settings || base.collections.has(collection)) return;
  const damaged = base.collections.damaged().some((file) => file.collection === collection);
  if (damaged) return;
  try {
    await createCollection(base, settings);
  } catch (error) {
    // Somebody else was quicker.
    if (!(error instanceof PlinthError && error.kind === 'taken')) throw error;
  }
}
