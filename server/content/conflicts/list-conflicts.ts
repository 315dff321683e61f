/** Which conflicts a folder has: copies that sync tools left, and files with the markers of a merge. */
import { isDeepStrictEqual } from 'node:util';
import type { Conflict, ConflictSubject, FileFacts } from '../../contract/conflicts.js';
import { isLegalId } from '../../contract/names.js';
import type { ConflictCopy, DamagedFile } from '../../contract/objects.js';
import { isJsonObject, type JsonObject } from '../../contract/values.js';
import { PlinthError } from '../../errors.js';
import { isReadWhole, MERGE_CONFLICT } from '../../store/disk/json-file.js';
import {
  placeOfSet,
  SCHEMA_FOLDER,
  SETTINGS_FILE,
  SYSTEM_FOLDER,
  setOfPlace,
} from '../../store/disk/layout.js';
import { infoPath } from '../../store/history/kept-paths.js';
import { revisionOf } from '../../store/history/revision.js';
import { originalIds, toolOf } from '../../store/maintenance/conflict-names.js';
import type { CollectionIndex } from '../../store/types/catalogue.js';
import { hasSet, setInfo } from '../change-sets/change-sets.js';
import type { Content } from '../core/base.js';
import { titleOfObject } from '../model/titles.js';

const bytesOf = (base: Content, collection: string, id: string): Buffer =>
  base.store.files.document(collection, id) ?? Buffer.alloc(0);

/** The JSON of an object's file, even if it is not an object of that id. */
function documentOf(base: Content, collection: string, id: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(bytesOf(base, collection, id).toString('utf8'));
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A file under the id of an object with something of a sync tool behind it, which holds another version of it. */
export function copyUnderId(
  base: Content,
  collectionIndex: CollectionIndex,
  { collection, id }: DamagedFile,
): ConflictCopy | undefined {
  for (const original of originalIds(id)) {
    if (!collectionIndex.get(original)) continue;
    const copy = documentOf(base, collection, id);
    if (copy?.id !== original) continue;
    const same =
      isDeepStrictEqual(copy, documentOf(base, collection, original)) &&
      [id, original].every((one) => isReadWhole(bytesOf(base, collection, one)));
    return { collection, id: original, path: `${collection}/${id}.json`, same };
  }
  return undefined;
}

export const factsOf = (file: { size: number; modified: number }): FileFacts => ({
  size: file.size,
  modified: new Date(file.modified).toISOString(),
});

/** A version as a list shows it; undefined where there is none, or it cannot be read. */
function factsAt(base: Content, place: string, name: string): FileFacts | undefined {
  try {
    const file = base.store.maintenance.readVersion(place, name);
    return file && factsOf(file);
  } catch (error) {
    if (error instanceof PlinthError && error.kind === 'damaged') return { size: 0, modified: EPOCH };
    throw error;
  }
}

const EPOCH = new Date(0).toISOString();

function subjectOf(base: Content, place: string, name: string): ConflictSubject {
  if (setOfPlace(place) !== undefined) return 'changeSet';
  if (place === SYSTEM_FOLDER) return name === 'settings' ? 'settings' : 'other';
  if (place === SCHEMA_FOLDER) return isLegalId(name) && !base.library.isBuiltIn(name) ? 'schema' : 'other';
  if (!base.collections.has(place)) return 'other';
  return name === '.meta' ? 'collection' : isLegalId(name) ? 'object' : 'other';
}

/** The title of the object, if it can be read. */
function titleIn(base: Content, collection: string, id: string): { title?: string } {
  const document = base.collections.has(collection) ? documentOf(base, collection, id) : undefined;
  return document ? { title: titleOfObject(id, document) } : {};
}

/** Names a conflict in URLs; paths can have any characters. */
export const conflictId = (path: string): string => revisionOf(Buffer.from(path));

function conflictOf(
  base: Content,
  kind: 'copy' | 'markers',
  { collection: place, id: name, path, same }: ConflictCopy,
): Conflict | undefined {
  const theirs = factsAt(base, place, path.slice(place.length + 1));
  if (!theirs) return undefined;
  const set = setOfPlace(place);
  const tool = kind === 'markers' ? 'git' : toolOf(path.slice(place.length + 1));
  return {
    id: conflictId(path),
    kind,
    subject: subjectOf(base, place, name),
    collection: place.startsWith('.') ? '' : place,
    name: set ?? name,
    original: `${place}/${name}.json`,
    ...(set === undefined
      ? titleIn(base, place, name)
      : { title: hasSet(base, set) ? setInfo(base, set).title : set }),
    path,
    ...(tool !== undefined && { tool }),
    same,
    mine: factsAt(base, place, `${name}.json`) ?? null,
    theirs,
  };
}

const isMarked = ({ reason }: { reason: string }): boolean => reason === MERGE_CONFLICT;

/** Whether `set.json` has markers. */
function isMarkedSet({ store }: Content, set: string): boolean {
  try {
    store.changeSets.info(set);
    return false;
  } catch (error) {
    if (!(error instanceof PlinthError) || error.kind !== 'damaged') throw error;
    return isMarked({ reason: error.message });
  }
}

/** Files with markers: settings of collections, schemas, and what change sets say of themselves. */
const markedFiles = (base: Content): ConflictCopy[] => [
  ...base.collections
    .damaged()
    .filter(isMarked)
    .map(({ collection }) => ({
      collection,
      id: '.meta',
      path: `${collection}/${SETTINGS_FILE}`,
      same: false,
    })),
  ...base.library
    .problems()
    .filter(isMarked)
    .map(({ id }) => ({ collection: SCHEMA_FOLDER, id, path: `${SCHEMA_FOLDER}/${id}.json`, same: false })),
  ...base.store.changeSets
    .ids()
    .filter((set) => isMarkedSet(base, set))
    .map((set) => ({ collection: placeOfSet(set), id: 'set', path: infoPath(set), same: false })),
];

/** All conflicts, those of objects first. */
export async function listConflicts(base: Content): Promise<Conflict[]> {
  const copies = await base.store.maintenance.conflictCopies();
  const marked = markedFiles(base);
  for (const { settings } of base.collections.all()) {
    const collectionIndex = await base.store.catalogue.collectionIndex(settings.id);
    for (const file of collectionIndex.damaged()) {
      const copy = copyUnderId(base, collectionIndex, file);
      if (copy) copies.push(copy);
      else if (isMarked(file)) {
        marked.push({ ...file, path: `${file.collection}/${file.id}.json`, same: false });
      }
    }
  }
  return [
    ...marked.map((file) => conflictOf(base, 'markers', file)),
    ...copies.map((copy) => conflictOf(base, 'copy', copy)),
  ].filter((conflict) => conflict !== undefined);
}
