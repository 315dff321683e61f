/** The history of runs: records in files, summaries in memory, limited per automation. */
import type { RunRecord, RunSummary } from '../contract/automations.js';
import type { RunFiles } from '../store/types/features.js';
import { isStoredRun, recordOf, type StoredRun, summaryOf } from './run.js';

/** How many runs of an automation are kept; unfinished ones count but are not dropped. */
const KEPT = 100;

const hasEnded = ({ status }: RunSummary): boolean => status !== 'queued' && status !== 'running';

export class RunHistory {
  readonly #files: RunFiles;
  /** Summaries by automation, oldest first. */
  readonly #runs = new Map<string, RunSummary[]>();
  #opened: Promise<RunSummary[]> | undefined;

  constructor(files: RunFiles) {
    this.#files = files;
  }

  /** Reads the runs of earlier processes and returns the unfinished ones. */
  open(): Promise<RunSummary[]> {
    this.#opened ??= this.#read();
    return this.#opened;
  }

  async #read(): Promise<RunSummary[]> {
    const open: RunSummary[] = [];
    for (const automation of await this.#files.automations()) {
      const summaries: RunSummary[] = [];
      for (const id of (await this.#files.ids(automation)).sort()) {
        const run = this.#stored(automation, id);
        if (!run) continue;
        const summary = summaryOf(run);
        summaries.push(summary);
        if (!hasEnded(summary)) open.push(summary);
      }
      this.#runs.set(automation, summaries);
    }
    return open.sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** Writes the record of a run durably. */
  async put(run: StoredRun): Promise<void> {
    await this.#files.write(run.automation, run.id, run);
    const runs = this.#runs.get(run.automation) ?? [];
    this.#runs.set(run.automation, runs);
    const at = runs.findLastIndex(({ id }) => id === run.id);
    if (at >= 0) runs[at] = summaryOf(run);
    else runs.push(summaryOf(run));
    await this.#prune(run.automation, runs);
  }

  async #prune(automation: string, runs: RunSummary[]): Promise<void> {
    while (runs.length > KEPT) {
      const at = runs.findIndex(hasEnded);
      const [oldest] = at < 0 ? [] : runs.splice(at, 1);
      if (!oldest) return;
      await this.#files.remove(automation, oldest.id);
    }
  }

  /** Runs of an automation, newest first. */
  async list(automation: string): Promise<RunSummary[]> {
    await this.open();
    return (this.#runs.get(automation) ?? []).toReversed();
  }

  /** A run in full; undefined when it no longer exists. */
  async get(automation: string, run: string): Promise<RunRecord | undefined> {
    const stored = await this.stored(automation, run);
    return stored && recordOf(stored);
  }

  /** The stored record of a run. */
  async stored(automation: string, run: string): Promise<StoredRun | undefined> {
    await this.open();
    const known = this.#runs.get(automation)?.some(({ id }) => id === run);
    return known ? this.#stored(automation, run) : undefined;
  }

  /** Deletes the runs of a deleted automation. */
  async forget(automation: string): Promise<void> {
    this.#runs.delete(automation);
    await this.#files.removeAll(automation);
  }

  #stored(automation: string, id: string): StoredRun | undefined {
    const value = this.#files.read(automation, id);
    return value && isStoredRun(value) && value.id === id ? value : undefined;
  }
}
