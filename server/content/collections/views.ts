/**
 * Saved views of a collection's list. They are stored in its `.meta.json` and travel with it. A view is the work of a
 * team, so it is not kept in a browser; a file of its own would look like an object to other programs, and a path
 * below the collection would take an id away from objects.
 */
import { message } from '../../contract/messages/message.js';
import { isLegalId, slug } from '../../contract/names.js';
import type { CollectionSettings } from '../../contract/objects.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/values.js';
import type { SavedView, SavedViews } from '../../contract/views.js';
import { conflict, failed, missing, PlinthError } from '../../errors.js';
import type { Schema } from '../../schemas/schema.js';
import { checkVersion } from '../answers/checked-version.js';
import type { Changing, Content, Live } from '../core/base.js';
import { objectBody, sameId } from '../core/body.js';
import { changeSettings } from './settings-file.js';
import { checkView, namesIn, viewFrom } from './view-body.js';

/** Max views of one collection. */
const MAX_VIEWS = 100;

/** Properties of every object, independent of the schema. */
const ALWAYS: ReadonlySet<string> = new Set(['id', 'created', 'modified']);

/** The version a change was made on, by the ETag of the list. */
export interface ViewCondition {
  ifMatch?: string | undefined;
}

/** The stored list, in which entries Plinth cannot read keep their place. */
interface Stored {
  items: JsonValue[];
  default: string | null;
}

function storedIn(settings: { [key: string]: unknown }): Stored {
  const { views, defaultView } = settings;
  return {
    items: Array.isArray(views) ? views : [],
    default: typeof defaultView === 'string' ? defaultView : null,
  };
}

/** Entries that are views, each id once. */
function viewsOf(items: readonly JsonValue[]): SavedView[] {
  const found = new Map<string, SavedView>();
  for (const item of items) {
    const view = viewFrom(item);
    if (view && !found.has(view.id)) found.set(view.id, view);
  }
  return [...found.values()];
}

/** All views of a collection in their order, and which one its list opens with. Throws `missing`. */
export function listViews(base: Content, collection: string): SavedViews {
  const { settings, schema } = base.collections.get(collection);
  return shownViews(settings, schema);
}

function shownViews(settings: CollectionSettings, schema: Schema): SavedViews {
  const stored = storedIn(settings);
  const views = viewsOf(stored.items).map((view) => {
    const unknown = namesIn(view).filter((name) => !schema.properties.has(name) && !ALWAYS.has(name));
    return unknown.length > 0 ? { ...view, unknown } : view;
  });
  const opens = views.some(({ id }) => id === stored.default) ? stored.default : null;
  return { views, default: opens };
}

/** Views by name, with their order and the one the list opens with. */
function partsOf({ views, default: opens = null }: JsonObject): JsonObject {
  const shown = Array.isArray(views) ? views.filter(isJsonObject) : [];
  const named = Object.fromEntries(shown.map((view): [string, JsonValue] => [String(view.name), view]));
  return { ...named, order: shown.map(({ id = null }) => id), default: opens };
}

function checkTag(base: Live, ifMatch: string | undefined, now: SavedViews): void {
  const reason = message('viewsStale');
  checkVersion(base.versions, ifMatch, { forms: [now], partsOf, reason });
}

/** Changes the stored list alone and durably; the answer is the whole new list. Throws `stale`, `conflict`. */
async function change(
  base: Content & Live & Changing,
  collection: string,
  { ifMatch }: ViewCondition,
  edit: (stored: Stored) => Stored,
): Promise<SavedViews> {
  const { schema } = base.collections.get(collection);
  await changeSettings(base, collection, (settings, document) => {
    if (document.views !== undefined && !Array.isArray(document.views)) {
      throw conflict(message('collectionViewsOther', { id: collection }));
    }
    checkTag(base, ifMatch, shownViews(settings, schema));
    const { items, default: opens } = edit(storedIn(settings));
    const { defaultView: _before, ...rest } = settings;
    return { ...rest, views: items, ...(opens !== null && { defaultView: opens }) };
  });
  base.events.emit({ type: 'collection.updated', collection }, base.change);
  return listViews(base, collection);
}

const isView = (item: JsonValue, id: string) => viewFrom(item)?.id === id;

/** Throws `validation` when another view has the same name, ignoring case. */
function rejectSameName(items: readonly JsonValue[], name: JsonValue | undefined, except?: string): void {
  const same = viewsOf(items).find(
    (view) => view.id !== except && view.name.toLowerCase() === String(name).toLowerCase(),
  );
  if (same) throw failed({ name: [message('nameTaken', { name: same.name })] });
}

/** The id of a new view: its name's slug, with a number behind it where that is taken. */
function idFor(name: string, taken: ReadonlySet<string>): string {
  const spelled = slug(name).slice(0, 60);
  const first = isLegalId(spelled) ? spelled : 'view';
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? first : `${first}-${number}`;
    if (!taken.has(id)) return id;
  }
}

const withoutNulls = (document: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(document).filter(([, value]) => value !== null));

/** Adds a view behind the others. Throws `validation`, `taken` for an id that is there, `stale`. */
export async function createView(
  base: Content & Live & Changing,
  collection: string,
  body: unknown,
  condition: ViewCondition = {},
): Promise<{ id: string; views: SavedViews }> {
  const { sent, problems } = checkView(objectBody(body, 'A view'));
  if (sent.name === undefined) problems.name = [message('notSent')];
  if (Object.keys(problems).length > 0) throw failed(problems);
  let id = '';
  const views = await change(base, collection, condition, (stored) => {
    const ids = new Set(viewsOf(stored.items).map((view) => view.id));
    if (stored.items.length >= MAX_VIEWS) {
      throw conflict(message('viewLimit', { limit: MAX_VIEWS }));
    }
    if (typeof sent.id === 'string' && ids.has(sent.id)) {
      const details = { id: [message('nameTaken', { name: sent.id })] };
      throw new PlinthError('taken', message('viewExists', { id: sent.id }), { details });
    }
    rejectSameName(stored.items, sent.name);
    id = typeof sent.id === 'string' ? sent.id : idFor(String(sent.name), ids);
    return { ...stored, items: [...stored.items, { ...withoutNulls(sent), id }] };
  });
  return { id, views };
}

/** Changes what is sent of a view; null takes a key away. Throws `missing`, `validation`, `stale`. */
export async function changeView(
  base: Content & Live & Changing,
  collection: string,
  id: string,
  body: unknown,
  condition: ViewCondition = {},
): Promise<SavedViews> {
  const { sent, problems } = checkView(objectBody(body, 'A view'));
  if (Object.keys(problems).length > 0) throw failed(problems);
  sameId(sent.id, id);
  return change(base, collection, condition, (stored) => {
    const existing = stored.items.find((item) => isView(item, id));
    if (!isJsonObject(existing)) throw missing(message('viewMissing', { id }));
    if (sent.name !== undefined) rejectSameName(stored.items, sent.name, id);
    const changed = withoutNulls({ ...existing, ...sent });
    return { ...stored, items: stored.items.map((item) => (item === existing ? changed : item)) };
  });
}

/** Takes a view away. Throws `missing`, `stale`. */
export function removeView(
  base: Content & Live & Changing,
  collection: string,
  id: string,
  condition: ViewCondition = {},
): Promise<SavedViews> {
  return change(base, collection, condition, (stored) => {
    if (!stored.items.some((item) => isView(item, id))) throw missing(message('viewMissing', { id }));
    const items = stored.items.filter((item) => !isView(item, id));
    return { items, default: stored.default === id ? null : stored.default };
  });
}

/** The requested changes of the list as a whole. */
export interface ViewArrangement {
  order?: string[];
  default?: string | null;
}

/**
 * Sorts the views (`order`: every id once) and sets the one the list opens with (`default`). Throws
 * `validation` for ids that are not those of the views, `stale`.
 */
export function arrangeViews(
  base: Content & Live & Changing,
  collection: string,
  { order, default: opens }: ViewArrangement,
  condition: ViewCondition = {},
): Promise<SavedViews> {
  return change(base, collection, condition, (stored) => {
    const ids = viewsOf(stored.items).map(({ id }) => id);
    if (order !== undefined && order.toSorted().join() !== ids.toSorted().join()) {
      throw failed({ order: [message('namesEach', { names: ids.join(', ') })] });
    }
    if (typeof opens === 'string' && !ids.includes(opens)) {
      throw failed({ default: [message('noView', { id: opens })] });
    }
    const place = (item: JsonValue) => order?.indexOf(viewFrom(item)?.id ?? '') ?? 0;
    const views = stored.items.filter((item) => viewFrom(item) !== undefined);
    const others = stored.items.filter((item) => viewFrom(item) === undefined);
    return {
      items: order === undefined ? stored.items : [...views.sort((a, b) => place(a) - place(b)), ...others],
      default: opens === undefined ? stored.default : opens,
    };
  });
}
