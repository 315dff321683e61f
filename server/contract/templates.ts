/** Template definitions, also called jumpstart documents (spec/templates.md#definition). */

import * as wire from './json-schema.js';
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
export const TEMPLATE_RESULT = wire.named(
  'TemplateResult',
  wire.all(
    {
      success: wire.bool,
      message: wire.text,
      results: wire.listOf(wire.text),
      errors: wire.listOf(wire.text),
      summary: wire.all(
        wire.counts(
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
      dryRun: wire.yes,
    },
  ),
);
export type ImportResult = wire.Typed<typeof TEMPLATE_RESULT>;

/** An import that was interrupted, by the end of the process or by a fault. */
const UNFINISHED = wire.all(
  {
    id: wire.text,
    /** Of the template, or of the collection that rows were imported into. */
    name: wire.text,
    startedAt: wire.time,
    /** How many of its items were made. */
    done: wire.count,
    total: wire.count,
    /** It had been canceled, and could not be undone completely. */
    rolledBack: wire.bool,
  },
  {
    /** The collection, for an import of rows; repeating such an import does not continue it. */
    collection: wire.text,
  },
);
export type UnfinishedImport = wire.Typed<typeof UNFINISHED>;
export const UNFINISHED_IMPORTS = wire.named(
  'UnfinishedImports',
  wire.all({ imports: wire.listOf(UNFINISHED) }),
);

/** A bundled starter, as offered by the welcome page and `plinth serve`. */
export interface StarterSummary {
  id: string;
  name: string;
  description: string;
}
