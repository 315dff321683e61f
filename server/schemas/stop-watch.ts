/**
 * Ends synchronous work after some time, in the middle of a regular expression too. `node:vm` serves as the watch and
 * is no sandbox. A linear engine such as RE2 would reject lookaheads, which schemas use, and takes long over long
 * texts as well. One watch for a whole check costs 0.1 ms; one for each match made a list of 90,000 entries take ten
 * seconds.
 */
import { type Context, createContext, Script } from 'node:vm';

/** What a work returned; undefined when it was ended. */
export type Finished<T> = { value: T } | undefined;

/** How often work is tried that a busy machine did not let have its time. */
const ATTEMPTS = 3;

/** Whether a run was ended for its time. */
function exceeds(run: () => void): boolean {
  try {
    run();
    return false;
  } catch (error) {
    // An error of the context, and so no `Error` of this realm.
    const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
    if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return true;
    throw error;
  }
}

/** Whether the process has used so much processor time since; the timer also counts the time it waits. */
function hasWorked(since: NodeJS.CpuUsage, ms: number): boolean {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000 >= ms;
}

export class StopWatch {
  readonly #sandbox: { work: () => void } = { work: () => {} };
  #watched: { script: Script; context: Context } | undefined;

  /**
   * Runs work for at most `ms`. The context is there for its stop watch alone: it gets nothing but the function, and
   * no code of a schema runs in it.
   */
  run<T>(work: () => T, ms: number): Finished<T> {
    this.#watched ??= { script: new Script('work()'), context: createContext(this.#sandbox) };
    const { script, context } = this.#watched;
    let finished: Finished<T>;
    this.#sandbox.work = () => {
      finished = { value: work() };
    };
    try {
      for (let attempt = 0; attempt < ATTEMPTS && !finished; attempt += 1) {
        const before = process.cpuUsage();
        if (exceeds(() => script.runInContext(context, { timeout: ms })) && hasWorked(before, ms / 2)) break;
      }
    } finally {
      this.#sandbox.work = () => {};
    }
    return finished;
  }
}
