/**
 * What an import has done so far, item by item: `.system/journal/{machine}-{pid}-{chance}.import`. A JSON line
 * describes the import, and one each item. The record is removed when the import ends; a remaining one belongs to a
 * running or an interrupted import.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/values.js';
import type { DurableFiles } from '../disk/durable.js';
import { readBytes } from '../disk/json-file.js';
import type { Layout } from '../disk/layout.js';
import { DurableRecords, lineOf, linesOf, parseLine } from '../disk/record-lines.js';
import { stampAt, statOf } from '../disk/stamp.js';
import { isAbandoned } from '../host/machine.js';
import { JOURNAL_FOLDER, journalName, ownerOf } from '../journal/record.js';
import { journalNames } from '../journal/recovery.js';
import type { ImportItem, ImportRecord, ImportRecords, InterruptedImport } from '../types/imports.js';

const RUNNING = '.import';
/** The import was canceled, and its changes are being rolled back. */
const ROLLED_BACK = '.import-back';
const NAME = /^(.+)\.import(-back)?$/;

/** Whether a name in the journal is that of a record of an import. */
export const isImportRecord = (name: string): boolean => ownerOf(NAME.exec(name)?.[1] ?? '') !== undefined;

export interface ImportRecordParts {
  layout: Layout;
  durable: DurableFiles;
  machine: string;
}

export class ImportRecordFiles implements ImportRecords {
  readonly #parts: ImportRecordParts;
  readonly #folder: string;
  /** Records of imports that run in this process, by their names without an ending. */
  readonly #running = new Set<string>();

  constructor(parts: ImportRecordParts) {
    this.#parts = parts;
    this.#folder = join(parts.layout.system, JOURNAL_FOLDER);
  }

  async begin(head: JsonObject): Promise<ImportRecord> {
    const { durable, machine } = this.#parts;
    const name = journalName(machine, process.pid, randomBytes(6).toString('hex'));
    await durable.makeFolder(this.#folder);
    const line = lineOf({ ...head, folder: statOf(this.#folder)?.ino });
    const path = join(this.#folder, name);
    let log: DurableRecords;
    try {
      await durable.replace(path + RUNNING, Buffer.from(line), { mode: 0o600 });
      this.#running.add(name);
      log = new DurableRecords(path + RUNNING);
    } catch (error) {
      // Else an import that has not begun would be reported as interrupted.
      this.#running.delete(name);
      await durable.discard(path + RUNNING);
      throw error;
    }
    const forget = () => void this.#running.delete(name);
    return new OpenRecord({ durable, path, log, forget });
  }

  async left(): Promise<InterruptedImport[]> {
    const found: InterruptedImport[] = [];
    for (const name of await journalNames(this.#parts.layout)) {
      const left = this.#leftIn(name);
      if (left) found.push(left);
    }
    return found;
  }

  async forget(name: string): Promise<void> {
    if (isImportRecord(name)) await this.#parts.durable.remove(join(this.#folder, name));
  }

  /** Removes records of imports interrupted before a time. */
  async sweep(before: Date): Promise<void> {
    for (const { name } of await this.left()) {
      const stamp = stampAt(join(this.#folder, name));
      if (stamp && stamp.mtimeMs < before.getTime()) await this.forget(name);
    }
  }

  /** The record of an abandoned import; undefined for every other file. */
  #leftIn(name: string): InterruptedImport | undefined {
    const [, stem = '', back] = NAME.exec(name) ?? [];
    const owner = ownerOf(stem);
    const path = join(this.#folder, name);
    const stamp = stampAt(path);
    if (!owner || !stamp || this.#running.has(stem)) return undefined;
    const read = readRecord(path);
    if (!read) return undefined;
    const { folder } = read.head;
    const writer = { ...owner, folder: typeof folder === 'number' ? folder : undefined };
    const seen = { at: stamp.mtimeMs, path: this.#folder, here: this.#parts.machine };
    return isAbandoned(writer, seen) ? { name, ...read, rolledBack: back !== undefined } : undefined;
  }
}

/** The lines of a record; an incomplete last line is skipped. */
function readRecord(path: string): Pick<InterruptedImport, 'head' | 'items'> | undefined {
  const bytes = readBytes(path)?.bytes ?? Buffer.alloc(0);
  const [head, ...others] = [...linesOf(bytes)].map(({ text }) => parseLine(text));
  return isJsonObject(head) ? { head, items: others.flatMap(itemOf) } : undefined;
}

function itemOf(value: JsonValue | undefined): ImportItem[] {
  const [item, mark] = Array.isArray(value) ? value : [];
  if (typeof item !== 'string') return [];
  return [typeof mark === 'string' ? [item, mark] : [item]];
}

class OpenRecord implements ImportRecord {
  readonly #durable: DurableFiles;
  /** Without its ending. */
  readonly #path: string;
  readonly #forget: () => void;
  readonly #log: DurableRecords;
  #ending = RUNNING;

  constructor(parts: { durable: DurableFiles; path: string; log: DurableRecords; forget: () => void }) {
    this.#durable = parts.durable;
    this.#path = parts.path;
    this.#log = parts.log;
    this.#forget = parts.forget;
  }

  add(item: ImportItem): Promise<void> {
    return this.#log.add(item);
  }

  async startRollback(): Promise<void> {
    await this.#close();
    await this.#durable.move(this.#path + RUNNING, this.#path + ROLLED_BACK);
    this.#ending = ROLLED_BACK;
  }

  async end(): Promise<void> {
    await this.#close();
    await this.#durable.remove(this.#path + this.#ending);
  }

  async #close(): Promise<void> {
    this.#forget();
    await this.#log.close();
  }
}
