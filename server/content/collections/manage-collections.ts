/**
 * Collections as a whole (spec/content.md#collections): list, create, change, remove. PUT keeps settings that are not
 * sent, as PUT of an object does: a client that knows one of the two would otherwise lose the addresses of its site.
 */
import { isDeepStrictEqual } from 'node:util';
import { message, rule } from '../../contract/messages/message.js';
import {
  type CollectionSettings,
  type CollectionSummary,
  lookOf,
  type TrashEntry,
} from '../../contract/objects.js';
import type { JsonObject } from '../../contract/values.js';
import { conflict, failed, PlinthError } from '../../errors.js';
import { checkVersion, replacesAny } from '../answers/checked-version.js';
import type { Base, Changing, Clock, Content, Live, WriteBase } from '../core/base.js';
import { objectBody, sameId } from '../core/body.js';
import {
  checkSettings,
  collectionIdProblem,
  settingsFrom,
  settingsMismatches,
} from '../model/collection-settings.js';
import { liveRule } from '../search/live-rule.js';
import { type MergedSettings, mergeSettings } from './merge-settings.js';
import { settingsLock, settingsOnDisk, writeSettings } from './settings-file.js';

/** Schemas other schemas refer to, which no collection may use (spec/schemas.md#built-in-schemas). */
const REFERENCE_SCHEMAS: ReadonlySet<string> = new Set(['totalcms', 'totalcms-item']);

const schemaExists = (base: Pick<Base, 'library'>) => (id: string) =>
  !REFERENCE_SCHEMAS.has(id) && base.library.document(id) !== undefined;

/** The collections a caller may read with the number of their objects, in the order of ids. */
export async function listCollections(
  base: Content & Clock,
  mayRead: (collection: string) => boolean,
): Promise<CollectionSummary[]> {
  const summaries: CollectionSummary[] = [];
  for (const collection of base.collections.all()) {
    const { settings } = collection;
    if (!mayRead(settings.id)) continue;
    const collectionIndex = await base.store.catalogue.collectionIndex(settings.id);
    summaries.push({
      name: settings.id,
      title: settings.name,
      count: collectionIndex.size,
      schema: `/schemas/${settings.schema}`,
      description: settings.description,
      category: settings.category,
      labelPlural: settings.labelPlural,
      labelSingular: settings.labelSingular,
      singleton: settings.singleton,
      url: settings.url,
      prettyUrl: settings.prettyUrl,
      ...lookOf(settings),
      ...(liveRule(collection, base.timezone()).publishes && { publishes: true }),
    });
  }
  return summaries;
}

/** Document without the keys sent as null: they get their default again. */
const withoutNulls = (document: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(document).filter(([, value]) => value !== null));

/** Time stamps set by saves and counts kept by deletions are not edits. */
const partsOf = ({ updated: _updated, count: _count, ...parts }: JsonObject): JsonObject => parts;

/** Throws `stale` when the settings are not those that were read. */
function checkSettingsMatch(base: Live, ifMatch: string | undefined, settings: CollectionSettings): void {
  const reason = message('collectionStale', { id: settings.id });
  checkVersion(base.versions, ifMatch, { forms: [settings], partsOf, reason });
}

/** Rejects an id that a folder already has, also one that differs only in case. */
async function rejectTaken(base: Content, id: string): Promise<void> {
  const existing = (await base.store.collections.ids()).find((other) => other.toLowerCase() === id);
  if (existing === undefined) return;
  throw new PlinthError('taken', message('collectionExists', { id: existing }), {
    details: { id: [message('nameTaken', { name: existing })] },
  });
}

/**
 * The settings a new collection would have, without values sent as null. Throws `invalid` for a body that is not an
 * object, `validation` with every problem at once.
 */
export function newSettings(base: Pick<Base, 'library'>, body: unknown): JsonObject & { id: string } {
  const { sent, problems } = checkSettings(
    objectBody(body, 'The settings of a collection'),
    schemaExists(base),
  );
  const problem = collectionIdProblem(sent.id ?? '');
  if (problem) problems.id = [rule(problem)];
  if (sent.schema === undefined) problems.schema = [message('notSent')];
  if (Object.keys(problems).length > 0 || typeof sent.id !== 'string') throw failed(problems);
  return { ...withoutNulls(sent), id: sent.id };
}

/**
 * Creates a collection. Throws `invalid` for a body that is not an object, `validation` with every problem at once,
 * `taken` for an id that exists.
 */
export async function createCollection(base: WriteBase, body: unknown): Promise<CollectionSettings> {
  const { id, ...sent } = newSettings(base, body);
  return base.store.locked(settingsLock(id), async () => {
    await rejectTaken(base, id);
    const settings = settingsFrom(id, { ...sent, updated: base.now().toISOString() });
    checkNamed(base, settings, sent);
    await base.publicWrites.approve(id, settings.publicOperations);
    const bound = await writeSettings(base, settings);
    base.events.emit({ type: 'collection.created', collection: id }, base.change);
    return bound.settings;
  });
}

/** Checks sent settings that name properties against the schema. Throws `validation`. */
function checkNamed({ library }: Content, settings: CollectionSettings, sent: JsonObject): void {
  const schema = library.schema(settings.schema);
  const problems = schema && settingsMismatches(settings, sent, schema);
  if (problems && Object.keys(problems).length > 0) throw failed(problems);
}

export interface CollectionChange {
  ifMatch?: string | undefined;
  /** A change of outdated settings is merged with what has changed since. */
  merge?: boolean;
  /** False: public write access that it sets is not approved by it. */
  approves?: boolean;
  /** The document that must still be stored. */
  expected?: JsonObject;
}

export interface ChangedCollection {
  settings: CollectionSettings;
  /** Names of settings that others had changed, where the change was merged. */
  changed?: readonly string[];
}

/**
 * Changes the settings that are sent, those sent as null to their defaults; the others stay. Throws `missing`, `invalid`
 * for another id, `validation`, `stale`.
 */
export async function changeCollection(
  base: WriteBase,
  id: string,
  body: unknown,
  { ifMatch, merge = false, approves = true, expected }: CollectionChange = {},
): Promise<ChangedCollection> {
  base.collections.get(id);
  const { sent: given, problems } = checkSettings(
    objectBody(body, 'The settings of a collection'),
    schemaExists(base),
  );
  sameId(given.id ?? undefined, id);
  if (Object.keys(problems).length > 0) throw failed(problems);

  return base.store.locked(settingsLock(id), async () => {
    const { settings: before, document: stored } = await settingsOnDisk(base, id);
    const merged = await mergedIfStale(base, before, { ifMatch, merge }, given);
    const sent = merged?.sent ?? given;
    if (expected && !isDeepStrictEqual(stored, expected)) {
      throw new PlinthError('stale', message('collectionSettingsChanged', { id }));
    }
    const document = withoutNulls({
      ...stored,
      ...sent,
      schema: sent.schema ?? before.schema,
      updated: base.now().toISOString(),
    });
    const settings = settingsFrom(id, document);
    checkNamed(base, settings, sent);
    // Only what was sent: other values in the file keep waiting for approval.
    if (approves && Array.isArray(sent.publicOperations))
      await base.publicWrites.approve(id, settings.publicOperations);
    const bound = await writeSettings(base, settings, { keep: replacesAny(ifMatch) });
    base.events.emit({ type: 'collection.updated', collection: id }, base.change);
    return { settings: bound.settings, ...(merged && { changed: merged.changed }) };
  });
}

/** Undefined where the version is the current one. Throws `clash`; `stale` without a merge, or an unknown version. */
async function mergedIfStale(
  base: Live,
  now: CollectionSettings,
  { ifMatch, merge }: Pick<CollectionChange, 'ifMatch' | 'merge'>,
  sent: JsonObject,
): Promise<MergedSettings | undefined> {
  try {
    checkSettingsMatch(base, ifMatch, now);
    return undefined;
  } catch (error) {
    const isStale = error instanceof PlinthError && error.kind === 'stale';
    const read = merge && isStale ? base.versions.find(ifMatch?.trim() ?? '') : undefined;
    if (read?.id !== now.id) throw error;
    // Defaults are part of what is answered.
    const mine = settingsFrom(now.id, withoutNulls({ ...read, ...sent, schema: sent.schema ?? now.schema }));
    return mergeSettings(read, JSON.parse(JSON.stringify(mine)), JSON.parse(JSON.stringify(now)));
  }
}

/**
 * Moves a collection with its objects to the trash. Throws `missing`, and `conflict` while it holds objects, unless
 * `force`. The answer names the trash entry, which can be restored.
 */
export async function removeCollection(
  base: Content & Live & Changing,
  id: string,
  { force, ifMatch }: { force: boolean; ifMatch?: string | undefined },
): Promise<TrashEntry> {
  return base.store.locked(settingsLock(id), async () => {
    const { settings } = base.collections.get(id);
    if (ifMatch !== undefined) {
      checkSettingsMatch(base, ifMatch, (await settingsOnDisk(base, id)).settings);
    }
    const collectionIndex = await base.store.catalogue.collectionIndex(id);
    const held = collectionIndex.size + collectionIndex.damaged().length;
    if (held > 0 && !force) {
      const objects = held === 1 ? '1 object' : `${held} objects`;
      throw conflict(message('collectionNotEmpty', { id, objects }));
    }
    // Removed from the list first, so that no write reaches the folder while it moves.
    base.collections.drop(id);
    try {
      const entry = await base.store.trash.trashCollection(id, settings.name, base.change);
      base.events.emit({ type: 'collection.deleted', collection: id }, base.change);
      return entry;
    } catch (error) {
      await base.collections.reload(id);
      throw error;
    }
  });
}
