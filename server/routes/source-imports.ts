/** Imports of content of other systems (spec/import-export.md#other-systems): upload, mapping, run. */
import { type ImportProgressEvent, UPLOADED_SOURCE } from '../contract/imports.js';
import * as wire from '../contract/json-schema.js';
import { message } from '../contract/messages/message.js';
import { invalid, PlinthError } from '../errors.js';
import { importAddress } from '../http/address.js';
import { cancelled } from '../http/cancelled.js';
import { readForm } from '../http/form.js';
import { sendJson, sendNothing } from '../http/send.js';
import { sendStream } from '../http/send-stream.js';
import { importSource } from '../imports/import-source.js';
import { planImport } from '../imports/plan.js';
import type { UploadedSource } from '../imports/uploads.js';
import { file, form } from '../openapi/shapes.js';
import { ARCHIVE_SIZE } from '../settings/limits.js';
import { settingValue } from '../settings/read.js';
import { type Handler, type Route, routesTagged, type WriteHandler, type WriteSite } from './route.js';

const MB = 1024 * 1024;

/** Progress is sent this often at most, in ms. */
const PROGRESS_MS = 200;

const upload: Handler = async (request, response, site) => {
  const limit = settingValue(site.settings.read(), ARCHIVE_SIZE) * MB;
  const added = await site.sourceUploads.add(async (write) => {
    const sent = await readForm(request, response, { field: 'file', take: write });
    if (!sent.sent)
      throw invalid(message('formWithoutFile', { field: 'file' }), { file: [message('notFile')] });
    return { baseUrl: sent.word('baseUrl') || undefined };
  }, limit);
  const { id, source, mapping, total, isEarlier } = added;
  sendJson(request, response, { id, name: source.name, mapping, total, earlier: isEarlier }, 201);
};

interface RunOptions {
  mapping?: unknown;
  dryRun: boolean;
  fetches: boolean;
  signal: AbortSignal;
}

/** An event of the answer, as a line of JSON. */
const lineOf = (event: object): string => `${JSON.stringify(event)}\n`;

/** Events of an import while it runs: the progress, then the result or an error. */
async function* eventsOf(
  site: WriteSite,
  { source }: UploadedSource,
  { mapping: sent, dryRun, fetches, signal }: RunOptions,
): AsyncGenerator<string> {
  let latest: ImportProgressEvent | undefined;
  const waiting: object[] = [];
  const plan = await planImport(site, source, { mapping: sent, signal });
  const progress = (event: ImportProgressEvent) => {
    latest = event;
  };
  const started = (transaction: string) => void waiting.push({ event: 'started', transaction });
  const options = { dryRun, fetches, signal, progress, started };
  const running = importSource(site, source, plan, options).then(
    (result) => ({ event: 'result', ...result }),
    (error: unknown) => {
      if (!(error instanceof PlinthError)) throw error;
      return { event: 'error', message: error.message, ...error.reason.onWire() };
    },
  );
  for (;;) {
    const tick = new Promise<undefined>((resolve) =>
      setTimeout(() => resolve(undefined), PROGRESS_MS).unref(),
    );
    const ended = await Promise.race([running, tick]);
    for (const event of waiting.splice(0)) yield lineOf(event);
    if (ended) {
      yield lineOf(ended);
      return;
    }
    if (latest) yield lineOf({ event: 'progress', ...latest });
    latest = undefined;
  }
}

/** A client that disconnects cancels the import; what was made until then stays. */
const run: WriteHandler<typeof RUN | undefined> = async (request, response, site) => {
  const { mapping, dryRun = false, fetch: fetches = true } = request.body ?? {};
  const options = { mapping, dryRun, fetches, signal: cancelled(response) };
  await site.sourceUploads.use(importAddress(request), async (uploaded) => {
    // Its first event is made before the answer begins, so that a wrong mapping has a status of its own.
    const events = eventsOf(site, uploaded, options);
    const first = await events.next();
    await sendStream(request, response, {
      type: 'application/x-ndjson; charset=utf-8',
      body: (async function* () {
        if (!first.done) yield first.value;
        yield* events;
      })(),
    });
  });
};

const discard: Handler = async (request, response, site) => {
  await site.sourceUploads.remove(importAddress(request));
  sendNothing(response);
};

const RUN = wire.some({ mapping: { type: 'object' }, dryRun: wire.bool, fetch: wire.bool });

const row = routesTagged('Imports');

/** Without a prefix only, as `/import/jumpstart`. */
export const sourceImportRoutes: readonly Route[] = [
  row.post('/import/sources', 'manage', upload, {
    id: 'api.imports.upload',
    summary: 'Upload content of another system and propose a mapping',
    input: form('file', { baseUrl: wire.text }),
    status: 201,
    output: UPLOADED_SOURCE,
    handlerReadsBody: true,
  }),
  row.post('/import/sources/:import', 'manage', run, {
    id: 'api.imports.run',
    summary: 'Import an upload, or report what would happen; lines of JSON tell the progress and the result',
    changes: true,
    input: RUN,
    inputOptional: true,
    output: file('application/x-ndjson'),
  }),
  row.delete('/import/sources/:import', 'manage', discard, {
    id: 'api.imports.discard',
    summary: 'Discard an upload',
    status: 204,
  }),
];
