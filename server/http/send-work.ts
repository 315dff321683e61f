/** Long work that is answered in lines of JSON while it goes on: its progress, then its result or its error. */
import { PlinthError } from '../errors.js';
import { cancelled } from './cancelled.js';
import type { Request, Response } from './request.js';
import { sendJson } from './send.js';
import { sendStream } from './send-stream.js';

/** Progress is sent this often at most, in ms. */
const PROGRESS_MS = 200;

const TYPE = 'application/x-ndjson';

/** What work tells while it goes on. */
export interface WorkEvents {
  /** Sent as `{event: 'progress', …}`; of what comes in quick succession only the latest. */
  progress(event: object): void;
  /** Sent as it is, each of them. */
  event(event: object): void;
}

const lineOf = (event: object): string => `${JSON.stringify(event)}\n`;

/** Throws what the work throws before anything was sent; later that is an event. */
async function* linesOf(
  work: (events: WorkEvents) => Promise<object>,
  ended: (end: Promise<unknown>) => void,
): AsyncGenerator<string> {
  let latest: object | undefined;
  const waiting: object[] = [];
  const running = work({
    progress: (event) => {
      latest = event;
    },
    event: (event) => void waiting.push(event),
  }).then(
    (result) => ({ event: 'result', ...result }),
    (error: unknown) => ({ event: 'failed', error }) as const,
  );
  ended(running);
  for (let hasSent = false; ; ) {
    const tick = new Promise<undefined>((resolve) =>
      setTimeout(() => resolve(undefined), PROGRESS_MS).unref(),
    );
    const done = await Promise.race([running, tick]);
    for (const event of waiting.splice(0)) {
      yield lineOf(event);
      hasSent = true;
    }
    if (done && 'error' in done) {
      const { error } = done;
      if (!hasSent || !(error instanceof PlinthError)) throw error;
      yield lineOf({ event: 'error', message: error.message, ...error.reason.onWire() });
      return;
    }
    if (done) {
      yield lineOf(done);
      return;
    }
    if (latest) {
      yield lineOf({ event: 'progress', ...latest });
      hasSent = true;
    }
    latest = undefined;
  }
}

/** Whether the client asks for lines. */
export const wantsLines = ({ headers }: Request): boolean => headers.accept?.includes(TYPE) === true;

/**
 * Does the work and sends its events; resolves when both have ended. The first event is made before the answer begins, so
 * that an error at once has a status of its own.
 */
export async function sendWork(
  request: Request,
  response: Response,
  work: (events: WorkEvents) => Promise<object>,
): Promise<void> {
  let end: Promise<unknown> = Promise.resolve();
  const lines = linesOf(work, (running) => {
    end = running;
  });
  const first = await lines.next();
  await sendStream(request, response, {
    type: `${TYPE}; charset=utf-8`,
    body: (async function* () {
      if (!first.done) yield first.value;
      yield* lines;
    })(),
  });
  // A client that has left ends the work only after its current step.
  await end;
}

/**
 * Sends what is found: to clients that ask for lines also how far the search is, to others nothing before it. One that
 * disconnects no longer waits for it.
 */
export async function sendFound(
  request: Request,
  response: Response,
  find: (watch: WorkEvents & { signal: AbortSignal }) => Promise<object>,
): Promise<void> {
  const signal = cancelled(response);
  if (wantsLines(request)) return sendWork(request, response, (events) => find({ ...events, signal }));
  sendJson(request, response, await find({ signal, progress: () => undefined, event: () => undefined }));
}
