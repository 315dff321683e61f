/** Lines appended to a file, durably: lines that come while others are written go to the disk together. */
import { close, fdatasync, open, write } from 'node:fs';
import { promisify } from 'node:util';
import { asStoreError } from './fs-errors.js';

const openFile = promisify(open);
const writeFile = promisify(write);
const syncFile = promisify(fdatasync);
const closeFile = promisify(close);

export class AppendLog {
  #descriptor: number | undefined;
  /** Lines that wait for the disk, and the write that will take them. */
  #lines: string[] = [];
  #next: Promise<void> | undefined;
  #current: Promise<void> = Promise.resolve();

  private constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  /** Opens a file, which is made when it is missing. */
  static async open(path: string): Promise<AppendLog> {
    return new AppendLog(await openFile(path, 'a', 0o600));
  }

  /** Appends a value as a line of JSON. Resolves when it is durable. Throws `full`, `readOnly`. */
  add(value: unknown): Promise<void> {
    this.#lines.push(`${JSON.stringify(value)}\n`);
    this.#next ??= this.#afterCurrent();
    return this.#next;
  }

  async #afterCurrent(): Promise<void> {
    await this.#current.catch(() => undefined);
    const bytes = Buffer.from(this.#lines.splice(0).join(''));
    const writing = this.#write(bytes);
    this.#current = writing;
    this.#next = undefined;
    await writing;
  }

  async #write(bytes: Buffer): Promise<void> {
    const descriptor = this.#descriptor;
    if (descriptor === undefined) return;
    try {
      for (let written = 0; written < bytes.length; ) {
        const { bytesWritten } = await writeFile(descriptor, bytes, written, bytes.length - written, null);
        written += bytesWritten;
      }
      await syncFile(descriptor);
    } catch (error) {
      throw asStoreError(error);
    }
  }

  /** Closes it once what is being written is on the disk. */
  async close(): Promise<void> {
    const descriptor = this.#descriptor;
    this.#descriptor = undefined;
    await this.#current.catch(() => undefined);
    if (descriptor !== undefined) await closeFile(descriptor);
  }
}
