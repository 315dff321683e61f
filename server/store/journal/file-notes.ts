/** Notes of changes of files under way: `.system/journal/{machine}-{pid}-{chance}.json`. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { filePathProblem } from '../../contract/file-names.js';
import { isLegalId } from '../../contract/names.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/values.js';
import type { DurableFiles } from '../disk/durable.js';
import { parseObject, readBytes, serialise } from '../disk/json-file.js';
import type { Layout } from '../disk/layout.js';
import type { Log } from '../disk/log.js';
import { stampAt, statOf } from '../disk/stamp.js';
import { isAbandoned, isOfThisDisk } from '../host/machine.js';
import type { NotedPath } from '../types/files.js';
import type { FileNote, FileNotes } from '../types/journal.js';
import { JOURNAL_FOLDER, journalName, ownerOf } from './record.js';
import { journalNames } from './recovery.js';

export interface FileNoteParts {
  layout: Layout;
  durable: DurableFiles;
  machine: string;
  /** Whether no other process had the folder when it was opened. */
  exclusive: boolean;
  log: Log;
}

export class JournalNotes implements FileNotes {
  readonly #parts: FileNoteParts;
  readonly #folder: string;

  constructor(parts: FileNoteParts) {
    this.#parts = parts;
    this.#folder = join(parts.layout.system, JOURNAL_FOLDER);
  }

  freshName(): string {
    return `${journalName(this.#parts.machine, process.pid, randomBytes(6).toString('hex'))}.json`;
  }

  async write(name: string, note: FileNote): Promise<void> {
    const { durable, machine } = this.#parts;
    await durable.makeFolder(this.#folder);
    const writer = { machine, pid: process.pid, folder: statOf(this.#folder)?.ino };
    const options = { mode: 0o600 };
    await durable.replace(join(this.#folder, name), serialise({ ...writer, ...note }), options);
  }

  async end(name: string): Promise<void> {
    await this.#parts.durable.remove(join(this.#folder, name));
  }

  async left(): Promise<{ name: string; note: FileNote }[]> {
    const { layout, machine, exclusive, log } = this.#parts;
    const found: { name: string; note: FileNote }[] = [];
    for (const name of exclusive ? await journalNames(layout) : []) {
      const path = join(this.#folder, name);
      const owner = ownerOf(name);
      const stamp = stampAt(path);
      if (!owner || !stamp) continue;
      const read = readNote(path);
      if (!read) {
        log('warn', `The note ${name} in the journal is not recognized and is left as it is`);
        continue;
      }
      const writer = { ...owner, folder: read.folder };
      const own = owner.machine === machine || isOfThisDisk(writer, this.#folder);
      if (!isAbandoned(writer, { at: stamp.mtimeMs, path: this.#folder, here: machine })) continue;
      // Inodes mean nothing on another disk.
      const paths = own ? read.note.paths : read.note.paths.map(({ path, whole }) => ({ path, whole }));
      found.push({ name, note: { ...read.note, paths } });
    }
    return found;
  }
}

function readNote(path: string): { note: FileNote; folder: number | undefined } | undefined {
  try {
    const file = readBytes(path);
    const value: JsonObject = file ? parseObject(file.bytes) : {};
    const { collection, id, paths, entries, given = [], sets, folder } = value;
    if (typeof collection !== 'string' || typeof id !== 'string') return undefined;
    if (!isLegalId(collection) || !isLegalId(id) || !Array.isArray(paths)) return undefined;
    const noted = paths.map(asPath).filter((one) => one !== undefined);
    const [made, emptied] = [asIds(entries), asIds(given)];
    const through = sets === undefined ? undefined : asIds(sets);
    if (noted.length !== paths.length || !made || !emptied) return undefined;
    if (sets !== undefined && !through) return undefined;
    const note = {
      ...{ collection, id, paths: noted, entries: made, given: emptied },
      ...(through && { sets: through }),
    };
    return { note, folder: typeof folder === 'number' ? folder : undefined };
  } catch {
    return undefined;
  }
}

function asIds(value: JsonValue | undefined): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const ids = value.filter((one) => typeof one === 'string').filter(isLegalId);
  return ids.length === value.length ? ids : undefined;
}

function asPath(value: JsonValue): NotedPath | undefined {
  if (!isJsonObject(value) || typeof value.path !== 'string' || filePathProblem(value.path)) return undefined;
  const { path, ours, whole } = value;
  return { path, ...(typeof ours === 'number' && { ours }), ...(whole === true && { whole }) };
}
