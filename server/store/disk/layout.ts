/**
 * The paths of a data folder (spec/storage.md#folder). The only place that joins a path below it: every segment is a
 * valid id, the result is inside, and no part of it is a symbolic link.
 */
import { join, relative, sep } from 'node:path';
import { message } from '../../contract/messages/message.js';
import { idProblem, isLegalId, RESERVED_COLLECTION_IDS } from '../../contract/names.js';
import { invalid, PlinthError } from '../../errors.js';
import { statOf } from './stamp.js';

export const SETTINGS_FILE = '.meta.json';
export const SCHEMA_FOLDER = '.schemas';
export const SYSTEM_FOLDER = '.system';
/** Change sets: edits that are not live yet. */
export const CHANGES_FOLDER = '.changes';
/** What a change set says of itself. */
export const SET_FILE = 'set.json';

/** A change set as a place of files: `.changes/{set}`. */
export const placeOfSet = (set: string): string => `${CHANGES_FOLDER}/${set}`;

/** The set of such a place; undefined for other places. */
export function setOfPlace(place: string): string | undefined {
  const set = place.startsWith(`${CHANGES_FOLDER}/`) ? place.slice(CHANGES_FOLDER.length + 1) : '';
  return isLegalId(set) ? set : undefined;
}

/** Whether a name is that of a JSON file which is no object's, such as a copy that a sync tool has made. */
export const isOtherJson = (name: string): boolean =>
  name.endsWith('.json') && !name.startsWith('.') && idOfFile(name) === undefined;

/** The id an object or schema file is named after; undefined for any other name (conflict copies, hidden files). */
export function idOfFile(name: string): string | undefined {
  if (!name.endsWith('.json')) return undefined;
  const id = name.slice(0, -5);
  return isLegalId(id) ? id : undefined;
}

/** What iCloud leaves in the place of a file it has moved off the disk: `.name.icloud`. */
const PLACEHOLDER = { start: '.', end: '.icloud' };

/** The id of the object whose file iCloud has moved off the disk; undefined for any other name. */
export function idOfPlaceholder(name: string): string | undefined {
  const { start, end } = PLACEHOLDER;
  return name.startsWith(start) && name.endsWith(end)
    ? idOfFile(name.slice(start.length, -end.length))
    : undefined;
}

/** Whether a top folder of this name can be a collection. */
export function isCollectionName(name: string): boolean {
  return isLegalId(name) && !RESERVED_COLLECTION_IDS.has(name);
}

export class Layout {
  /** Real path of the data folder; the folder itself may have been reached through a link. */
  readonly root: string;
  readonly schemas: string;
  readonly changes: string;
  readonly system: string;
  readonly trash: string;
  /** Unfinished files; on the same volume as their targets, and one name for sync tools to leave out. */
  readonly temp: string;
  /** What the server locks on a network share (spec/storage.md#shares), and where it writes the name of its machine. */
  readonly lock: string;
  readonly lockHolder: string;

  constructor(root: string) {
    this.root = root;
    this.schemas = join(root, SCHEMA_FOLDER);
    this.changes = join(root, CHANGES_FOLDER);
    this.system = join(root, SYSTEM_FOLDER);
    this.trash = join(this.system, 'trash');
    this.temp = join(this.system, 'tmp');
    this.lock = join(this.temp, 'lock');
    this.lockHolder = join(this.temp, 'lock-holder');
  }

  collection(id: string): string {
    return this.#inside(this.root, checked(id));
  }

  /** `{collection}/.meta.json` */
  settings(collection: string): string {
    return this.#inside(this.collection(collection), SETTINGS_FILE);
  }

  /** `{collection}/{id}.json` */
  object(collection: string, id: string): string {
    return this.objectsOf(collection)(id);
  }

  /** `{collection}/.{id}.json.icloud` */
  placeholder(collection: string, id: string): string {
    const name = `${PLACEHOLDER.start}${checked(id)}.json${PLACEHOLDER.end}`;
    return this.#inside(this.collection(collection), name);
  }

  /** As `object` for many ids of one collection: the folder is checked once. */
  objectsOf(collection: string): (id: string) => string {
    const folder = this.collection(collection) + sep;
    // A valid id has no separator and no dot, so what is appended is one name in that folder.
    return (id) => `${folder}${checked(id)}.json`;
  }

  /** A file of any name in a collection, in `.schemas` or in `.system`, or beside `set.json` of a change set. */
  named(place: string, name: string): string {
    const set = setOfPlace(place);
    if (set !== undefined) return this.#inside(this.changeSet(set), name);
    const top = place === SCHEMA_FOLDER ? this.schemas : place === SYSTEM_FOLDER ? this.system : undefined;
    return this.#inside(top ?? this.collection(place), name);
  }

  /** `{collection}/{id}/`, the object's files. */
  files(collection: string, id: string): string {
    return this.#inside(this.collection(collection), checked(id));
  }

  /** `.schemas/{id}.json` */
  schema(id: string): string {
    return this.#inside(this.schemas, `${checked(id)}.json`);
  }

  /** `.changes/{set}/` */
  changeSet(set: string): string {
    return this.#inside(this.changes, checked(set));
  }

  /** `.changes/{set}/{collection}/{id}.json` */
  changeOf(set: string, collection: string, id: string): string {
    return this.#inside(this.changesIn(set, collection), `${checked(id)}.json`);
  }

  /** `.changes/{set}/{collection}/` */
  changesIn(set: string, collection: string): string {
    return this.#inside(this.changeSet(set), checked(collection));
  }

  /** `.system/{name}.json` */
  record(name: string): string {
    return this.#inside(this.system, `${checked(name)}.json`);
  }

  /** `.system/trash/{entry}/` */
  trashEntry(entry: string): string {
    return this.#inside(this.trash, checked(entry));
  }

  /** Throws `forbidden` when a part of the path below the root is a symbolic link; parts may be missing. */
  guard(path: string): void {
    const link = this.linkOn(path);
    if (link) throw new PlinthError('forbidden', message('symbolicLink', { path: link }));
  }

  /** The first part of a path below the root that is a symbolic link, relative to the root. */
  linkOn(path: string): string | undefined {
    const below = this.#below(path);
    if (below === '') return undefined;
    for (let end = 0; end < below.length; ) {
      const next = below.indexOf(sep, end + 1);
      end = next < 0 ? below.length : next;
      const current = `${this.root}${sep}${below.slice(0, end)}`;
      const stats = statOf(current);
      if (!stats) return undefined;
      if (stats.isSymbolicLink()) return relative(this.root, current);
    }
    return undefined;
  }

  /** A path relative to the root; the library's way is only needed for paths that are not spelled plainly. */
  #below(path: string): string {
    const plain = path.startsWith(this.root + sep) && !path.includes(`${sep}..`) && !path.includes(sep + sep);
    return plain ? path.slice(this.root.length + 1) : relative(this.root, path);
  }

  #inside(folder: string, name: string): string {
    // The segments were checked; this holds even if a later rule lets a bad one through.
    if (name === '' || name === '.' || name === '..' || /[/\\\0]/.test(name)) {
      throw new PlinthError('forbidden', message('pathOutside'));
    }
    return folder + sep + name;
  }
}

function checked(id: string): string {
  const problem = idProblem(id);
  if (problem) throw invalid(message('idProblem', { problem }));
  return id;
}
