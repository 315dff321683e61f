/**
 * Redirects from former ids of objects, kept in the settings of their collection (spec/content.md#redirects). There
 * they travel with the folder, also by git, which often leaves out `.system`; aliases in objects would be a property
 * in every schema.
 */
import { isLegalId } from '../../contract/names.js';
import type { CollectionSettings } from '../../contract/objects.js';
import type { Redirect } from '../../contract/relations.js';
import { isJsonObject, type JsonValue } from '../../contract/values.js';
import type { CollectionIndex } from '../../store/types/catalogue.js';
import type { Changing, Content, Live } from '../core/base.js';
import { MAX_REDIRECTS } from '../model/collection-settings.js';
import { pageOf } from '../search/reference-keys.js';
import { RowValues } from '../search/row-values.js';
import type { MayReadObject } from '../shaping/targets.js';
import { changeSettings } from './settings-file.js';

/** The redirects of a settings file, without what is none. */
export function redirectsOf({ redirects }: Pick<CollectionSettings, 'redirects'>): Record<string, string> {
  const value: JsonValue | undefined = redirects;
  if (!isJsonObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter(
      (entry): entry is [string, string] =>
        isLegalId(entry[0]) && typeof entry[1] === 'string' && isLegalId(entry[1]),
    ),
  );
}

/** Records that an object has another id now; undefined removes the redirect. The new id leads nowhere else any more. */
export async function recordRedirect(
  base: Content & Live & Changing,
  collection: string,
  from: string,
  to: string | undefined,
): Promise<void> {
  await changeSettings(base, collection, (settings) => {
    const { [from]: _before, ...others } = redirectsOf(settings);
    if (to !== undefined) delete others[to];
    const entries = Object.entries(to === undefined ? others : { ...others, [from]: to });
    const { redirects: _redirects, ...rest } = settings;
    const redirects = Object.fromEntries(entries.slice(-MAX_REDIRECTS));
    return { ...rest, ...(entries.length > 0 && { redirects }) } as CollectionSettings;
  });
  base.events.emit({ type: 'collection.updated', collection }, base.change);
}

/** Where an id leads: through all later names, to an object that exists; undefined where there is none. */
function endOf(redirects: Record<string, string>, from: string, exists: (id: string) => boolean) {
  const seen = new Set([from]);
  for (let to = redirects[from]; to !== undefined && !seen.has(to); to = redirects[to]) {
    if (exists(to)) return to;
    seen.add(to);
  }
  return undefined;
}

/** The addresses of an object's page under both ids; none where the settings have no pattern, or one without the id. */
function pagesOf(
  { collections }: Content,
  settings: CollectionSettings,
  index: CollectionIndex,
  { from, to }: { from: string; to: string },
): Pick<Redirect, 'fromUrl' | 'toUrl'> {
  const row = index.get(to);
  if (settings.url === '' || !row) return {};
  const values = new RowValues(index, collections.get(settings.id).schema);
  const [fromUrl, toUrl] = [from, to].map((id) => pageOf(settings, id, (name) => values.reader(name)(row)));
  return fromUrl && toUrl && fromUrl !== toUrl ? { fromUrl, toUrl } : {};
}

/**
 * The redirects of some collections that lead to objects which may be read, from ids that no object has.
 * Addresses are those of pages, where the settings say what they are.
 */
export async function listRedirects(
  base: Content,
  collections: readonly string[],
  mayRead: MayReadObject,
): Promise<Redirect[]> {
  const found: Redirect[] = [];
  for (const collection of collections) {
    if (!base.collections.has(collection)) continue;
    const { settings } = base.collections.get(collection);
    const redirects = redirectsOf(settings);
    if (Object.keys(redirects).length === 0) continue;
    const index = await base.store.catalogue.collectionIndex(collection);
    for (const from of Object.keys(redirects).sort()) {
      const to = endOf(redirects, from, (id) => index.get(id) !== undefined);
      const taken = index.get(from) !== undefined || index.problem(from) !== undefined;
      if (to === undefined || taken || !mayRead(collection, to)) continue;
      found.push({ collection, from, to, ...pagesOf(base, settings, index, { from, to }) });
    }
  }
  return found;
}
