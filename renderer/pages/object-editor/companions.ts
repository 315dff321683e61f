/**
 * What objects of built-in collections have round their form, beyond what every object has. Automations have the form
 * of all objects: unsaved changes, conflicts, undo and the trash come with it.
 */
import { type ComponentType, lazy } from 'react';
import { AUTOMATIONS } from '#contract/automations';
import type { CompanionProps } from '../../form/companion';

const COMPANIONS: ReadonlyMap<string, ComponentType<CompanionProps>> = new Map([
  [AUTOMATIONS, lazy(() => import('../automations/AutomationCompanion'))],
]);

/** What goes round the form of a collection's objects; undefined for most. */
export const companionOf = (collection: string): ComponentType<CompanionProps> | undefined =>
  COMPANIONS.get(collection);
