/** Template definitions, also called jumpstart documents (spec/templates.md#definition). */

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

/** Answer of `POST /import/jumpstart` (spec/templates.md#import). */
export interface ImportResult {
  success: boolean;
  /** Nothing was imported: the answer describes what would be. */
  dryRun?: true;
  message: string;
  results: string[];
  errors: string[];
  summary: {
    schemas_created: number;
    collections_created: number;
    templates_created: number;
    objects_created: number;
    factory_items_created: number;
    skipped: number;
    total_errors: number;
  };
}

/** An import that was interrupted, by the end of the process or by a fault. Item of `GET /api/unfinished-imports`. */
export interface UnfinishedImport {
  id: string;
  /** Of the template, or of the collection that rows were imported into. */
  name: string;
  /** The collection, for an import of rows; repeating such an import does not continue it. */
  collection?: string;
  /** ISO 8601 UTC. */
  startedAt: string;
  /** How many of its items were made. */
  done: number;
  total: number;
  /** It had been canceled, and could not be undone completely. */
  rolledBack: boolean;
}

/** A bundled starter, as offered by the welcome page and `plinth serve`. */
export interface StarterSummary {
  id: string;
  name: string;
  description: string;
}
