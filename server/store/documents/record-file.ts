/** One record on disk, as lowdb's adapter sees it: the durable write, the previous copy as `.bak`, stamps. */
import { basename, dirname, join } from 'node:path';
import type { Adapter } from 'lowdb';
import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/values.js';
import { PlinthError } from '../../errors.js';
import type { DurableFiles } from '../disk/durable.js';
import { objectIn, parseObject, readBytes, serialise } from '../disk/json-file.js';
import type { Log } from '../disk/log.js';
import { sameStamp, stampAt } from '../disk/stamp.js';
import type { ReadFile } from '../types/documents.js';
import type { Stamp } from '../types/stamp.js';

/** Records hold hashes and settings; other users of the machine need not read them. */
const MODE = 0o600;

export class RecordFile<T extends object> implements Adapter<T> {
  readonly #path: string;
  readonly #initial: T;
  readonly #durable: DurableFiles;
  readonly #log: Log;
  /** The file the value in memory came from. */
  #stamp: Stamp | undefined;

  constructor(options: { path: string; initial: T; durable: DurableFiles; log: Log }) {
    this.#path = options.path;
    this.#initial = options.initial;
    this.#durable = options.durable;
    this.#log = options.log;
  }

  /** Whether the file is not the one last read or written. */
  hasChanged(): boolean {
    return !sameStamp(stampAt(this.#path), this.#stamp);
  }

  async read(): Promise<T> {
    return this.readNow();
  }

  /** The current record; the previous copy when it is broken, the initial value when there is none. */
  readNow(): T {
    this.#stamp = stampAt(this.#path);
    const current = this.#parse(this.#path);
    if (current !== 'broken') return current ?? structuredClone(this.#initial);
    const previous = this.#parse(`${this.#path}.bak`);
    const name = basename(this.#path);
    if (previous === 'broken' || previous === undefined) {
      this.#log('error', `${name} is damaged and there is no valid copy; starting from its defaults`);
      return structuredClone(this.#initial);
    }
    this.#log('warn', `${name} is damaged; the previous copy is used`);
    return previous;
  }

  /** Replaces the file read last; throws `stale` when it has changed. */
  async write(value: T): Promise<void> {
    await this.#durable.makeFolder(dirname(this.#path));
    const previous = await this.#keepPrevious();
    const bytes = serialise(value, previous ? [previous] : []);
    const expect = this.#stamp ?? 'absent';
    this.#stamp = await this.#durable.replace(this.#path, bytes, { expect, mode: MODE });
  }

  /** A valid file becomes the `.bak` and is returned; a broken one is kept under another name. */
  async #keepPrevious(): Promise<ReadFile | undefined> {
    const file = this.#stamp && readBytes(this.#path);
    if (!file) return undefined;
    const broken = this.#parse(this.#path) === 'broken';
    const aside = join(dirname(this.#path), `${basename(this.#path)}.damaged`);
    await this.#durable.replace(broken ? aside : `${this.#path}.bak`, file.bytes, { mode: MODE });
    const document = broken ? undefined : objectIn(file.bytes);
    return document && { bytes: file.bytes, document };
  }

  #parse(path: string): T | 'broken' | undefined {
    try {
      const file = readBytes(path);
      return file && this.#shaped(parseObject(file.bytes));
    } catch (error) {
      if (error instanceof PlinthError && error.kind === 'damaged') return 'broken';
      throw error;
    }
  }

  /** Missing keys come from the initial value; one of another JSON type makes the record broken. */
  #shaped(found: JsonObject): T | 'broken' {
    for (const [key, initial] of Object.entries(this.#initial)) {
      const value = found[key];
      if (value !== undefined && initial !== null && typeName(value) !== typeName(initial)) return 'broken';
    }
    return { ...structuredClone(this.#initial), ...found };
  }
}

function typeName(value: JsonValue): string {
  if (Array.isArray(value)) return 'list';
  return isJsonObject(value) ? 'object' : typeof value;
}
