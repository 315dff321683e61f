import { createContext, useContext } from 'react';
import type { SchemaDefinition } from '#contract/schemas';
import type { DraftStore } from '../draft/draft-store';

/** What fields may need to know beyond their own value. The same object for the life of a form. */
export interface FormEnvironment {
  store: DraftStore;
  collection: string;
  schema: SchemaDefinition;
}

export const FormContext = createContext<FormEnvironment | undefined>(undefined);

/** The form a field stands in. */
export function useForm(): FormEnvironment {
  const form = useContext(FormContext);
  if (form === undefined) throw new Error('A field needs a form around it');
  return form;
}
