/** The folder of the log of changes: segments with lines, states of collections, runs of the server. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DurableFiles } from '../disk/durable.js';
import { isAbsent } from '../disk/fs-errors.js';
import type { LogEntry } from '../types/changes.js';
import { folded } from './fold.js';
import { noteRun, readRuns } from './runs.js';
import {
  bytesOf,
  entriesOf,
  lastSeq,
  removeSegment,
  type Segment,
  SegmentWriter,
  segmentsIn,
} from './segments.js';
import { StatesFolder } from './states-folder.js';

/** Bytes of a segment, and of all of them together; older ones are moved into the states of their collections. */
const SEGMENT_BYTES = 4 * 1024 * 1024;
const MAX_BYTES = 12 * 1024 * 1024;
const MAX_SEGMENTS = 64;

export class LogFolder {
  readonly states: StatesFolder;
  /** Number of the last change of earlier runs. */
  readonly last: number;
  /** Whether there were earlier runs. */
  readonly isUsed: boolean;
  readonly #runs: string;
  readonly #wasThere: ReadonlySet<string>;
  /** The last change of each earlier run. */
  readonly #ends: Map<string, number>;
  readonly #segments: Segment[];
  readonly #writer: SegmentWriter;
  #floor: number;

  /** `collections`: which there are, for a log that begins. Throws where the folder cannot be used. */
  constructor(
    folder: string,
    {
      run,
      collections,
      durable,
    }: { run: string; collections: () => readonly string[]; durable: DurableFiles },
  ) {
    this.#wasThere = new Set(begun(folder, collections));
    this.states = new StatesFolder(join(folder, 'states'), durable);
    this.#segments = segmentsIn(folder);
    this.#runs = join(folder, 'runs.ndjson');
    const { ends, floor } = readRuns(this.#runs);
    const newest = this.#segments.at(-1);
    this.last = Math.max(floor, ...ends.values(), newest ? lastSeq(newest) : 0);
    for (const [at, segment] of this.#segments.entries()) {
      ends.set(segment.run, (this.#segments[at + 1]?.first ?? this.last + 1) - 1);
    }
    [this.#ends, this.#floor, this.isUsed] = [ends, floor, ends.size > 0];
    this.#writer = new SegmentWriter(folder, run, (segment) => this.#segments.push(segment));
  }

  /** Changes up to this number may be missing. */
  get floor(): number {
    return this.#floor;
  }

  /** All entries after this number are in segments; undefined where there are none. */
  get start(): number | undefined {
    const [oldest] = this.#segments;
    return oldest && Math.max(this.#floor, oldest.first - 1);
  }

  /** Collections that were there when the log began. */
  get wasThere(): ReadonlySet<string> {
    return this.#wasThere;
  }

  /** The last change of an earlier run. */
  endOf(run: string): number | undefined {
    return this.#ends.get(run);
  }

  /** Makes the segment of this run, by which its cursors are known later. Throws where that is not possible. */
  begin(first: number): void {
    if (!this.#writer.isOpen) this.#writer.begin(first);
  }

  /** Appends lines, the first one with this number. True where old segments are to be moved. */
  append(first: number, lines: string): boolean {
    this.#writer.begin(first);
    this.#writer.append(lines);
    if (this.#writer.bytes < SEGMENT_BYTES) return false;
    this.#writer.close();
    return true;
  }

  close(): void {
    this.#writer.close();
  }

  /** Notes that changes up to a number may be missing. */
  lose(seq: number): void {
    this.#floor = Math.max(this.#floor, seq);
    noteRun(this.#runs, { floor: this.#floor });
  }

  /** The entries of the segments after a number. */
  async after(seq: number): Promise<LogEntry[]> {
    const from = this.#segments.findLastIndex(({ first }) => first <= seq + 1);
    const found: LogEntry[] = [];
    for (const segment of this.#segments.slice(Math.max(0, from))) {
      for (const entry of await this.#read(segment, seq)) found.push(entry);
    }
    return found;
  }

  /** Moves old segments into the states of their collections, while `goesOn`. */
  async fold(goesOn: () => boolean): Promise<void> {
    while (goesOn()) {
      const [oldest, next] = this.#segments;
      if (!oldest || !next) return;
      if (this.#segments.length <= MAX_SEGMENTS && bytesOf(this.#segments) <= MAX_BYTES) return;
      const upTo = next.first - 1;
      const wasThere = (collection: string) => this.#wasThere.has(collection);
      await folded(this.states, await this.#read(oldest, 0), { upTo, wasThere });
      noteRun(this.#runs, { run: oldest.run, to: this.#ends.get(oldest.run) ?? upTo });
      this.#segments.shift();
      removeSegment(oldest);
    }
  }

  async #read(segment: Segment, seq: number): Promise<LogEntry[]> {
    try {
      const { entries, whole } = await entriesOf(segment, seq);
      if (!whole) this.lose((entries[0]?.seq ?? this.#endOf(segment) + 1) - 1);
      return entries;
    } catch (error) {
      if (!isAbsent(error)) throw error;
      // It was moved into the states of its collections meanwhile, or removed by another program.
      if (this.#segments.includes(segment)) this.lose(this.#endOf(segment));
      return [];
    }
  }

  /** The last number a segment can have. */
  #endOf(segment: Segment): number {
    const next = this.#segments[this.#segments.indexOf(segment) + 1];
    return next ? next.first - 1 : lastSeq(segment);
  }
}

/** The collections that were there when the log began; it begins here where it has not yet. */
function begun(folder: string, collections: () => readonly string[]): readonly string[] {
  const path = join(folder, 'begin.json');
  try {
    const { format, collections: known } = JSON.parse(readFileSync(path, 'utf8'));
    if (format === 1 && Array.isArray(known)) return known;
  } catch {
    // Missing or damaged: another log begins.
  }
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'states'), { recursive: true, mode: 0o700 });
  const known = collections();
  writeFileSync(path, JSON.stringify({ format: 1, collections: known }), { mode: 0o600 });
  return known;
}
