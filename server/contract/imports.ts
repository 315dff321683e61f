/** Imports from other systems: the mapping and the result, on the wire and in files (spec/import-export.md#other-systems). */
import * as wire from './json-schema.js';
import { isKindName, KIND_NAMES, KINDS, type KindName } from './schemas.js';
import type { JsonValue } from './values.js';

const kindName: wire.Shape<KindName> = { type: 'string' };

/** What becomes of a field. */
const FIELD = wire.all(
  {
    /** Its name in the source. */
    from: wire.text,
    /** The property; null leaves the field out. `id` gives the object its id. */
    to: wire.orNull(wire.text),
  },
  {
    /** The kind of the property, where it is made by the import. */
    kind: kindName,
    label: wire.text,
    /** The group whose keys the values are; the ids of the objects made of them are stored. */
    relation: wire.text,
    /** In a proposal: how many items have it, and some of its values. */
    count: wire.count,
    samples: wire.listOf(wire.text),
  },
);
export type MappedField = wire.Typed<typeof FIELD>;

/** What becomes of a group of items. */
const GROUP = wire.all(
  {
    from: wire.text,
    /** The collection; null leaves the group out. It is made when it is missing. */
    collection: wire.orNull(wire.text),
    fields: wire.listOf(FIELD),
  },
  {
    /** In a proposal: how many there are. */
    count: wire.count,
    /** The schema of a new collection. It is made when it is missing. */
    schema: wire.text,
    /** Property that keeps the key of the item in the source. */
    identity: wire.text,
  },
);
export type MappedGroup = wire.Typed<typeof GROUP>;

const version: wire.Shape<1> = { type: 'integer', const: 1 };
const MAPPING = wire.all(
  {
    /** Of the mapping's own format. */
    version,
    format: wire.choice('markdown', 'wordpress', 'json', 'ndjson', 'csv'),
    groups: wire.listOf(GROUP),
  },
  {
    /**
     * What becomes of the components of MDX: code, or only what is between their tags. In a proposal only for sources
     * with MDX; without it they become code.
     */
    components: wire.choice('code', 'content'),
  },
);
export type ImportMapping = wire.Typed<typeof MAPPING>;
export type SourceFormat = ImportMapping['format'];
export type ComponentsAs = NonNullable<ImportMapping['components']>;

/** What was uploaded, with the proposal of a mapping. */
export const UPLOADED_SOURCE = wire.named(
  'UploadedSource',
  wire.all({ id: wire.text, name: wire.text, mapping: MAPPING, total: wire.count, earlier: wire.bool }),
);

/** Kinds that a mapping may give to a new property. */
export const IMPORTED_KINDS: readonly KindName[] = KIND_NAMES.filter((name) => KINDS[name].imported);

export const isImportedKind = (name: JsonValue | undefined): name is KindName =>
  typeof name === 'string' && isKindName(name) && IMPORTED_KINDS.includes(name);

/** Kinds whose values are too long for lists; in the index of a collection they would make it large. */
export const isLongKind = (name: KindName): boolean => KINDS[name].imported === 'long';

/** Whether values can name an object. */
export const isTitleKind = (name: KindName): boolean => name === 'text';

export type ItemAction = 'create' | 'update' | 'same' | 'skip' | 'fail';

/** What happened to an item, or would happen. */
export interface ItemResult {
  place: string;
  action: ItemAction;
  collection?: string;
  id?: string;
  /** Why it failed or was skipped, with the property and the rule. */
  message?: string;
}

export interface SourceImportResult {
  /** What undoes it; absent in a dry run. */
  transaction?: string;
  dryRun: boolean;
  /** The import ended early: started again, it goes on. */
  canceled: boolean;
  created: number;
  updated: number;
  same: number;
  skipped: number;
  failed: number;
  /** Files taken over. */
  files: number;
  /** Schemas and collections that were made. */
  made: string[];
  /** The first 1,000; those that failed come first. */
  items: ItemResult[];
  /** The first 1,000: files that could not be taken, shortcodes, links, by the place in the source. */
  warnings: string[];
}

export interface ImportProgressEvent {
  done: number;
  total: number;
}
