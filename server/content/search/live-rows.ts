/** Which rows of an index are live at a time: two numbers for each row. */
import type { ObjectState } from '../../contract/objects.js';
import type { Row } from '../../store/types/catalogue.js';
import { changesAt, isLiveAt, type Span, stateAt } from './live-rule.js';
import { RowColumn } from './row-column.js';

/** The time since which nothing has changed by the clock, and the next time at which something will. */
interface Between {
  readonly last: number;
  readonly next: number;
  readonly upTo: number;
}

const NOTHING: Between = { last: Number.NEGATIVE_INFINITY, next: Number.POSITIVE_INFINITY, upTo: 0 };

export class LiveRows extends RowColumn {
  readonly #read: (row: Row) => Span;
  #from = new Float64Array(0);
  #until = new Float64Array(0);
  #between: Between | undefined;
  #flags: { readonly flags: Uint8Array; readonly at: number; readonly upTo: number } | undefined;

  constructor(read: (row: Row) => Span) {
    super();
    this.#read = read;
  }

  /** A flag for every number, 1 where the row is in a state. */
  inState(state: ObjectState, at: number): Uint8Array {
    if (state === 'published') return this.flags(at);
    const flags = new Uint8Array(this.#from.length);
    for (let number = 0; number < this.upTo; number += 1) {
      if (stateAt(this.#span(number), at) === state) flags[number] = 1;
    }
    return flags;
  }

  /** How many of some rows are in each state, and those whose state will change, the next ones first. */
  states(numbers: Iterable<number>, at: number) {
    const counts = { draft: 0, scheduled: 0, published: 0, archived: 0 };
    const [scheduled, ending]: { number: number; next: number }[][] = [[], []];
    for (const number of numbers) {
      const span = this.#span(number);
      const state = stateAt(span, at);
      counts[state] += 1;
      const next = changesAt(span, at);
      if (next !== undefined) (state === 'scheduled' ? scheduled : ending)?.push({ number, next });
    }
    const inOrder = (due: { number: number; next: number }[] = []) =>
      due.sort((a, b) => a.next - b.next).map(({ number }) => number);
    return { counts, scheduled: inOrder(scheduled), ending: inOrder(ending) };
  }

  /** A flag for every number, 1 where the row is live. */
  flags(at: number): Uint8Array {
    const known = this.#flags?.at === at ? this.#flags : { flags: new Uint8Array(0), at, upTo: 0 };
    const { flags, upTo } = known;
    const all = flags.length < this.upTo ? new Uint8Array(this.#from.length) : flags;
    if (all !== flags) all.set(flags);
    for (let number = upTo; number < this.upTo; number += 1) {
      all[number] = (this.#from[number] ?? 0) <= at && at < (this.#until[number] ?? 0) ? 1 : 0;
    }
    this.#flags = { flags: all, at, upTo: this.upTo };
    return all;
  }

  /** The times around `at` when rows become live or cease to be; infinite where there is none. */
  around(at: number): Between {
    const known = this.#between;
    const holds = known !== undefined && known.last <= at && at < known.next;
    if (holds && known.upTo === this.upTo) return known;
    let { last, next, upTo } = holds ? known : NOTHING;
    for (const bounds of [this.#from, this.#until]) {
      for (let number = upTo; number < this.upTo; number += 1) {
        const bound = bounds[number] ?? 0;
        if (bound <= at && bound > last) last = bound;
        else if (bound > at && bound < next) next = bound;
      }
    }
    upTo = this.upTo;
    this.#between = { last, next, upTo };
    return this.#between;
  }

  /** The numbers of rows that are live at one of two times only, with the last change between the times. */
  differing(one: number, other: number): { number: number; at: number }[] {
    const [earlier, later] = [Math.min(one, other), Math.max(one, other)];
    const differing: { number: number; at: number }[] = [];
    for (let number = 0; number < this.upTo; number += 1) {
      const from = this.#from[number] ?? 0;
      const until = this.#until[number] ?? 0;
      if (isLiveAt({ from, until }, one) === isLiveAt({ from, until }, other)) continue;
      const within = [from, until].filter((bound) => bound > earlier && bound <= later);
      differing.push({ number, at: Math.max(...within) });
    }
    return differing;
  }

  #span(number: number): Span {
    return { from: this.#from[number] ?? 0, until: this.#until[number] ?? 0 };
  }

  protected clear(): void {
    [this.#between, this.#flags] = [undefined, undefined];
  }

  protected override grow(end: number): void {
    if (end <= this.#from.length) return;
    this.#from = longer(this.#from, end);
    this.#until = longer(this.#until, end);
  }

  protected add(row: Row | undefined, number: number): void {
    const span = row && this.#read(row);
    this.#from[number] = span?.from ?? Number.POSITIVE_INFINITY;
    this.#until[number] = span?.until ?? Number.POSITIVE_INFINITY;
  }
}

function longer(numbers: Float64Array<ArrayBuffer>, length: number): Float64Array<ArrayBuffer> {
  const grown = new Float64Array(Math.max(length, Math.ceil(numbers.length * 1.25)));
  grown.set(numbers);
  return grown;
}
