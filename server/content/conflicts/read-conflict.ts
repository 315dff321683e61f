/** One conflict with its versions compared: what `GET {api}/conflicts/{id}` shows and a resolution decides. */
import { inSlices, Yielder } from '../../async/yielder.js';
import type { Conflict, ConflictDetail, ConflictField } from '../../contract/conflicts.js';
import { isSame } from '../../contract/merge/equality.js';
import type { MergeFields } from '../../contract/merge/rules.js';
import { message } from '../../contract/messages/message.js';
import type { JsonObject, JsonValue } from '../../contract/values.js';
import { missing, type PlinthError } from '../../errors.js';
import { withoutPasswords } from '../../properties/fitting.js';
import {
  mergeFieldsOf,
  schemaMergeFields,
  setMergeFields,
  settingsMergeFields,
} from '../../schemas/merge-fields.js';
import { shownValue } from '../../schemas/present.js';
import { isReadWhole, objectIn } from '../../store/disk/json-file.js';
import type { MarkedVersions, VersionFile } from '../../store/types/maintenance.js';
import type { Content } from '../core/base.js';
import { type Ancestor, commonAncestor, type LineVersion } from './common-ancestor.js';
import { type Comparison, compareVersions, decided, stampsOf } from './compare.js';
import { type Grouping, groupingOf, UNGROUPED } from './grouped.js';
import { listConflicts } from './list-conflicts.js';

/** Max versions of a file in which the common one is looked for. */
const MAX_VERSIONS = 100;

export interface ReadConflict {
  conflict: Conflict;
  /** The file in use as it is on disk; undefined where it is gone. */
  mine: VersionFile | undefined;
  theirs: VersionFile;
  fields: MergeFields;
  /** How schemas and settings are taken apart in `comparison`. */
  grouping: Grouping;
  labels?: MarkedVersions['labels'];
  /** Undefined where the versions cannot be compared. */
  comparison: Comparison | undefined;
  ancestor: Ancestor | undefined;
  /** Whether nothing of both files escapes the comparison: no number, no repeated key. */
  whole: boolean;
  /** All of the copy is in the file already. */
  nothingNew: boolean;
  /** Why the versions cannot be compared, a sentence; absent where there is only one, and where they are not shown. */
  problem?: string;
}

/** The folder of a conflict: that of a set is within another. */
export const placeOf = ({ path }: Pick<Conflict, 'path'>): string => path.slice(0, path.lastIndexOf('/'));
export const fileOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

function fieldsOf(base: Content, { subject, collection }: Conflict): MergeFields {
  if (subject === 'object') return mergeFieldsOf(base.collections.get(collection).schema);
  if (subject === 'collection') return settingsMergeFields;
  if (subject === 'changeSet') return setMergeFields;
  return subject === 'schema' ? schemaMergeFields : () => undefined;
}

/** The versions of a file that the history still has, the earliest first. */
async function lineOf({ store }: Content, path: string): Promise<LineVersion[]> {
  await store.history.settle();
  const line: LineVersion[] = [];
  for (const { revision, at, kind } of (await store.history.entries(path)).slice(-MAX_VERSIONS)) {
    const bytes = revision === null ? undefined : await store.history.content(revision);
    if (!bytes || revision === null) continue;
    const document = objectIn(bytes);
    // Not an object, such as a file with markers.
    if (document) line.push({ revision, at, saved: kind === 'saved', document });
  }
  return line;
}

/** Both documents, and the common one where the file itself has it. */
interface Documents {
  mine: JsonObject;
  theirs: JsonObject;
  base?: JsonObject | undefined;
  labels?: MarkedVersions['labels'];
}

const NOT_WHOLE =
  'The versions have repeated keys, or numbers with more digits than Plinth keeps; edit the file in a text editor';

function documentsOf(
  base: Content,
  { kind }: Conflict,
  mine: VersionFile | undefined,
  theirs: VersionFile,
): Documents | string {
  if (kind === 'markers') {
    const versions = base.store.maintenance.markedVersions(theirs.bytes);
    if (!versions)
      return 'The versions between the markers are not valid JSON; edit the file in a text editor';
    return versions.whole ? versions : NOT_WHOLE;
  }
  const [one, other] = [mine && objectIn(mine.bytes), objectIn(theirs.bytes)];
  if (!other) return 'The conflict copy is not valid JSON';
  if (!one) return mine ? 'The file in use is not valid JSON' : 'The file in use no longer exists';
  return { mine: one, theirs: other };
}

async function ancestorOf(
  base: Content,
  { kind, original }: Conflict,
  documents: Documents,
  files: { mine: VersionFile | undefined; theirs: VersionFile },
  fields: MergeFields,
): Promise<Ancestor | undefined> {
  const { mine, theirs, base: common } = documents;
  if (common) {
    const version = { revision: '', at: 0, saved: false, document: common };
    return { base: version, minePath: [], theirsPath: [], superseded: false };
  }
  // Git keeps the common version in its index, which is not read: a repository can name programs for git to run.
  if (kind === 'markers') return undefined;
  return commonAncestor(
    await lineOf(base, original),
    { revision: files.mine?.revision ?? '', document: mine },
    { revision: files.theirs.revision, document: theirs },
    stampsOf(fields),
  );
}

/** Whether a merge leaves the file in use as it is, but for times that saves set. */
function addsNothing(comparison: Comparison, fields: MergeFields): boolean {
  const result = decided(comparison, {});
  const isStamp = stampsOf(fields);
  return (
    comparison.clashes.size === 0 &&
    comparison.differing.every((key) => isStamp(key) || isSame(result[key], comparison.mine[key], false))
  );
}

/** Reads and compares the versions of a conflict. Throws `missing` where it is resolved by now. */
export async function readConflict(base: Content, conflict: Conflict): Promise<ReadConflict> {
  const { maintenance } = base.store;
  const place = placeOf(conflict);
  const mine = maintenance.readVersion(place, fileOf(conflict.original));
  const theirs = maintenance.readVersion(place, fileOf(conflict.path));
  if (!theirs) throw noConflict();
  const fields = fieldsOf(base, conflict);
  const read = {
    conflict,
    mine,
    theirs,
    fields,
    grouping: UNGROUPED,
    comparison: undefined,
    ancestor: undefined,
    whole: [mine, theirs].every((file) => !file || isReadWhole(file.bytes)),
    nothingNew: false,
  };
  if (conflict.subject === 'other') return { ...read, nothingNew: conflict.same };
  const documents = documentsOf(base, conflict, mine, theirs);
  if (typeof documents === 'string') return { ...read, problem: documents };
  const ancestor = await ancestorOf(base, conflict, documents, { mine, theirs }, fields);
  // All that was written since was written on the copy: it is the common version itself.
  const common = ancestor?.superseded ? documents.theirs : ancestor?.base.document;
  const paths = [...(ancestor?.minePath ?? []), ...(ancestor?.theirsPath ?? [])];
  const versions = [documents.mine, documents.theirs, ...(common ? [common] : []), ...paths];
  const isWhole = conflict.subject === 'object' || conflict.subject === 'changeSet';
  const grouping = isWhole ? UNGROUPED : groupingOf(versions);
  const { apart } = grouping;
  const compared = ancestor &&
    common && {
      base: apart(common),
      minePath: ancestor.minePath.map(apart),
      theirsPath: ancestor.theirsPath.map(apart),
    };
  const steps = compareVersions(compared, apart(documents.mine), apart(documents.theirs), fields);
  const comparison = await inSlices(steps, new Yielder());
  const isSameFile = mine?.bytes.equals(theirs.bytes) === true;
  const nothingNew =
    (read.whole || isSameFile) && (ancestor?.superseded === true || addsNothing(comparison, fields));
  const { labels } = documents;
  return { ...read, grouping, comparison, ancestor, nothingNew, ...(labels && { labels }) };
}

export const noConflict = (): PlinthError => missing(message('conflictMissing'));

/** A conflict of the folder by its id. Throws `missing`. */
export async function findConflict(base: Content, id: string): Promise<Conflict> {
  const conflict = (await listConflicts(base)).find((one) => one.id === id);
  if (!conflict) throw noConflict();
  return conflict;
}

/** A value as those see it who may change the object. */
function shown(
  base: Content,
  { subject, collection, name }: Conflict,
  key: string,
  value: JsonValue,
): JsonValue {
  if (subject !== 'object') return value;
  const { schema, shown: how } = base.collections.get(collection);
  const property = schema.properties.get(key);
  if (!property) return withoutPasswords(value);
  return shownValue(property, value, { writer: true, address: `/${collection}/${name}`, shown: how });
}

function fieldOf(
  base: Content,
  { conflict }: ReadConflict,
  comparison: Comparison,
  property: string,
): ConflictField {
  const merged = decided(comparison, {});
  const sides = { base: comparison.base, mine: comparison.mine, theirs: comparison.theirs, merged };
  const values = Object.entries(sides).flatMap(([side, document]) => {
    const value = document && Object.hasOwn(document, property) ? document[property] : undefined;
    return value === undefined ? [] : [[side, shown(base, conflict, property, value)] as const];
  });
  const { mine, theirs, ...others } = Object.fromEntries(values);
  const clash = comparison.clashes.has(property);
  // Passwords and the like differ in the files and are shown alike.
  if (isSame(mine, theirs)) return { property, clash, hidden: true };
  return {
    property,
    clash,
    ...others,
    ...(mine !== undefined && { mine }),
    ...(theirs !== undefined && { theirs }),
  };
}

/** The properties that differ, in the order of the schema. */
function fieldsIn(base: Content, read: ReadConflict, comparison: Comparison): ConflictField[] {
  const { conflict } = read;
  const known =
    conflict.subject === 'object'
      ? [...base.collections.get(conflict.collection).schema.properties.keys()]
      : [];
  const isStamp = stampsOf(read.fields);
  const differing = new Set([...comparison.differing, ...comparison.clashes].filter((key) => !isStamp(key)));
  const ordered = [...known.filter((key) => differing.has(key)), ...differing];
  return [...new Set(ordered)].map((property) => fieldOf(base, read, comparison, property));
}

/** A conflict as it is shown to those who may change what it is about. */
export function detailOf(base: Content, read: ReadConflict): ConflictDetail {
  const { conflict, mine, theirs, comparison, ancestor, nothingNew, labels, problem } = read;
  const common = ancestor?.base;
  return {
    ...conflict,
    tags: { mine: mine?.revision ?? '', theirs: theirs.revision },
    base:
      common && common.at > 0 ? { revision: common.revision, at: new Date(common.at).toISOString() } : null,
    fields: comparison ? fieldsIn(base, read, comparison) : [],
    nothingNew,
    ...(labels && { labels }),
    ...(problem !== undefined && { problem }),
  };
}
