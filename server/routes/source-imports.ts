/** Imports of content of other systems (spec/import-export.md#other-systems): upload, mapping, run. */
import { UPLOADED_SOURCE } from '../contract/imports.js';
import * as wire from '../contract/json-schema.js';
import { message } from '../contract/messages/message.js';
import { invalid } from '../errors.js';
import { importAddress } from '../http/address.js';
import { cancelled } from '../http/cancelled.js';
import { readForm } from '../http/form.js';
import { sendJson, sendNothing } from '../http/send.js';
import { sendWork } from '../http/send-work.js';
import { importSource } from '../imports/import-source.js';
import { planImport } from '../imports/plan.js';
import { file, form } from '../openapi/shapes.js';
import { ARCHIVE_SIZE } from '../settings/limits.js';
import { settingValue } from '../settings/read.js';
import { type Handler, type Route, routesTagged, type WriteHandler } from './route.js';

const MB = 1024 * 1024;

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

/** A client that disconnects cancels the import; what was made until then stays. */
const run: WriteHandler<typeof RUN | undefined> = async (request, response, site) => {
  const { mapping, dryRun = false, fetch: fetches = true } = request.body ?? {};
  const signal = cancelled(response);
  await site.sourceUploads.use(importAddress(request), async ({ source }) => {
    const plan = await planImport(site, source, { mapping, signal });
    await sendWork(request, response, ({ progress, event }) => {
      const started = (transaction: string) => event({ event: 'started', transaction });
      return importSource(site, source, plan, { dryRun, fetches, signal, progress, started });
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
