/**
 * The format of the folder, `.system/format.json` (spec/storage.md#format): which versions of Plinth can read it and
 * write to it. Another program, such as a sync tool, can change it at any time.
 */
import { closeSync, fsyncSync, linkSync, readFileSync, renameSync } from 'node:fs';
import { type Message, message } from '../../contract/messages/message.js';
import { isJsonObject } from '../../contract/values.js';
import { conflict, PlinthError } from '../../errors.js';
import type { Stamp } from '../types/stamp.js';
import { discardNow, writeNow } from './file-operations.js';
import { codeOf, NO_LINKS } from './fs-errors.js';
import type { Log } from './log.js';
import { sameStamp, stampOf, statOf } from './stamp.js';

/** The format that this version writes. */
const FORMAT = 1;

/** What this version writes into a folder without a format file. */
const CONTENT = Buffer.from('{"format":1,"minReader":1,"minWriter":1}\n');

/** Max age of a check that a write relies on, in ms. */
const MAX_AGE_MS = 10;
/** How often it is checked without writes, in ms. */
const POLL_MS = 1_000;
/** A larger file is not a format file. */
const MAX_BYTES = 64 * 1024;

/** Why the folder cannot be written, or not even read. */
export interface FormatProblem {
  readonly canRead: boolean;
  readonly reason: Message;
}

const DAMAGED: FormatProblem = {
  canRead: true,
  reason: message('formatDamaged'),
};
const READ_ONLY: FormatProblem = {
  canRead: true,
  reason: message('formatNewerReadOnly'),
};
const CLOSED: FormatProblem = {
  canRead: false,
  reason: message('formatNewer'),
};

const isVersion = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 1;

function problemIn(bytes: Buffer): FormatProblem | undefined {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString());
  } catch {
    return DAMAGED;
  }
  if (!isJsonObject(value)) return DAMAGED;
  const { format, minReader, minWriter } = value;
  if (!isVersion(format) || !isVersion(minReader) || !isVersion(minWriter)) return DAMAGED;
  if (minReader > FORMAT) return CLOSED;
  return minWriter > FORMAT ? READ_ONLY : undefined;
}

/** Durable before it has its name: a torn file would make the folder read-only. A file that appears meanwhile stays. */
function writeNewFile(temporary: string, path: string): void {
  const descriptor = writeNow(temporary, CONTENT, 0o666);
  try {
    fsyncSync(descriptor);
    linkSync(temporary, path);
  } catch (error) {
    const code = codeOf(error) ?? '';
    if (code !== 'EEXIST' && !NO_LINKS.has(code)) throw error;
    if (!statOf(path)) renameSync(temporary, path);
  } finally {
    closeSync(descriptor);
    discardNow(temporary);
  }
}

export class FolderFormat {
  readonly #path: string;
  readonly #changed: (problem: FormatProblem | undefined) => void;
  readonly #timer: NodeJS.Timeout;
  #stamp: Stamp | undefined;
  #problem: FormatProblem | undefined;
  #checkedAt = 0;

  /** Throws `conflict` when this version cannot read the folder. `changed` is called when that changes later. */
  constructor(path: string, changed: (problem: FormatProblem | undefined) => void) {
    this.#path = path;
    this.#changed = changed;
    this.#look();
    if (this.#problem?.canRead === false) throw conflict(this.#problem.reason);
    this.#timer = setInterval(() => this.#look(), POLL_MS).unref();
  }

  /** What is wrong, by a check that may be a second old. */
  get problem(): FormatProblem | undefined {
    return this.#problem;
  }

  /** Throws `readOnly` when this version must not write to the folder. */
  checkWritable(): void {
    if (performance.now() - this.#checkedAt >= MAX_AGE_MS) this.#look();
    if (this.#problem) throw new PlinthError('readOnly', this.#problem.reason);
  }

  /** Throws `gone` when this version cannot read the folder any more. */
  checkReadable(): void {
    if (this.#problem?.canRead === false) throw new PlinthError('gone', this.#problem.reason);
  }

  /** Writes the file where there is none, by way of a file at `temporary`. A failure is logged: the next process tries again. */
  writeIfMissing(temporary: string, log: Log): void {
    if (statOf(this.#path)) return;
    try {
      writeNewFile(temporary, this.#path);
    } catch (error) {
      log('warn', 'The file .system/format.json could not be written', error);
    }
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    this.#checkedAt = performance.now();
    const before = this.#problem;
    this.#problem = this.#read();
    if (before !== this.#problem && this.#timer !== undefined) this.#changed(this.#problem);
  }

  #read(): FormatProblem | undefined {
    try {
      const stats = statOf(this.#path);
      const stamp = stats && stampOf(stats);
      if (stamp && sameStamp(stamp, this.#stamp)) return this.#problem;
      this.#stamp = stamp;
      if (!stats) return undefined;
      if (!stats.isFile() || stats.size > MAX_BYTES) return DAMAGED;
      return problemIn(readFileSync(this.#path));
    } catch {
      // It is being replaced, or cannot be read: nothing is written until that is clear.
      this.#stamp = undefined;
      return DAMAGED;
    }
  }
}
