/** Change sets: making, listing, comparing and dropping edits that are not live yet (spec/change-sets.md). */
import { Yielder } from '../../async/yielder.js';
import {
  type ChangedObject,
  type ChangeSet,
  type ChangeSetWithObjects,
  type Chosen,
  type ComparedObject,
  type ComparedProperty,
  type EditedChangeSet,
  type NewChangeSet,
  SET_KINDS,
} from '../../contract/change-sets.js';
import { isSame } from '../../contract/merge/equality.js';
import { type Message, message } from '../../contract/messages/message.js';
import { isLegalId, slug } from '../../contract/names.js';
import type { ObjectDocument, TrashEntry } from '../../contract/objects.js';
import { SHARED_DRAFT, UNSAVED_CHANGES } from '../../contract/set-names.js';
import type { JsonObject, JsonValue } from '../../contract/values.js';
import { conflict, failed, missing, PlinthError } from '../../errors.js';
import { mergeFieldsOf } from '../../schemas/merge-fields.js';
import { isActor } from '../../store/change-sets/change-file.js';
import { type Applied, applied, contentOf, rebased, without } from '../../store/change-sets/set-values.js';
import type { SetChange, StoredChange } from '../../store/types/change-sets.js';
import type { Changing, Clock, Content } from '../core/base.js';
import { titleOfId, titleOfObject } from '../model/titles.js';
import { clearFilesOfChange } from './set-files.js';

/** Whether a set may have this id. */
const isSetId = (id: string): boolean => isLegalId(id) && id !== UNSAVED_CHANGES;

const isText = (value: JsonValue | undefined): value is string => typeof value === 'string';

export type SetInfo = Omit<ChangeSet, 'objects'>;

/** What `set.json` says; what it lacks or has in another shape has a default. Throws `missing`. */
export function setInfo({ store }: Pick<Content, 'store'>, set: string): SetInfo {
  if (!isSetId(set)) throw missing(message('changeSetMissing', { id: set }));
  if (set === SHARED_DRAFT) return { id: set, kind: 'draft', title: titleOfId(set) };
  const info = readInfo(store, set);
  if (!info) throw missing(message('changeSetMissing', { id: set }));
  const { kind, title, reason, created, author } = info;
  return {
    id: set,
    kind: SET_KINDS.find((one) => one === kind && one !== 'draft') ?? 'release',
    title: isText(title) && title !== '' ? title.slice(0, 200) : titleOfId(set),
    ...(isText(reason) && reason !== '' && { reason: reason.slice(0, 10_000) }),
    ...(isText(created) && Number.isFinite(Date.parse(created)) && { created }),
    ...(isActor(author) && { author }),
    ...timesOf({ store }, set, info),
  };
}

const isTime = (value: JsonValue | undefined): value is string =>
  isText(value) && Number.isFinite(Date.parse(value));

/** When a set is to be published, and when it was. One that has got changes since is open again. */
function timesOf(
  base: Pick<Content, 'store'>,
  set: string,
  { kind, publishAt, published }: JsonObject,
): Pick<ChangeSet, 'publishAt' | 'published'> {
  return {
    ...(kind !== 'suggestion' && isTime(publishAt) && { publishAt: new Date(publishAt).toISOString() }),
    ...(isTime(published) && countOf(base, set) === 0 && { published: { at: published } }),
  };
}

/** When a release is to be published, in ms since 1970; undefined for a set without a plan. */
export function plannedTime(base: Pick<Content, 'store'>, set: string): number | undefined {
  if (set === SHARED_DRAFT || !hasSet(base, set)) return undefined;
  const { publishAt } = setInfo(base, set);
  return publishAt === undefined ? undefined : Date.parse(publishAt);
}

/** The time of a plan as it is stored. Throws `validation`. */
function checkedPlan(
  base: Clock,
  kind: ChangeSet['kind'],
  publishAt: string | null | undefined,
): string | null | undefined {
  if (publishAt === null || publishAt === undefined) return publishAt;
  const reject = (problem: Message) => failed({ publishAt: [problem] });
  if (kind !== 'release') throw reject(message('publishAtOfRelease'));
  const at = Date.parse(publishAt);
  if (!Number.isFinite(at)) throw reject(message('notTime', { sample: '2026-01-31T12:00:00Z' }));
  if (at <= base.now().getTime()) throw reject(message('publishAtPast'));
  return new Date(at).toISOString();
}

/** A damaged `set.json` counts as one without content: the changes beside it are what matters. */
function readInfo(store: Content['store'], set: string): JsonObject | undefined {
  try {
    return store.changeSets.info(set);
  } catch (error) {
    if (error instanceof PlinthError && error.kind === 'damaged') return {};
    throw error;
  }
}

/** Whether a set can be read through: the shared draft always. */
export function hasSet({ store }: Pick<Content, 'store'>, set: string): boolean {
  return isSetId(set) && (set === SHARED_DRAFT || readInfo(store, set) !== undefined);
}

const countOf = ({ store }: Pick<Content, 'store'>, set: string): number =>
  [...store.changeSets.current(set).changes.values()].reduce((sum, { size }) => sum + size, 0);

/** Whether a set changes nothing, as far as it can be read. */
export function isEmpty({ store }: Pick<Content, 'store'>, set: string): boolean {
  const { changes, damaged } = store.changeSets.current(set);
  return changes.size === 0 && damaged.size === 0;
}

/** What `set.json` says in all sets, the shared draft first. */
export function setInfos(base: Pick<Content, 'store'>): SetInfo[] {
  const others = base.store.changeSets.ids().filter((id) => id !== SHARED_DRAFT && hasSet(base, id));
  return [SHARED_DRAFT, ...others].map((id) => setInfo(base, id));
}

/** All sets that are `shown`, the shared draft first. */
export const listSets = (
  base: Pick<Content, 'store'>,
  shown: (set: SetInfo) => boolean = () => true,
): ChangeSet[] =>
  setInfos(base)
    .filter(shown)
    .map((set) => ({ ...set, objects: countOf(base, set.id) }));

/** Creates a release or a suggestion. Throws `validation`, `taken`. */
export async function createSet(
  base: Content & Clock & Changing,
  { kind, title, id, reason, publishAt: sentPlan }: NewChangeSet,
): Promise<ChangeSet> {
  const { changeSets } = base.store;
  if (id === SHARED_DRAFT || id === UNSAVED_CHANGES) throw failed({ id: [message('changeSetIdReserved')] });
  const wanted = id ?? (slug(title) || kind);
  const free = (one: string) =>
    one !== SHARED_DRAFT && one !== UNSAVED_CHANGES && changeSets.info(one) === undefined;
  const chosen =
    id ?? [wanted, ...Array.from({ length: 999 }, (_, n) => `${wanted.slice(0, 60)}-${n + 2}`)].find(free);
  if (chosen === undefined || !free(chosen)) {
    throw new PlinthError('taken', message('changeSetExists', { id: wanted }));
  }
  const publishAt = checkedPlan(base, kind, sentPlan);
  const created = base.now().toISOString();
  const info = {
    kind,
    title,
    ...(reason !== undefined && { reason }),
    created,
    author: { ...base.change.actor },
    ...(typeof publishAt === 'string' && { publishAt }),
  };
  try {
    await changeSets.writeInfo(chosen, info, true, base.change);
  } catch (error) {
    // Another request, or a program that syncs the folder, was faster.
    if (!(error instanceof PlinthError && error.kind === 'stale')) throw error;
    throw new PlinthError('taken', message('changeSetExists', { id: chosen }), { cause: error });
  }
  return { ...setInfo(base, chosen), objects: countOf(base, chosen) };
}

/** Changes title, reason or planned time of a set. Throws `missing`, `validation`, `conflict` for the shared draft. */
export async function editSet(
  base: Content & Clock & Changing,
  set: string,
  { publishAt: sentPlan, ...edit }: EditedChangeSet,
): Promise<ChangeSet> {
  const { kind } = setInfo(base, set);
  if (set === SHARED_DRAFT) {
    throw sentPlan === undefined
      ? conflict(message('changeSetShared'))
      : failed({ publishAt: [message('publishAtOfRelease')] });
  }
  const plan = checkedPlan(base, kind, sentPlan);
  await base.store.locked(`.changes/${set}`, async () => {
    const { publishAt, ...info } = readInfo(base.store, set) ?? {};
    const next = plan === undefined ? publishAt : (plan ?? undefined);
    const edited = { ...info, ...edit, ...(next !== undefined && { publishAt: next }) };
    await base.store.changeSets.writeInfo(set, edited, false, base.change);
  });
  return { ...setInfo(base, set), objects: countOf(base, set) };
}

/** Moves a set with all its changes to the trash. Throws `missing`, `conflict` for the shared draft. */
export async function dropSet(base: Content & Clock & Changing, set: string): Promise<TrashEntry> {
  const { title } = setInfo(base, set);
  if (set === SHARED_DRAFT) throw conflict(message('changeSetShared'));
  const { changeSets } = base.store;
  const changes = [...changeSets.current(set).changes.values()].flatMap((of) => [...of.values()]);
  // Restored later, it is not published unless it is planned again.
  if (plannedTime(base, set) !== undefined) await editSet(base, set, { publishAt: null });
  const entry = await base.store.locked(`.changes/${set}`, () => changeSets.drop(set, title, base.change));
  for (const change of changes) {
    const { collection, id } = change;
    await base.store.locked(`${collection}/${id}`, () => clearFilesOfChange(base, set, change));
  }
  return entry;
}

/**
 * Notes in a release that all of it was published. Machines that do it at its planned time write the same; a set that is gone
 * or damaged stays as it is.
 */
export function notePublished(base: Content & Clock & Changing, set: string): Promise<void> {
  return base.store.locked(`.changes/${set}`, async () => {
    const known = set === SHARED_DRAFT ? undefined : readInfo(base.store, set);
    const isDamaged = known !== undefined && Object.keys(known).length === 0;
    if (known === undefined || isDamaged || setInfo(base, set).kind !== 'release') return;
    const { publishAt, ...info } = known;
    const now = base.now().toISOString();
    const planned = isTime(publishAt) ? new Date(publishAt).toISOString() : now;
    const published = planned < now ? planned : now;
    await base.store.changeSets.writeInfo(set, { ...info, published }, false, base.change);
  });
}

/** The rules by which the properties of a collection are merged; none of one that does not exist. */
export const mergeFieldsIn =
  ({ collections }: Pick<Content, 'collections'>, collection: string) =>
  (name: string) =>
    collections.has(collection) ? mergeFieldsOf(collections.get(collection).schema)(name) : undefined;

/** What is live of an object; undefined where it does not exist or cannot be read. */
export async function liveOf(
  base: Content,
  { collection, id }: Pick<StoredChange, 'collection' | 'id'>,
): Promise<ObjectDocument | undefined> {
  if (!base.collections.has(collection)) return undefined;
  try {
    return (await base.store.objects.read(collection, id))?.document;
  } catch (error) {
    if (error instanceof PlinthError && error.kind === 'damaged') return undefined;
    throw error;
  }
}

/** A change applied to what is live now. */
export async function appliedNow(
  base: Content,
  change: StoredChange,
): Promise<Applied & { live: ObjectDocument | undefined }> {
  const live = await liveOf(base, change);
  return { ...applied(change.id, live, change, mergeFieldsIn(base, change.collection)), live };
}

/** Names of properties in which a clash is; `id` for one of the whole object. */
const clashNames = ({ clashes }: Applied): string[] => [
  ...new Set(clashes.map(({ path: [name = 'id'] }) => name)),
];

export async function changedObject(
  base: Content,
  change: StoredChange,
): Promise<ChangedObject & { now: Applied & { live: ObjectDocument | undefined } }> {
  const { collection, id, at, actor } = change;
  const now = await appliedNow(base, change);
  const titled = now.document ?? now.live ?? { ...change.base, id };
  const names = Object.entries(now.values).flatMap(([name, value]) =>
    isSame(value === null ? undefined : value, now.live?.[name]) ? [] : [name],
  );
  const clashes = clashNames(now);
  return {
    collection,
    id,
    title: titleOfObject(id, titled),
    change: change.change,
    properties: change.change === 'edit' ? names : [],
    at,
    ...(actor && { actor }),
    ...(clashes.length > 0 && { clashes }),
    now,
  };
}

/** A set with the objects it changes, those changed last first. Throws `missing`. */
export async function readSet(base: Content, set: string): Promise<ChangeSetWithObjects> {
  const info = setInfo(base, set);
  const state = base.store.changeSets.current(set);
  const yielder = new Yielder();
  const objects: ChangedObject[] = [];
  for (const change of [...state.changes.values()].flatMap((changes) => [...changes.values()])) {
    const { now, ...object } = await changedObject(base, change);
    // One that is live already leaves the set when it is published again.
    if (!isDone(change, now)) objects.push(object);
    if (yielder.exhausted) await yielder.yieldToEventLoop();
  }
  objects.sort((a, b) => (a.at === b.at ? (a.id < b.id ? -1 : 1) : a.at < b.at ? 1 : -1));
  const damaged = [...state.damaged].map(([path, reason]) => ({ path, reason }));
  return { ...info, objects, damaged };
}

/** The change of an object in a set. Throws `missing`. */
export function changeIn(base: Content, set: string, { collection, id }: Chosen): StoredChange {
  setInfo(base, set);
  const change = base.store.changeSets.change(set, { collection, id });
  if (!change) throw missing(message('changeMissing', { set, collection, id }));
  return change;
}

const value = (one: JsonValue | undefined) => (one === undefined || one === null ? undefined : one);

function comparedProperty(
  property: string,
  change: SetChange,
  now: Applied & { live: ObjectDocument | undefined },
): ComparedProperty {
  const [base, mine, live] = [change.base[property], change.values[property], now.live?.[property]].map(
    value,
  );
  const clash = clashNames(now).includes(property);
  const merged = clash ? undefined : value(now.values[property]);
  return {
    property,
    ...(base !== undefined && { base }),
    ...(mine !== undefined && { mine }),
    ...(live !== undefined && { live }),
    ...(merged !== undefined && { merged }),
    ...(clash && { clash }),
  };
}

/** An object of a set beside what is live, property by property. Throws `missing`. */
export async function compareObject(base: Content, set: string, chosen: Chosen): Promise<ComparedObject> {
  const change = changeIn(base, set, chosen);
  const { now, ...object } = await changedObject(base, change);
  const names = new Set([...Object.keys(change.base), ...Object.keys(change.values)]);
  return { ...object, differences: [...names].map((name) => comparedProperty(name, change, now)) };
}

/** What is left of a change without some of its properties, or without any of it; undefined for nothing. */
export const leftOf = (
  change: StoredChange,
  properties: readonly string[] | undefined,
): SetChange | undefined =>
  properties && change.change === 'edit' ? without(change, properties) : undefined;

/**
 * Takes a change, or some of its properties, out of a set. Throws `missing`, `stale` where the change was saved again
 * meanwhile. The caller holds the lock of the object.
 */
export async function takeOut(
  base: Content & Changing,
  set: string,
  change: StoredChange,
  properties: readonly string[] | undefined,
): Promise<void> {
  const { changeSets } = base.store;
  const rest = leftOf(change, properties);
  if (rest) await changeSets.write(set, change, { change: rest, expect: change }, base.change);
  else await changeSets.remove(set, change, base.change);
  await clearFilesOfChange(base, set, change);
}

/**
 * Keeps values of a change over what is live now, which it clashes with: they are changes of that from then on. Of a
 * change of the whole object, or without `properties`, all of it is. Throws `missing`.
 */
export async function keepOverLive(base: Content & Changing, set: string, chosen: Chosen): Promise<void> {
  const { collection, id } = chosen;
  await base.store.locked(`${collection}/${id}`, async () => {
    const change = changeIn(base, set, chosen);
    const properties = chosen.properties ?? Object.keys(change.values);
    const rest = rebased(change, properties, await liveOf(base, change));
    const { changeSets } = base.store;
    if (rest) await changeSets.write(set, change, { change: rest, expect: change }, base.change);
    else await changeSets.remove(set, change, base.change);
  });
}

/** Whether publishing would leave what is live as it is: it was published already, here or on another machine. */
export function isDone(
  { change, values }: SetChange,
  { live, document, clashes, values: merged }: Applied & { live: ObjectDocument | undefined },
): boolean {
  if (change === 'remove') return live === undefined;
  if (change === 'new') return live !== undefined && isSame(contentOf(live), values, false);
  if (!live || !document || clashes.length > 0) return false;
  return Object.entries(merged).every(([name, one]) =>
    isSame(one === null ? undefined : one, live[name], false),
  );
}
