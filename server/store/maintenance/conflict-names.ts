/** The names sync tools give to the second version of a file when two machines have changed it. */
import { isLegalId } from '../../contract/names.js';

/** How a tool names the second version of a file. */
interface Mark {
  /** Absent where several tools use the same form. */
  tool?: string;
  /** What it puts between the name and `.json`. */
  mark: RegExp;
  /** A name like this is a copy even where the first version is gone; others could be given by people. */
  sure: boolean;
}

const MARKS: readonly Mark[] = [
  // name.sync-conflict-20261122-061000-ABCDEFG
  { tool: 'Syncthing', mark: /\.sync-conflict-\d{8}-\d{6}(?:-[A-Z0-9]+)?$/, sure: true },
  // name (SFConflict ada 2026-11-22)
  { tool: 'Seafile', mark: / ?\(SFConflict [^()]*\)$/, sure: true },
  // name (conflicted copy 2026-11-22 061000)
  { tool: 'Nextcloud', mark: / ?\(conflicted copy \d{4}-\d{2}-\d{2} \d{6}\)$/, sure: true },
  // Dropbox, Box: name (Ada's conflicted copy 2026-11-22)
  { mark: / ?\([^()]*(?:conflict|conflit|konflikt)[^()]*\)$/i, sure: true },
  // pCloud, Google Drive: name [conflicted], name [Conflict]
  { mark: / ?\[[^[\]]*conflict[^[\]]*\]$/i, sure: true },
  // Google Drive, OneDrive: name (1), name_conf(1)
  { mark: /(?: ?|_conf)\(\d{1,3}\)$/, sure: false },
  // name 2
  { tool: 'iCloud', mark: / \d{1,2}$/, sure: false },
  // name_conflict-20261122-061000
  { tool: 'ownCloud', mark: /_conflict-\d{8}-\d{6}$/, sure: true },
  // name_nas_Nov-22-061000-2026_Conflict
  { tool: 'Synology', mark: /_[^_]+_[^_]+_Conflict(?:_\d+)?$/, sure: true },
  // name.Conflict
  { tool: 'Resilio', mark: /\.conflict(?:[.-]\d+)?$/i, sure: true },
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
  for (const { mark } of MARKS) if (mark.test(id)) yield id.replace(mark, '');
  yield* beforeHyphens(id);
}

/** Plinth itself appends digits and letters in lower case to names of files that are taken. */
const COMPUTER_OF_FILE = /^(?=.*[A-Z])[A-Z0-9][A-Za-z0-9-]{0,62}$/;

/** Names whose file a file may be a second version of, the likeliest first. */
function* candidates(stem: string, computer: RegExp): Generator<string> {
  for (const { mark } of MARKS) {
    const first = stem.replace(mark, '');
    if (first !== stem) yield first;
  }
  // The same name, spelled with other code points or in other case, of which only one machine makes a difference.
  yield stem.normalize('NFC');
  yield stem.normalize('NFC').toLowerCase();
  for (const first of beforeHyphens(stem)) if (computer.test(stem.slice(first.length + 1))) yield first;
}

/** The program that names its copies like this, where only one does. `name`: of a file, with its extension. */
export function toolOf(name: string): string | undefined {
  const stem = name.slice(0, Math.max(name.lastIndexOf('.'), 0));
  return MARKS.find(({ mark }) => mark.test(stem))?.tool;
}

/** The first part of a name that only a sync tool gives; undefined for other names. */
function withoutSureMark(stem: string): string | undefined {
  const found = MARKS.find(({ mark, sure }) => sure && mark.test(stem));
  return found && stem.replace(found.mark, '');
}

/**
 * The file that a file is a conflict copy of, by its name; undefined for other names, and where that file does not
 * exist although people could have given the name. `isThere` is called with names in the same folder.
 */
export function originalOf(name: string, isThere: (name: string) => boolean): string | undefined {
  if (!name.endsWith(JSON_END)) return undefined;
  const stem = name.slice(0, -JSON_END.length);
  for (const first of candidates(stem, COMPUTER)) {
    // Names no object can have count where both spell the same text.
    const twins = first !== stem && first === stem.normalize('NFC');
    if (first === stem || !(isOurs(first) || twins)) continue;
    if (isThere(first + JSON_END)) return first + JSON_END;
  }
  const gone = withoutSureMark(stem);
  return gone !== undefined && isOurs(gone) ? gone + JSON_END : undefined;
}

/** Names of the uploaded files that one may be a conflict copy of, by its name alone, the likeliest first. */
export function* originalFiles(name: string): Generator<string> {
  const dot = name.lastIndexOf('.');
  for (const end of dot > 0 ? [dot, name.length] : [name.length]) {
    for (const first of candidates(name.slice(0, end), COMPUTER_OF_FILE)) {
      const original = first + name.slice(end);
      if (first !== '' && original !== name) yield original;
    }
  }
}

/** Whether a file can be a second version: JSON, with a name that nothing of ours has. */
export function isForeignName(name: string): boolean {
  if (!name.endsWith(JSON_END)) return false;
  const stem = name.slice(0, -JSON_END.length);
  if (stem.startsWith('.')) return stem.startsWith('.meta') && stem !== '.meta';
  return !isLegalId(stem);
}
