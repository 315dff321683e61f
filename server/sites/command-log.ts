/** What commands write, as lines: the last ones are kept. */
import { setTimeout as pause } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { type Message, message } from '../contract/messages/message.js';
import type { KeptLines } from '../contract/sites.js';
import type { ShellEnd } from '../helpers/shell-command.js';

const MAX_LINES = 5_000;
const MAX_LINE_LENGTH = 2_000;
const MAX_LENGTH = 512 * 1024;

/** Time between two looks at what has come, at the least and at the most, in ms. */
const TOGETHER_MS = 100;
const WAITING_MS = 5_000;

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

  /**
   * The lines from the first that is kept, as they come, and how many before them are not kept; none when something else
   * has changed. Undefined after some quiet seconds. Ends with the last lines before `isEnded`.
   */
  async *follow(isEnded: () => boolean): AsyncGenerator<{ lines: string[]; skipped: number } | undefined> {
    let position = 0;
    for (;;) {
      const next = this.#change;
      const isLast = isEnded();
      const start = Math.max(position, this.#dropped);
      yield { lines: this.#lines.slice(start - this.#dropped), skipped: start - position };
      position = this.#dropped + this.#lines.length;
      if (isLast) return;
      const isLate = await Promise.race([next, pause(WAITING_MS, true, { ref: false })]);
      if (isLate) yield undefined;
      else await pause(TOGETHER_MS);
    }
  }

  kept(): KeptLines {
    return { log: [...this.#lines], dropped: this.#dropped };
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

/** Why a command has failed; undefined when it has not. */
export function endProblem(command: string, end: ShellEnd): Message | undefined {
  if ('problem' in end) return message('siteCommandNotStarted', { command, reason: end.problem });
  if ('signal' in end) return message('siteCommandEnded', { command, signal: end.signal });
  return end.code === 0 ? undefined : message('siteCommandFailed', { command, code: end.code });
}
