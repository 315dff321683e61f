/** The names sync tools give to the second version of a file when two machines have changed it. */
import { isLegalId } from '../../contract/names.js';

/** What each puts between the name and `.json`. */
const MARKS: readonly RegExp[] = [
  // Syncthing: name.sync-conflict-20261122-061000-ABCDEFG
  /\.sync-conflict-\d{8}-\d{6}(?:-[A-Z0-9]+)?$/,
  // Dropbox, Nextcloud, Box, Seafile: name (Ada's conflicted copy 2026-11-22), name (SFConflict ada 2026-11-22)
  / ?\([^()]*(?:conflict|conflit|konflikt)[^()]*\)$/i,
  // pCloud, Google Drive: name [conflicted], name [Conflict]
  / ?\[[^[\]]*conflict[^[\]]*\]$/i,
  // Google Drive, OneDrive: name (1), name_conf(1)
  /(?: ?|_conf)\(\d{1,3}\)$/,
  // iCloud: name 2
  / \d{1,2}$/,
  // ownCloud: name_conflict-20261122-061000
  /_conflict-\d{8}-\d{6}$/,
  // Synology: name_nas_Nov-22-061000-2026_Conflict
  /_[^_]+_[^_]+_Conflict(?:_\d+)?$/,
  // Resilio: name.Conflict
  /\.conflict(?:[.-]\d+)?$/i,
];

const JSON_END = '.json';

/** A name an object, a schema, a record or the settings of a collection can have. */
const isOurs = (stem: string): boolean => isLegalId(stem) || stem === '.meta';

/** What OneDrive appends: the name of a computer, which may hold hyphens itself. One in lower case is part of an id. */
const COMPUTER = /^[A-Z0-9][A-Za-z0-9-]{0,62}$/;

/** Every start of a name that something with a hyphen before it follows, the longest first. */
function* beforeHyphens(stem: string): Generator<string> {
  for (let at = stem.lastIndexOf('-'); at > 0; at = stem.lastIndexOf('-', at - 1)) yield stem.slice(0, at);
}

/** Ids of the files that a file under a valid id can be a conflict copy of, by its name alone. */
export function* originalIds(id: string): Generator<string> {
  for (const mark of MARKS) if (mark.test(id)) yield id.replace(mark, '');
  yield* beforeHyphens(id);
}

/** Names whose file a file may be a second version of, the likeliest first. */
function* candidates(stem: string): Generator<string> {
  for (const mark of MARKS) {
    const first = stem.replace(mark, '');
    if (first !== stem) yield first;
  }
  // The same name, spelled with other code points or in other case, of which only one machine makes a difference.
  yield stem.normalize('NFC');
  yield stem.normalize('NFC').toLowerCase();
  for (const first of beforeHyphens(stem)) if (COMPUTER.test(stem.slice(first.length + 1))) yield first;
}

/**
 * The file that a file is a conflict copy of, by its name; undefined for other names, or where that file does not
 * exist. `isThere` is called with names in the same folder.
 */
export function originalOf(name: string, isThere: (name: string) => boolean): string | undefined {
  if (!name.endsWith(JSON_END)) return undefined;
  const stem = name.slice(0, -JSON_END.length);
  for (const first of candidates(stem)) {
    // Names no object can have count where both spell the same text.
    const twins = first !== stem && first === stem.normalize('NFC');
    if (first === stem || !(isOurs(first) || twins)) continue;
    if (isThere(first + JSON_END)) return first + JSON_END;
  }
  return undefined;
}

/** Whether a file can be a second version: JSON, with a name that nothing of ours has. */
export function isForeignName(name: string): boolean {
  if (!name.endsWith(JSON_END)) return false;
  const stem = name.slice(0, -JSON_END.length);
  if (stem.startsWith('.')) return stem.startsWith('.meta') && stem !== '.meta';
  return !isLegalId(stem);
}
