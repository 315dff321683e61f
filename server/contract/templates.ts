/** Template definitions, also called jumpstart documents (spec/templates.md#definition). */

import { all, bool, count, counts, listOf, named, type Typed, text, time, yes } from './json-schema.js';
import type { SchemaDocument } from './schemas.js';
import type { JsonObject } from './values.js';

/** A built-in collection with overrides; the schema binding stays. */
export type ReservedCollection =
  | string
  | ({ id: string; url?: string; prettyUrl?: boolean; sortBy?: string; name?: string } & JsonObject);

export interface FactoryEntry {
  collection: string;
  count?: number;
  id?: string;
  data?: JsonObject;
}

export interface TemplateDocument {
  version: string;
  name: string;
  description?: string;
  collections?: { reserved?: ReservedCollection[]; custom?: (JsonObject & { id: string; schema: string })[] };
  schemas?: SchemaDocument[];
  objects?: { collection: string; id: string; data: JsonObject }[];
  factory?: FactoryEntry[];
}

/** Answer of an import (spec/templates.md#import). */
export const TEMPLATE_RESULT = named(
  'TemplateResult',
  all(
    {
      success: bool,
      message: text,
      results: listOf(text),
      errors: listOf(text),
      summary: all(
        counts(
          'schemas_created',
          'collections_created',
          'templates_created',
          'objects_created',
          'factory_items_created',
          'skipped',
          'total_errors',
        ),
      ),
    },
    {
      /** Nothing was imported: the answer describes what would be. */
      dryRun: yes,
    },
  ),
);
export type ImportResult = Typed<typeof TEMPLATE_RESULT>;

/** An import that was interrupted, by the end of the process or by a fault. */
const UNFINISHED = all(
  {
    id: text,
    /** Of the template, or of the collection that rows were imported into. */
    name: text,
    startedAt: time,
    /** How many of its items were made. */
    done: count,
    total: count,
    /** It had been canceled, and could not be undone completely. */
    rolledBack: bool,
  },
  {
    /** The collection, for an import of rows; repeating such an import does not continue it. */
    collection: text,
  },
);
export type UnfinishedImport = Typed<typeof UNFINISHED>;
export const UNFINISHED_IMPORTS = named('UnfinishedImports', all({ imports: listOf(UNFINISHED) }));

/** A bundled starter, as offered by the welcome page and `plinth serve`. */
export interface StarterSummary {
  id: string;
  name: string;
  description: string;
}
