import type { ReactNode } from 'react';
import type { FormStore } from '../unsaved/form-store';
import type { SaveOutcome } from '../unsaved/save-form';

/** What the editor gives to the component that built-in collections have around the form of their objects. */
export interface CompanionProps {
  store: FormStore;
  /** Undefined while the object is not saved yet. */
  id: string | undefined;
  save(): Promise<SaveOutcome>;
  /** The form. */
  children: ReactNode;
}
