import { createContext, useContext } from 'react';
import type { SchemaDefinition } from '#contract/schemas';
import type { JsonObject } from '#contract/values';
import type { ErrorDetails } from '#contract/wire';

/** What the panes of the builder share. */
export interface Builder {
  /** The document as it is being edited. */
  document: JsonObject;
  /** The same as a form draws it. */
  draft: SchemaDefinition;
  /** The document as the folder holds it; undefined for a new schema. */
  stored: JsonObject | undefined;
  /** Name of the property whose settings are shown. */
  selected: string | undefined;
  /** Messages of the last refused save by path, `properties.title.options`. */
  errors: ErrorDetails;
  /** A new version of the document; changes `about` the same thing in a row are one step back. */
  change(document: JsonObject, about?: string): void;
  select(name: string | undefined): void;
}

export const BuilderContext = createContext<Builder | undefined>(undefined);

/** The builder a pane stands in. */
export function useBuilder(): Builder {
  const builder = useContext(BuilderContext);
  if (builder === undefined) throw new Error('A pane of the builder needs a builder around it');
  return builder;
}
