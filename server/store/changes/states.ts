/**
 * The states of a collection's objects as a file: a line about the file, then a line for each object, those changed
 * last at the end. It is only replaced as a whole.
 */
import { readFile } from 'node:fs/promises';
import { Yielder } from '../../async/yielder.js';
import { isJsonObject } from '../../contract/values.js';
import type { CollectionStates, ObjectState, StatesFile } from '../types/changes.js';

const FORMAT = 1;
/** Lines are put together to so many bytes, each written by a call. */
const PIECE = 256 * 1024;

/** One line: id, number and time of the last change, and the print. */
type Line = readonly [id: string, seq: number, at: number, print: string | 0];

const lineOf = ({ id, seq, at, print }: ObjectState): string =>
  `${JSON.stringify([id, seq, at, print ?? 0] satisfies Line)}\n`;

function stateOf(text: string): ObjectState {
  const [id, seq, at, print]: Line = JSON.parse(text);
  return { id, seq, at, print: print === 0 ? null : print };
}

/** The bytes of a file; the states are sorted here. */
export async function statesBytes({ states, ...head }: CollectionStates): Promise<Buffer[]> {
  const yielder = new Yielder();
  const pieces: Buffer[] = [];
  let text = `${JSON.stringify({ format: FORMAT, ...head, count: states.length })}\n`;
  for (const state of states.toSorted((a, b) => a.seq - b.seq)) {
    text += lineOf(state);
    if (text.length >= PIECE) {
      pieces.push(Buffer.from(text));
      text = '';
    }
    if (yielder.exhausted) await yielder.yieldToEventLoop();
  }
  pieces.push(Buffer.from(text));
  return pieces;
}

class States implements StatesFile {
  readonly upTo: number;
  readonly floor: number;
  readonly key: string;
  readonly #bytes: Buffer;
  readonly #start: number;

  constructor(bytes: Buffer) {
    const end = bytes.indexOf(0x0a);
    const head: unknown = JSON.parse(bytes.toString('utf8', 0, end));
    if (!isJsonObject(head) || head.format !== FORMAT)
      throw new SyntaxError('The states have another format');
    [this.upTo, this.floor, this.key] = [Number(head.upTo), Number(head.floor), String(head.key)];
    this.#bytes = bytes;
    this.#start = end + 1;
  }

  async all(): Promise<ObjectState[]> {
    const yielder = new Yielder();
    const states: ObjectState[] = [];
    for (let at = this.#start; at < this.#bytes.length; at = this.#endOf(at) + 1) {
      states.push(this.#at(at));
      if (yielder.exhausted) await yielder.yieldToEventLoop();
    }
    return states;
  }

  after(seq: number, limit: number): ObjectState[] {
    const states: ObjectState[] = [];
    for (
      let at = this.#find(seq);
      at < this.#bytes.length && states.length < limit;
      at = this.#endOf(at) + 1
    ) {
      states.push(this.#at(at));
    }
    return states;
  }

  /** Where the first line with a higher number begins. */
  #find(seq: number): number {
    let [low, high] = [this.#start, this.#bytes.length];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      // The line that has this byte.
      const line = Math.max(low, this.#bytes.lastIndexOf(0x0a, middle - 1) + 1);
      if (this.#at(line).seq > seq) high = line;
      else low = this.#endOf(line) + 1;
    }
    return low;
  }

  #endOf(line: number): number {
    return this.#bytes.indexOf(0x0a, line);
  }

  #at(line: number): ObjectState {
    return stateOf(this.#bytes.toString('utf8', line, this.#endOf(line)));
  }
}

/** Throws where the file cannot be read as states. */
export const readStates = async (path: string): Promise<StatesFile> => new States(await readFile(path));
