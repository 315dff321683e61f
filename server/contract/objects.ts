/** Objects, collections and trash on disk and on the wire (spec/resources.md#object). */

import * as wire from './json-schema.js';
import type { PropertyDefinition } from './schemas.js';
import type { JsonObject, JsonValue } from './values.js';

/** An object as stored. `created` and `modified` may be missing in files from elsewhere. */
export type ObjectDocument = JsonObject & { id: string };

/** Operations a collection can open to everyone (spec/access.md). */
export const PUBLIC_OPERATIONS = ['create', 'read', 'update', 'delete'] as const;
export type PublicOperation = (typeof PUBLIC_OPERATIONS)[number];

/** Which AI clients can see a collection: those with full access, authenticated ones, all. */
export const MCP_ACCESS = ['admin', 'authenticated', 'public'] as const;
export type McpAccess = (typeof MCP_ACCESS)[number];

/** What AI clients see of a collection (spec/mcp.md#visibility). Unknown keys are kept. */
export interface McpVisibility {
  access?: McpAccess;
  /** Instead of the collection's own. */
  description?: string;
  /** Its objects can be read as resources, too. */
  resource?: boolean;
  [key: string]: unknown;
}

/** What a collection's icon can be (spec/resources.md#collection). */
export const COLLECTION_ICONS = [
  'article',
  'at',
  'book',
  'briefcase',
  'building',
  'bulb',
  'calendar',
  'cart',
  'code',
  'file',
  'files',
  'folder',
  'gallery',
  'hash',
  'heart',
  'history',
  'home',
  'language',
  'layers',
  'layout',
  'link',
  'list',
  'mail',
  'message',
  'microphone',
  'music',
  'news',
  'package',
  'page',
  'palette',
  'people',
  'person',
  'photo',
  'place',
  'plant',
  'question',
  'quote',
  'robot',
  'rss',
  'school',
  'settings',
  'star',
  'tags',
  'text',
  'ticket',
  'toggle',
  'tools',
  'trophy',
  'video',
  'world',
] as const;
export type CollectionIcon = (typeof COLLECTION_ICONS)[number];

/** What a collection's color can be; in the admin each has a shade for light and for dark. */
export const COLLECTION_COLORS = [
  'amber',
  'blue',
  'green',
  'orange',
  'pink',
  'red',
  'slate',
  'teal',
  'violet',
] as const;
export type CollectionColor = (typeof COLLECTION_COLORS)[number];

/** Icon and color that can be shown; without texts from elsewhere. */
export function lookOf(settings: { icon?: string; color?: string }): {
  icon?: CollectionIcon;
  color?: CollectionColor;
} {
  const icon = COLLECTION_ICONS.find((one) => one === settings.icon);
  const color = COLLECTION_COLORS.find((one) => one === settings.color);
  return { ...(icon && { icon }), ...(color && { color }) };
}

/** A state that objects of a collection are in, and those of its values that mean they are live. */
export interface PublishedState {
  property: string;
  values: string[];
}

/** Where an object stands in a collection that publishes (spec/queries.md#states). */
export const OBJECT_STATES = ['draft', 'scheduled', 'published', 'archived'] as const;
export type ObjectState = (typeof OBJECT_STATES)[number];

/** The state of an object, and when it changes by the clock; absent where it does not. */
const DATED_STATE = wire.all({ state: wire.choice(...OBJECT_STATES) }, { until: wire.time });
export type DatedState = wire.Typed<typeof DATED_STATE>;

export const STATES = wire.named(
  'CollectionStates',
  wire.all(
    {
      /** Of the objects asked for, by id. */
      objects: wire.mapOf(DATED_STATE),
    },
    {
      /** How many objects are in each state; absent where nothing says what is published. */
      counts: wire.all(wire.counts(...OBJECT_STATES)),
    },
  ),
);
export type CollectionStates = wire.Typed<typeof STATES>;

/** Objects of a list that follow each other with the same value of a property. */
const GROUP = wire.all({
  /** Null for none; of a list its first element, of a date by months `YYYY-MM`. */
  value: wire.scalarOrNull,
  count: wire.count,
});
export type ObjectGroup = wire.Typed<typeof GROUP>;

export const GROUPS = wire.named(
  'CollectionGroups',
  wire.all({
    /** How many objects the list has. */
    total: wire.count,
    /** In the order of the list. */
    groups: wire.listOf(GROUP),
  }),
);
export type CollectionGroups = wire.Typed<typeof GROUPS>;

/** An object on the page Home. */
const OVERVIEW_OBJECT = wire.all(
  { collection: wire.text, id: wire.text, title: wire.text },
  {
    /** ISO 8601 UTC; absent where the file does not say. */
    modified: wire.text,
    /** The address of its first image. */
    image: wire.text,
    state: wire.choice(...OBJECT_STATES),
    /** When its state changes by the clock: it becomes live, or ceases to be. */
    until: wire.text,
  },
);
export type OverviewObject = wire.Typed<typeof OVERVIEW_OBJECT>;
const FIRST_OBJECTS = wire.all({ total: wire.count, objects: wire.listOf(OVERVIEW_OBJECT) });

/** Objects of all collections that the caller may read. */
export const OVERVIEW = wire.named(
  'Overview',
  wire.all({
    /** Changed last, the newest first. */
    recent: wire.listOf(OVERVIEW_OBJECT),
    /** The newest first. */
    drafts: FIRST_OBJECTS,
    /** The next ones that become live. */
    scheduled: FIRST_OBJECTS,
    /** The next ones that cease to be live. */
    ending: FIRST_OBJECTS,
  }),
);
export type Overview = wire.Typed<typeof OVERVIEW>;

/** When objects of a collection are live (spec/queries.md#published). Unknown keys are kept. */
export interface PublishedSetting {
  /** A toggle that is on while an object is a draft; default: `draft`, if there is one. "" for none. */
  draft?: string | undefined;
  state?: PublishedState | undefined;
  /** A date before which an object is not live. */
  from?: string | undefined;
  /** A date after which an object is no longer live. */
  until?: string | undefined;
  [key: string]: unknown;
}

/** What Save writes in the admin: what is live, or the shared draft (spec/change-sets.md#saving). */
export const SAVES = ['live', 'draft'] as const;

/** `{collection}/.meta.json` (spec/resources.md#collection). Unknown keys are kept. */
export interface CollectionSettings {
  id: string;
  schema: string;
  name: string;
  description: string;
  category: string;
  labelPlural: string;
  labelSingular: string;
  url: string;
  prettyUrl: boolean;
  sortBy: string;
  reverseSort: boolean;
  singleton: boolean;
  publicOperations: PublicOperation[];
  groups: string[];
  /** Per-property overrides of label, help, placeholder, field, options and settings. */
  properties?: Record<string, Partial<PropertyDefinition>>;
  mcp?: McpVisibility;
  published?: PublishedSetting;
  /** The number by which users put the objects in an order (spec/resources.md#manual-order). */
  manualOrder?: string;
  /** The relation by which objects have a parent (spec/resources.md#tree). */
  tree?: string;
  /** As stored: one of `COLLECTION_ICONS`, or a text from elsewhere, which is kept and not shown. */
  icon?: string;
  /** As stored, like `icon`. */
  color?: string;
  /** What Save writes in the admin: one of `SAVES`; without it, or with another text, `live`. */
  saves?: string;
  /** Ids by the ids that objects had before they were renamed. */
  redirects?: Record<string, string>;
  [key: string]: unknown;
}

/** A collection in a list (spec/resources.md#collection-summary), with what the admin's side bar shows. */
const COLLECTION_SUMMARY = wire.all(
  {
    name: wire.text,
    title: wire.text,
    count: wire.count,
    /** Path to the schema, `/schemas/{id}`. */
    schema: wire.text,
    description: wire.text,
    category: wire.text,
    labelPlural: wire.text,
    labelSingular: wire.text,
    singleton: wire.bool,
    /** The pattern of the addresses of the objects' pages, and how it is read (spec/resources.md#collection). */
    url: wire.text,
    prettyUrl: wire.bool,
  },
  {
    icon: wire.choice(...COLLECTION_ICONS),
    color: wire.choice(...COLLECTION_COLORS),
    /** Something says which of its objects are live. */
    publishes: wire.yes,
  },
);
export type CollectionSummary = wire.Typed<typeof COLLECTION_SUMMARY>;
export const COLLECTION_SUMMARIES = wire.named(
  'CollectionSummaries',
  wire.all({ collections: wire.listOf(COLLECTION_SUMMARY) }),
);

/** Of an answer with `since`. */
export const CHANGED_SINCE = {
  deleted: wire.listOf(wire.all({ id: wire.text }, { damaged: wire.bool })),
  cursor: wire.text,
  more: wire.bool,
};
/** A page of objects (spec/resources.md#object-list). */
export const OBJECT_LIST = wire.all(
  {
    collection: wire.text,
    ...wire.counts('total', 'count', 'limit', 'offset'),
    objects: wire.listOf(wire.open),
  },
  CHANGED_SINCE,
);
export type ObjectList = wire.Typed<typeof OBJECT_LIST>;

/** A deleted thing that can be restored (spec/content.md#trash). */
export const TRASH_ENTRY = wire.named(
  'TrashEntry',
  wire.all(
    {
      /** Valid id; names the entry's folder under `.system/trash/`. */
      id: wire.text,
      /** What `restore` brings back. */
      kind: wire.choice('object', 'collection', 'damaged', 'schema', 'file', 'copy', 'change', 'changeSet'),
      /** Empty for a schema and for a change set; of a conflict copy the folder it was in, also `.schemas` or `.system`. */
      collection: wire.text,
      title: wire.text,
      deleted: wire.time,
    },
    {
      /**
       * The object's or schema's id; absent for a collection, for a damaged `.meta.json`, and for a conflict copy of
       * settings.
       */
      object: wire.text,
      /** The set of a change that was dropped, or the set that was. */
      set: wire.text,
    },
  ),
);
export type TrashEntry = wire.Typed<typeof TRASH_ENTRY>;
/** What became of several entries that were to be restored. */
export const RESTORED_ENTRIES = wire.named(
  'RestoredEntries',
  wire.all({
    restored: wire.listOf(TRASH_ENTRY),
    failed: wire.listOf(wire.all({ id: wire.text, problem: wire.all({ message: wire.text, ...wire.said }) })),
  }),
);
export type RestoredEntries = wire.Typed<typeof RESTORED_ENTRIES>;
export const TRASH_ENTRIES = wire.named('TrashEntries', wire.all({ entries: wire.listOf(TRASH_ENTRY) }));

/** A damaged file; served as an error, listed, never overwritten unseen. */
const DAMAGED_FILE = wire.all(
  { collection: wire.text, id: wire.text, reason: wire.text },
  {
    /** Of a schema: it works without what is wrong. */
    usable: wire.bool,
    /** It holds both sides of a merge that version control left to be decided. */
    mergeConflict: wire.bool,
  },
);
export type DamagedFile = wire.Typed<typeof DAMAGED_FILE>;

/** A conflict copy of a file, left by a sync tool. Never served as content and never touched. */
const CONFLICT_COPY = wire.all({
  /** Where it is: a collection, `.schemas` or `.system`. */
  collection: wire.text,
  /** What it is a version of: an object, a schema, a record; `.meta` for the settings of a collection. */
  id: wire.text,
  /** The copy, below the data folder. */
  path: wire.text,
  /** It has the same content as the file it is a version of. */
  same: wire.bool,
});
export type ConflictCopy = wire.Typed<typeof CONFLICT_COPY>;

export const DAMAGED_FILES = wire.named(
  'DamagedFiles',
  wire.all({ files: wire.listOf(DAMAGED_FILE), conflicts: wire.listOf(CONFLICT_COPY) }),
);
export type DamagedFiles = wire.Typed<typeof DAMAGED_FILES>;

export type SentProperties = Record<string, JsonValue>;
