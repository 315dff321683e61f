/**
 * Runs handlers, two at a time, each in a separate process. A process is reused after a successful run and killed after
 * a timeout, an error or an invalid message.
 */
import { message } from '../../contract/messages/message.js';
import { PlinthError } from '../../errors.js';
import { type FromSandbox, isFromSandbox, type LogLevel, MAX_BYTES, MAX_CALLS } from './messages.js';
import type { SandboxProcess, StartSandbox } from './process.js';

/** Processes at once. */
const MAX_PROCESSES = 2;
/** Pending runs in memory; the durable queue holds the others. */
const MAX_QUEUED = 64;
/** Grace period after the deadline, in ms. */
const GRACE = 2_000;
/** How long an idle process is kept, in ms. */
const IDLE_MS = 60_000;

export interface Job {
  source: string;
  /** The JSON of the values in `ctx`. */
  input: string;
  /** Timeout in milliseconds. */
  budget: number;
  /** Answers a call of the handler with JSON; errors are passed to the handler. */
  call(name: string, text: string): Promise<string>;
  log(level: LogLevel, message: string): void;
}

export type Outcome =
  | { ok: true; text: string }
  | { ok: false; error: { name: string; message: string }; stopped?: true };

/** The error a handler sees: known errors in full, others without details. */
function reportedError(error: unknown): string {
  const own = error instanceof PlinthError;
  return JSON.stringify({
    name: own ? error.kind : 'Error',
    message: own ? inFull(error) : 'Something went wrong on the server; its log has the details',
  });
}

/** The message including the problems of each property, because the run shows only the message. */
function inFull({ message, details }: PlinthError): string {
  const lines = Object.entries(details ?? {}).map(([name, problems]) => `${name}: ${problems.join(', ')}`);
  return lines.length === 0 ? message : `${message}: ${lines.join('; ')}`.slice(0, 2000);
}

export class Sandbox {
  readonly #start: StartSandbox;
  readonly #report: (error: unknown) => void;
  readonly #idle: { process: SandboxProcess; timer: NodeJS.Timeout }[] = [];
  readonly #busy = new Set<{ stop(): void }>();
  readonly #waiting: (() => void)[] = [];
  #closed = false;

  /** `report` is called with unexpected errors in calls of handlers. */
  constructor(start: StartSandbox, report: (error: unknown) => void) {
    this.#start = start;
    this.#report = report;
  }

  /** Runs a handler to its end. Throws `busy` when too many wait. */
  async run(job: Job): Promise<Outcome> {
    if (this.#busy.size >= MAX_PROCESSES) await this.#turn();
    if (this.#closed) return { ok: false, error: interrupted(), stopped: true };
    const warm = this.#idle.pop();
    clearTimeout(warm?.timer);
    const child = warm?.process ?? this.#start();
    child.hold(true);
    const work = new Work(child, job, this.#report);
    this.#busy.add(work);
    const { outcome, sound } = await work.done;
    this.#busy.delete(work);
    if (sound && !this.#closed) this.#keep(child);
    else child.kill();
    this.#waiting.shift()?.();
    return outcome;
  }

  /** Ends every active run and every process. */
  close(): void {
    this.#closed = true;
    for (const work of this.#busy) work.stop();
    for (const { process, timer } of this.#idle.splice(0)) {
      clearTimeout(timer);
      process.kill();
    }
    for (const go of this.#waiting.splice(0)) go();
  }

  #turn(): Promise<void> {
    if (this.#waiting.length >= MAX_QUEUED) {
      throw new PlinthError('busy', message('automationsBusy'));
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #keep(process: SandboxProcess): void {
    process.hold(false);
    const entry = {
      process,
      timer: setTimeout(() => {
        this.#idle.splice(this.#idle.indexOf(entry), 1);
        process.kill();
      }, IDLE_MS).unref(),
    };
    process.onExit(() => {
      clearTimeout(entry.timer);
      const at = this.#idle.indexOf(entry);
      if (at >= 0) this.#idle.splice(at, 1);
    });
    this.#idle.push(entry);
  }
}

const interrupted = () => ({ name: 'InterruptedError', message: 'interrupted' });

/** One run in one process. */
class Work {
  /** `sound`: whether the process can be reused. */
  readonly done: Promise<{ outcome: Outcome; sound: boolean }>;
  readonly #job: Job;
  readonly #child: SandboxProcess;
  readonly #report: (error: unknown) => void;
  #calls = 0;
  #open = 0;
  #end: (outcome: Outcome, sound: boolean) => void = () => {};

  constructor(child: SandboxProcess, job: Job, report: (error: unknown) => void) {
    this.#child = child;
    this.#job = job;
    this.#report = report;
    this.done = new Promise((resolve) => {
      const late = setTimeout(() => {
        this.#end(failure('TimeoutError', 'The handler took too long'), false);
      }, job.budget + GRACE);
      this.#end = (outcome, sound) => {
        clearTimeout(late);
        this.#end = () => {};
        resolve({ outcome, sound });
      };
    });
    child.onMessage((message) => this.#onMessage(message));
    child.onExit(() => this.#end(failure('Error', 'The handler process exited'), false));
    child.post({ type: 'run', source: job.source, input: job.input, budget: job.budget });
  }

  stop(): void {
    this.#end({ ok: false, error: interrupted(), stopped: true }, false);
  }

  #onMessage(message: unknown): void {
    if (!isFromSandbox(message)) {
      this.#end(failure('Error', 'The handler process sent an invalid message'), false);
      return;
    }
    if (message.type === 'call') this.#answer(message);
    else if (message.type === 'log') this.#job.log(message.level, message.message);
    // Calls that are not awaited can still make changes; their process is not reused.
    else if (message.type === 'failed') {
      this.#end({ ok: false, error: { name: message.name, message: message.message } }, this.#open === 0);
    } else if (Buffer.byteLength(message.text) <= MAX_BYTES) {
      this.#end({ ok: true, text: message.text }, this.#open === 0);
    } else this.#end(failure('RangeError', 'The result is larger than 1 MB of JSON'), false);
  }

  #answer({ call, name, text }: FromSandbox & { type: 'call' }): void {
    this.#calls += 1;
    if (this.#calls > MAX_CALLS || Buffer.byteLength(text) > MAX_BYTES) {
      this.#end(failure('RangeError', 'The handler exceeded the limits of a run'), false);
      return;
    }
    this.#open += 1;
    const reply = (ok: boolean, answer: string) => {
      this.#open -= 1;
      this.#child.post({ type: 'answer', call, ok, text: answer });
    };
    this.#job.call(name, text).then(
      (answer) => reply(true, answer),
      (error: unknown) => {
        if (!(error instanceof PlinthError)) this.#report(error);
        reply(false, reportedError(error));
      },
    );
  }
}

const failure = (name: string, message: string): Outcome => ({ ok: false, error: { name, message } });
