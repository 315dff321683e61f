/** `plinth mirror --watch`: writes changes as they are made, beside a command if one is given (spec/mirror.md#updating). */
import type { IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { message, onWire } from '../contract/messages/message.js';
import type { ChangeEvent } from '../contract/wire.js';
import { PlinthError } from '../errors.js';
import { MirrorMemory } from '../publishing/mirror-memory.js';
import { emit, note } from './command.js';
import type { Reading } from './mirror-reading.js';
import { type GivenCommand, runCommand } from './run-command.js';

/** Changes that come together are written together, in ms. */
const TOGETHER = 100;

/** Time before the folder is read again where it cannot be, in ms. */
const AGAIN = 1000;

/** The longest interval of a timer, in ms. */
const LONG = 2 ** 31 - 1;

/** Writes the copy, with a memory only what has changed since. */
export type Run = (reading: Reading, memory?: MirrorMemory) => Promise<void>;

interface Watching {
  open: () => Promise<Reading>;
  run: Run;
  json: boolean;
}

/**
 * Runs now and after each change, until a signal or the end of the command, which begins when the copy is written for the
 * first time. Resolves with the exit code.
 */
export async function mirrorChanges({
  command,
  ...watching
}: Watching & { command: GivenCommand | undefined }): Promise<number> {
  const stop = new AbortController();
  const unwanted = new AbortController();
  let running: Promise<number> | undefined;
  const written = () => {
    if (command && !stop.signal.aborted) {
      running ??= runCommand(command, {}, unwanted.signal).finally(() => stop.abort());
    }
  };
  // The command gets signals itself, and decides when it ends.
  const end = () => {
    if (!running) stop.abort();
  };
  // Requests within the process and watchers of files do not keep it running.
  const alive = setInterval(() => {}, LONG);
  process.on('SIGINT', end).on('SIGTERM', end);
  try {
    await follow({ ...watching, written }, stop.signal);
  } finally {
    process.off('SIGINT', end).off('SIGTERM', end);
    clearInterval(alive);
    unwanted.abort();
    await running;
  }
  return (await running) ?? 0;
}

/** Opens the folder, and again whenever what is read ends. The first time errors are thrown, later they are reported. */
async function follow(
  { open, run, json, written }: Watching & { written: () => void },
  signal: AbortSignal,
): Promise<void> {
  const memory = new MirrorMemory();
  const again = (ms: number) => pause(ms, undefined, { signal }).catch(() => undefined);
  let reading: Reading | undefined = await open();
  let told = '';
  while (!signal.aborted) {
    try {
      reading ??= await open();
      // What has changed meanwhile is not known.
      memory.outdate();
      const once = async () => {
        await run(reading as Reading, memory);
        written();
      };
      await followReading({ reading, memory, run: once, json }, signal);
      await again(TOGETHER);
    } catch (error) {
      // Once, however often it is tried.
      if (String(error) !== told) report(error, json);
      told = String(error);
      await again(AGAIN);
    } finally {
      await reading?.close();
      reading = undefined;
    }
  }
}

/** Runs now and after each change, as long as the reading shows what is to be written. */
async function followReading(
  {
    reading,
    memory,
    run,
    json,
  }: { reading: Reading; memory: MirrorMemory; run: () => Promise<void>; json: boolean },
  signal: AbortSignal,
): Promise<void> {
  // Before the first run, so that no change is missed.
  const stream = await reading.source.changes();
  let [isDue, isOver] = [true, false];
  let wake = () => {};
  let timer: NodeJS.Timeout | undefined;
  const changed = (event: ChangeEvent) => {
    memory.note(event);
    isDue = true;
    timer ??= setTimeout(() => {
      timer = undefined;
      wake();
    }, TOGETHER);
  };
  const finish = () => {
    isOver = true;
    wake();
  };
  const off = reading.onOther(finish);
  signal.addEventListener('abort', finish);
  const listening = listen(stream, changed).then(finish);
  try {
    while (!isOver && !signal.aborted) {
      if (isDue) {
        isDue = false;
        await run().catch((error: unknown) => report(error, json));
      }
      if (!isDue && !isOver) await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    clearTimeout(timer);
    off();
    signal.removeEventListener('abort', finish);
    stream.destroy();
    await listening;
  }
}

/** Calls back with the changes in a stream of events, until it ends or breaks off. */
async function listen(stream: IncomingMessage, changed: (event: ChangeEvent) => void): Promise<void> {
  let text = '';
  try {
    for await (const piece of stream.setEncoding('utf8')) {
      const events = (text + piece).split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const [, type, data] = /^event: (\w+\.\w+)\ndata: (.*)$/m.exec(event) ?? [];
        if (type !== undefined && data !== undefined) changed({ ...JSON.parse(data), type });
      }
    }
  } catch {
    // As when the server was killed.
  }
}

/** Codes of errors of a connection. */
const LOST = /^(?:ECONN\w+|EPIPE|ERR_STREAM_PREMATURE_CLOSE)$/;

/** Reports an error of one run. Throws what is no error of a run. */
function report(error: unknown, json: boolean): void {
  const isLost = error instanceof Error && 'code' in error && LOST.test(String(error.code));
  const problem = isLost ? new PlinthError('busy', message('serverLost'), { cause: error }) : error;
  if (!(problem instanceof PlinthError)) throw problem;
  const { reason, details } = problem;
  if (json) {
    emit({ event: 'failed', message: problem.message, ...reason.onWire(), ...(details && onWire(details)) });
    return;
  }
  note(`plinth: ${problem.message}`);
  for (const [place, problems] of Object.entries(details ?? {})) {
    for (const one of problems) note(`  ${place}: ${one}`);
  }
}
