import { type ComponentType, createContext, useContext } from 'react';
import type { SchemaDefinition } from '#contract/schemas';
import type { DraftStore } from '../draft/draft-store';
import type { PartAddress } from '../draft/part-store';

/** What fields may need to know beyond their own value. The same object for the life of a form. */
export interface FormEnvironment {
  store: DraftStore;
  collection: string;
  schema: SchemaDefinition;
  /** Schemas of the parts that cards and decks hold, at any depth, by id. */
  partSchemas: PartSchemas;
  /** Dotted path of the part this form edits; empty for the object itself. */
  path: string;
  /** What holds the part takes no edits, so none of its fields does. */
  locked: boolean;
  /** Draws the form of a part. Here, so that a kind can draw a form though forms draw the kinds. */
  Part: ComponentType<PartProps>;
}

export interface PartProps extends PartAddress {
  schema: SchemaDefinition;
  /** Shown, but not to be edited. */
  locked: boolean;
}

export type PartSchemas = ReadonlyMap<string, SchemaDefinition>;

export const FormContext = createContext<FormEnvironment | undefined>(undefined);

/** The path of a property from the object, which also names its control in the page. */
export const pathIn = ({ path }: Pick<FormEnvironment, 'path'>, name: string): string =>
  path === '' ? name : `${path}.${name}`;

/** The form a field stands in. */
export function useForm(): FormEnvironment {
  const form = useContext(FormContext);
  if (form === undefined) throw new Error('A field needs a form around it');
  return form;
}
