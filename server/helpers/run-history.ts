/** A history of runs: records in files, summaries in memory, limited for each thing that runs. */
import { randomBytes } from 'node:crypto';
import type { JsonObject } from '../contract/values.js';
import type { RunFiles } from '../store/types/features.js';

/** A new id that sorts after all earlier ones: microseconds, then random digits. */
export function freshRunId(): string {
  const micros = Math.floor((performance.timeOrigin + performance.now()) * 1000);
  return `${micros.toString(36).padStart(11, '0')}${randomBytes(5).toString('hex')}`;
}

interface RunKind<Stored extends Summary, Summary extends { readonly id: string }> {
  files: RunFiles;
  /** How many runs of one are kept; those that may not be dropped count. */
  kept: number;
  /** What has run, by its id. */
  ofRun(run: Summary): string;
  isStored(value: JsonObject): value is JsonObject & Stored;
  summaryOf(run: Stored): Summary;
  isOpen(run: Summary): boolean;
  /** Whether a run that has ended is still needed. */
  isNeeded?(run: Summary, all: readonly Summary[]): boolean;
}

export class RunHistory<Stored extends Summary, Summary extends { readonly id: string }> {
  readonly #kind: RunKind<Stored, Summary>;
  readonly #files: RunFiles;
  /** Summaries by what has run, oldest first. */
  readonly #runs = new Map<string, Summary[]>();
  #opened: Promise<Summary[]> | undefined;

  constructor(kind: RunKind<Stored, Summary>) {
    this.#kind = kind;
    this.#files = kind.files;
  }

  /** Reads the runs of earlier processes and returns the unfinished ones. */
  open(): Promise<Summary[]> {
    this.#opened ??= this.#read();
    return this.#opened;
  }

  async #read(): Promise<Summary[]> {
    const open: Summary[] = [];
    for (const of of await this.#files.all()) {
      const summaries: Summary[] = [];
      for (const id of (await this.#files.ids(of)).sort()) {
        const run = this.#stored(of, id);
        if (!run) continue;
        const summary = this.#kind.summaryOf(run);
        summaries.push(summary);
        if (this.#kind.isOpen(summary)) open.push(summary);
      }
      this.#runs.set(of, summaries);
    }
    return open.sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** Writes the record of a run durably. */
  async put(run: Stored): Promise<void> {
    const { ofRun, summaryOf } = this.#kind;
    const of = ofRun(run);
    await this.#files.write(of, run.id, run);
    const runs = this.#runs.get(of) ?? [];
    this.#runs.set(of, runs);
    const at = runs.findLastIndex(({ id }) => id === run.id);
    if (at >= 0) runs[at] = summaryOf(run);
    else runs.push(summaryOf(run));
    await this.#prune(of, runs);
  }

  async #prune(of: string, runs: Summary[]): Promise<void> {
    const { kept, isOpen, isNeeded } = this.#kind;
    while (runs.length > kept) {
      const at = runs.findIndex((run) => !isOpen(run) && !isNeeded?.(run, runs));
      const [oldest] = at < 0 ? [] : runs.splice(at, 1);
      if (!oldest) return;
      await this.#files.remove(of, oldest.id);
    }
  }

  /** Runs of one, newest first. */
  async list(of: string): Promise<Summary[]> {
    await this.open();
    return (this.#runs.get(of) ?? []).toReversed();
  }

  /** The stored record of a run. */
  async stored(of: string, run: string): Promise<Stored | undefined> {
    await this.open();
    const known = this.#runs.get(of)?.some(({ id }) => id === run);
    return known ? this.#stored(of, run) : undefined;
  }

  /** Deletes the runs of what is deleted. */
  async forget(of: string): Promise<void> {
    this.#runs.delete(of);
    await this.#files.removeAll(of);
  }

  #stored(of: string, id: string): Stored | undefined {
    const value = this.#files.read(of, id);
    return value && this.#kind.isStored(value) && value.id === id ? value : undefined;
  }
}
