/** What the history and the log know of the files of collections, by which changes of other programs are found. */
import { join } from 'node:path';
import { newOrigin } from '../../origins.js';
import { statOf } from '../disk/stamp.js';
import type { LogPosition } from '../types/changes.js';
import { type HistoryEntry, type KnownFile, type KnownFiles, placeOf } from '../types/history.js';
import type { ActivityLog } from './activity-log.js';
import { type EventLine, eventLine } from './entry.js';
import type { PathIndex } from './path-index.js';

/** In ms: the clock of files is behind, so a change that followed so soon can have the time of before. */
const RACY_MS = 12;

interface KnownParts {
  activity: ActivityLog;
  index: PathIndex;
  /** How far the log was taken in. */
  position: LogPosition | undefined;
  /** Whether every file of the folder has been looked at. */
  isComplete: boolean;
}

/** The last entries of the files of collections. */
export async function knownFiles(
  { activity, index, position, isComplete }: KnownParts,
  isOf: (collection: string) => boolean,
): Promise<KnownFiles> {
  // The log before the index: what is taken in meanwhile is then in both.
  const { entries: logged, seen } = await activity.readFrom(position);
  const entries = new Map<string, KnownFile>();
  const take = ({ path, at, place, seen: since, revision, stamp }: HistoryEntry) => {
    const entry: KnownFile = {
      at,
      revision,
      ...(place !== undefined && { place }),
      ...(since !== undefined && { seen: since }),
      ...(stamp && { stamp }),
    };
    const known = entries.get(path);
    if (!known || placeOf(known) <= placeOf(entry)) entries.set(path, entry);
  };
  for await (const entry of index.entriesIn(isOf)) take(entry);
  for (const entry of logged) if (isOf(entry.path.split('/', 1)[0] ?? '')) take(entry);
  const announced = new Map(seen.flatMap(({ path, stamp }) => (stamp === undefined ? [] : [[path, stamp]])));
  const noted = isComplete ? NOTHING : await readNoted(activity, isOf);
  return { entries, announced, ...noted, isComplete };
}

type Noted = Pick<KnownFiles, 'found' | 'noted' | 'began'>;

const NOTHING: Noted = { found: new Map(), noted: new Set(), began: undefined };

/** What was noted of objects before the history had looked at every file. */
export async function readNoted(
  activity: ActivityLog,
  isOf: (collection: string) => boolean = () => true,
): Promise<Noted> {
  const found = new Map<string, number>();
  const noted = new Set<string>();
  let began: ReadonlySet<string> | undefined;
  for await (const { line } of activity.lines()) {
    if (line?.kind === 'begin') began = new Set(line.collections);
    if (line?.kind === 'event' && line.event.type === 'object.deleted')
      found.delete(fileOf(line.event.collection, line.event.id));
    if (line?.kind !== 'objects' || !isOf(line.collection)) continue;
    noted.add(line.collection);
    for (const id of line.ids) found.set(fileOf(line.collection, id), line.at);
  }
  return { found, noted, began };
}

const fileOf = (collection: string, id: string): string => `${collection}/${id}.json`;

/** Whether the first version of a file is another than the one that was there when its collection was noted. */
export const isChangeSince =
  ({ found, noted, began }: Noted, root: string) =>
  (path: string): boolean => {
    const [collection = ''] = path.split('/', 1);
    const at = found.get(path);
    if (at === undefined) return noted.has(collection) || began?.has(collection) === false;
    const changed = statOf(join(root, path))?.ctimeMs;
    return changed === undefined || changed > at - RACY_MS;
  };

/** Lines that say that objects are gone of which there is no version. */
export function removalLines(paths: readonly string[], now: Date): EventLine[] {
  const { actor, transaction } = newOrigin({ kind: 'external' }, 'external', now);
  return paths.map((path) => {
    const [collection = '', name = ''] = path.split('/');
    const event = { type: 'object.deleted', collection, id: name.slice(0, -'.json'.length) } as const;
    return eventLine({ event, at: now.getTime(), actor, transaction });
  });
}
