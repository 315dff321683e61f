/**
 * Unsaved changes, `{state}/drafts/{folder}/{user}/{form}.json`: a file for each form, in the state directory of this
 * machine. They are found again after the data folder was renamed. The folder is named as it was when they
 * were called drafts: what an older version has left is found.
 */
import { createHash } from 'node:crypto';
import { lstatSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { message } from '../../contract/messages/message.js';
import { FORM_ID } from '../../contract/unsaved.js';
import type { JsonObject } from '../../contract/values.js';
import { invalid, PlinthError } from '../../errors.js';
import type { DurableFiles } from '../disk/durable.js';
import { isAbsent } from '../disk/fs-errors.js';
import { parseObject, readBytes, serialise } from '../disk/json-file.js';
import { idOfFile } from '../disk/layout.js';
import type { Log } from '../disk/log.js';
import { namesIn } from '../disk/names-in.js';
import type { KeptUnsaved, UnsavedStore } from '../types/features.js';

/** They are private. */
const MODE = 0o600;

/** Says which data folder the files beside it belong to. */
const OWNER = 'folder.json';

const short = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** Device and inode of a folder; undefined where there is none. */
function markOf(folder: string): string | undefined {
  try {
    const stats = lstatSync(folder, { bigint: true });
    return stats.isDirectory() ? `${stats.dev}:${stats.ino}` : undefined;
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

/** A JSON object; undefined when there is none that can be read. */
function readObject(path: string): JsonObject | undefined {
  try {
    const file = readBytes(path);
    return file && parseObject(file.bytes);
  } catch (error) {
    if (error instanceof PlinthError && error.kind === 'damaged') return undefined;
    throw error;
  }
}

export interface UnsavedFileParts {
  state: string;
  /** Real path of the data folder. */
  root: string;
  /** Writes below the state directory. */
  durable: DurableFiles;
  log: Log;
}

export class UnsavedFiles implements UnsavedStore {
  readonly #parts: UnsavedFileParts;
  readonly #all: string;
  readonly #folder: string;
  #ready: Promise<void> | undefined;

  constructor(parts: UnsavedFileParts) {
    this.#parts = parts;
    this.#all = join(parts.state, 'drafts');
    this.#folder = join(this.#all, short(parts.root));
  }

  async users(): Promise<string[]> {
    await this.#prepare();
    return (await namesIn(this.#folder)).filter((name) => /^[0-9a-f]{16}$/.test(name));
  }

  keyOf(user: string): string {
    return short(user);
  }

  async all(user: string): Promise<KeptUnsaved[]> {
    await this.#prepare();
    const ids = (await namesIn(this.#pathOf(user))).map(idOfFile).filter((id) => id !== undefined);
    return ids.flatMap((id) => {
      const unsaved = FORM_ID.test(id) ? readObject(this.#fileOf(user, id)) : undefined;
      return unsaved ? [{ id, unsaved }] : [];
    });
  }

  read(user: string, id: string): JsonObject | undefined {
    return readObject(this.#fileOf(user, id));
  }

  async write(user: string, id: string, unsaved: object): Promise<number> {
    await this.#prepare();
    const { durable, root } = this.#parts;
    await durable.makeFolder(this.#pathOf(user));
    const owner = join(this.#folder, OWNER);
    const mark = markOf(root);
    if (readObject(owner)?.mark !== mark) {
      await durable.replace(owner, serialise({ path: root, mark }), { mode: MODE });
    }
    const bytes = serialise(unsaved);
    await durable.replace(this.#fileOf(user, id), bytes, { mode: MODE });
    return bytes.length;
  }

  remove(user: string, id: string): Promise<void> {
    return this.#parts.durable.remove(this.#fileOf(user, id));
  }

  #prepare(): Promise<void> {
    this.#ready ??= this.#adopt().catch((error: unknown) => {
      this.#parts.log(
        'warn',
        'Unsaved changes of the folder at its former path could not be looked for',
        error,
      );
    });
    return this.#ready;
  }

  /** Takes over what were kept for this folder when it was at another path. */
  async #adopt(): Promise<void> {
    const { root } = this.#parts;
    const mark = markOf(root);
    if (mark === undefined || readObject(join(this.#folder, OWNER))) return;
    for (const name of await namesIn(this.#all)) {
      const owner = readObject(join(this.#all, name, OWNER));
      if (owner?.mark !== mark || typeof owner.path !== 'string' || markOf(owner.path) === mark) continue;
      renameSync(join(this.#all, name), this.#folder);
      return;
    }
  }

  #pathOf(user: string): string {
    return join(this.#folder, user);
  }

  #fileOf(user: string, id: string): string {
    if (!FORM_ID.test(id)) throw invalid(message('formIdInvalid', { id: id.slice(0, 100) }));
    return join(this.#pathOf(user), `${id}.json`);
  }
}
