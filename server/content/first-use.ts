/** Collections every folder has though nobody made them (ruling "Automation handlers"): made when they are first used. */
import { AUTOMATIONS } from '../contract/automations.js';
import { PlinthError } from '../errors.js';
import type { Base } from './base.js';
import { createCollection } from './manage-collections.js';

const SETTINGS: ReadonlyMap<string, Record<string, string>> = new Map([
  [
    AUTOMATIONS,
    {
      id: AUTOMATIONS,
      schema: AUTOMATIONS,
      name: 'Automations',
      description: 'Small programs that run on a schedule, on a web request or when content changes.',
    },
  ],
]);

/** Makes such a collection when it is not there; any other is left to whoever asks for it. */
export async function madeOnFirstUse(base: Base, collection: string): Promise<void> {
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
