/** What objects of built-in collections have round their form, beyond what every object has. */
import { type ComponentType, lazy, type ReactNode } from 'react';
import { AUTOMATIONS } from '#contract/automations';
import type { DraftStore } from '../../draft/draft-store';
import type { SaveOutcome } from '../../draft/save-draft';

export interface CompanionProps {
  store: DraftStore;
  /** Undefined while the object is not saved yet. */
  id: string | undefined;
  save(): Promise<SaveOutcome>;
  /** The form. */
  children: ReactNode;
}

const COMPANIONS: ReadonlyMap<string, ComponentType<CompanionProps>> = new Map([
  [AUTOMATIONS, lazy(() => import('../automations/AutomationCompanion'))],
]);

/** What goes round the form of a collection's objects; undefined for most. */
export const companionOf = (collection: string): ComponentType<CompanionProps> | undefined =>
  COMPANIONS.get(collection);
