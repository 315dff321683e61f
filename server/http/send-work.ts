/** Long work that is answered in lines of JSON while it goes on: its progress, then its result or its error. */
import { PlinthError } from '../errors.js';
import type { Request, Response } from './request.js';
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
async function* linesOf(work: (events: WorkEvents) => Promise<object>): AsyncGenerator<string> {
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
  for (let hasSent = false; ; ) {
    const tick = new Promise<undefined>((resolve) =>
      setTimeout(() => resolve(undefined), PROGRESS_MS).unref(),
    );
    const ended = await Promise.race([running, tick]);
    for (const event of waiting.splice(0)) {
      yield lineOf(event);
      hasSent = true;
    }
    if (ended && 'error' in ended) {
      const { error } = ended;
      if (!hasSent || !(error instanceof PlinthError)) throw error;
      yield lineOf({ event: 'error', message: error.message, ...error.reason.onWire() });
      return;
    }
    if (ended) {
      yield lineOf(ended);
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

/** Does the work and sends its events. The first one is made before the answer begins, so that an error at once has a status of its own. */
export async function sendWork(
  request: Request,
  response: Response,
  work: (events: WorkEvents) => Promise<object>,
): Promise<void> {
  const lines = linesOf(work);
  const first = await lines.next();
  await sendStream(request, response, {
    type: `${TYPE}; charset=utf-8`,
    body: (async function* () {
      if (!first.done) yield first.value;
      yield* lines;
    })(),
  });
}
