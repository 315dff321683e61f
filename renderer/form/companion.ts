import type { ReactNode } from 'react';
import type { DraftStore } from '../draft/draft-store';
import type { SaveOutcome } from '../draft/save-draft';

/** What the editor gives to the component that built-in collections have around the form of their objects. */
export interface CompanionProps {
  store: DraftStore;
  /** Undefined while the object is not saved yet. */
  id: string | undefined;
  save(): Promise<SaveOutcome>;
  /** The form. */
  children: ReactNode;
}
