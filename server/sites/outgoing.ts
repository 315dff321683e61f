/** What publishing a site would bring to it, by what was last published (spec/sites.md#what-goes-out). */
import { digestOf } from '../access/trust.js';
import type { FolderChanges } from '../content/changes/folder-changes.js';
import type { Base } from '../content/core/base.js';
import { boundCollection } from '../content/core/bound-collection.js';
import { liveTest } from '../content/core/live.js';
import { titlesIn } from '../content/history/activity.js';
import { AUTOMATIONS } from '../contract/automations.js';
import type { KnownSite, Outgoing, OutgoingObject } from '../contract/sites.js';
import { type ProjectHashes, realFolder } from '../store/host/project.js';
import { outputOf } from './site-problems.js';

/** Changed objects that are looked at, and that are named. */
const MAX_CHANGED = 10_000;
const MAX_NAMED = 200;

/** What a site was built from: a place in the log of changes, a hash of its project, and one of its commands. */
export interface BuiltFrom {
  cursor: string;
  project: string;
  settings: string;
}

export interface Published extends BuiltFrom {
  finishedAt: string | null;
}

type Folder = Base & { readonly cursors: FolderChanges; readonly projects: ProjectHashes };

/** What the site would be built from now. */
async function builtFrom(folder: Folder, site: KnownSite): Promise<BuiltFrom> {
  const directory = (await realFolder(site.directory)) ?? site.directory;
  const apart = [folder.store.root, ...(site.output === '.' ? [] : [outputOf(site, directory)])];
  const { build, deploy, output, address, assets } = site;
  const collections = folder.collections.all().map(({ settings }) => settings.id);
  return {
    // First, so that what changes from now on is told the next time.
    cursor: await folder.cursors.firstCursorFor(...collections),
    project: await folder.projects.of(directory, apart),
    settings: digestOf({ directory, build, deploy, output, address, assets }),
  };
}

export async function outgoingOf(
  folder: Folder,
  site: KnownSite,
  last: Published | undefined,
): Promise<{ outgoing: Outgoing; from: BuiltFrom }> {
  const from = await builtFrom(folder, site);
  const page = last && (await folder.cursors.since(last.cursor, { limit: MAX_CHANGED }));
  const changed = (page?.changed ?? []).filter(({ collection }) => collection !== AUTOMATIONS);
  const project = last !== undefined && (last.project !== from.project || last.settings !== from.settings);
  return {
    outgoing: {
      since: last?.finishedAt ?? null,
      changed: !page || project || page.more || changed.length > 0,
      all: !page,
      objects: await named(folder, changed.toReversed().slice(0, MAX_NAMED)),
      more: Math.max(0, changed.length - MAX_NAMED),
      project,
    },
    from,
  };
}

/** Changed objects with their titles. */
async function named(
  folder: Base,
  changed: readonly { collection: string; id: string; at: number }[],
): Promise<OutgoingObject[]> {
  const readers = new Map<string, (id: string) => Omit<OutgoingObject, 'collection' | 'id' | 'at'>>();
  for (const { collection } of changed) {
    if (readers.has(collection)) continue;
    if (!folder.collections.has(collection)) {
      readers.set(collection, () => ({ deleted: true }));
      continue;
    }
    const bound = await boundCollection(folder, collection);
    const [titleOf, isLive] = [await titlesIn(folder, collection), liveTest(folder, bound)];
    readers.set(collection, (id) => {
      const row = bound.collectionIndex.get(id);
      if (!row) return { deleted: true };
      const title = titleOf(id);
      return { ...(title !== undefined && { title }), ...(!isLive(row) && { draft: true }) };
    });
  }
  return changed.map(({ collection, id, at }) => ({
    collection,
    id,
    at: new Date(at).toISOString(),
    ...readers.get(collection)?.(id),
  }));
}
