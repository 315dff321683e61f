/** What commands write, as lines: the last ones are kept. */
import { stripVTControlCharacters } from 'node:util';
import type { KeptLines } from '../contract/sites.js';

const MAX_LINES = 5_000;
const MAX_LINE_LENGTH = 2_000;
const MAX_LENGTH = 512 * 1024;

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

export class CommandLog {
  #lines: string[] = [];
  #length = 0;
  #dropped = 0;
  /** A line without its end. */
  #begun = '';
  #wake = () => {};
  #change = new Promise<void>((resolve) => {
    this.#wake = resolve;
  });

  /** Adds a piece of text, which may begin and end within a line. */
  write(text: string): void {
    const parts = (this.#begun + text).split('\n');
    this.#begun = (parts.pop() ?? '').slice(-MAX_LINE_LENGTH);
    for (const line of parts) this.#add(line);
    this.changed();
  }

  /** Ends the line that was begun, and adds whole ones. */
  say(...lines: readonly string[]): void {
    this.flush();
    for (const line of lines) this.#add(line);
    this.changed();
  }

  flush(): void {
    const begun = this.#begun;
    this.#begun = '';
    if (begun !== '') this.#add(begun);
  }

  /** How many lines there have been. */
  get end(): number {
    return this.#dropped + this.#lines.length;
  }

  /** The lines from one on, and how many of those are not kept any more. */
  from(position: number): { lines: string[]; skipped: number } {
    const start = Math.max(position, this.#dropped);
    return { lines: this.#lines.slice(start - this.#dropped), skipped: start - position };
  }

  kept(): KeptLines {
    return { log: [...this.#lines], dropped: this.#dropped };
  }

  /** Resolves with the next change. */
  get next(): Promise<void> {
    return this.#change;
  }

  /** Tells those who wait. */
  changed(): void {
    const wake = this.#wake;
    this.#change = new Promise((resolve) => {
      this.#wake = resolve;
    });
    wake();
  }

  /** Of a line that was written over, as by progress bars, the last text counts. */
  #add(line: string): void {
    const shown = line.replace(/\r$/, '').split('\r').at(-1) ?? '';
    const plain = stripVTControlCharacters(shown).replace(CONTROL, '').slice(0, MAX_LINE_LENGTH);
    this.#lines.push(plain);
    this.#length += plain.length;
    while (this.#lines.length > MAX_LINES || this.#length > MAX_LENGTH) {
      this.#length -= this.#lines.shift()?.length ?? 0;
      this.#dropped += 1;
    }
  }
}
