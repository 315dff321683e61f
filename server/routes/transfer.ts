/** Imports into collections (spec/import-export.md#import): CSV, JSON and zip files, schemas, generated objects. */

import { saveSchema } from '../content/schemas/manage-schemas.js';
import { DATE_ORDERS, DECIMAL_MARKS } from '../contract/cell-values.js';
import * as wire from '../contract/json-schema.js';
import { message } from '../contract/messages/message.js';
import { ENCODINGS, SEPARATOR_NAMES, type SheetFormat } from '../contract/sheets.js';
import { IMPORT_RESULT, type ImportAnswer } from '../contract/transfer.js';
import { isJsonObject } from '../contract/values.js';
import { invalid } from '../errors.js';
import { collectionAddress } from '../http/address.js';
import { checkShape, jsonFrom } from '../http/body.js';
import { cancelled } from '../http/cancelled.js';
import { type Form, readForm } from '../http/form.js';
import { queryText } from '../http/query.js';
import type { Request, Response } from '../http/request.js';
import { sendJson } from '../http/send.js';
import { component, either, form, objectArray } from '../openapi/shapes.js';
import { ARCHIVE_SIZE } from '../settings/limits.js';
import { settingValue } from '../settings/read.js';
import { runFactory } from '../templates/factory-run.js';
import { importCsv } from '../transfer/import-csv.js';
import { importJson } from '../transfer/import-json.js';
import { importZip } from '../transfer/import-zip.js';
import { type Route, routesTagged, type WriteHandler, type WriteSite } from './route.js';
import { NEW_SCHEMA } from './schemas.js';

const MB = 1024 * 1024;

/** Throws `invalid` for a text that is no time, and for a time to come: changes until then would not be merged. */
function sinceIn(form: Form, now: Date): number | undefined {
  const text = form.word('since');
  if (text === undefined || text === '') return undefined;
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw invalid(message('sinceNeedsTime'), { since: [message('notIsoTime')] });
  if (time > now.getTime())
    throw invalid(message('previewInFuture'), {
      since: [message('inFuture')],
    });
  return time;
}

/** Throws `invalid`. */
function choiceIn<Word extends string>(form: Form, name: string, words: readonly Word[]): Word | undefined {
  const text = form.word(name);
  if (text === undefined || text === '') return undefined;
  const found = words.find((word) => word === text);
  if (found !== undefined) return found;
  throw invalid(message('nameInvalid', { name }), {
    [name]: [message('notOneOf', { choices: words.join(', ') })],
  });
}

/** `utf-8-bom` is what an export with a mark is called. */
const IMPORT_ENCODINGS = [...ENCODINGS, 'utf-8-bom'] as const;

/** How a CSV file is written. */
function formatIn(form: Form): SheetFormat {
  const encoding = choiceIn(form, 'encoding', IMPORT_ENCODINGS);
  return {
    encoding: encoding === 'utf-8-bom' ? 'utf-8' : encoding,
    separator: choiceIn(form, 'separator', SEPARATOR_NAMES),
    decimal: choiceIn(form, 'decimal', DECIMAL_MARKS),
    dates: choiceIn(form, 'dates', DATE_ORDERS),
  };
}

/** A disconnected client cancels its import. */
const optionsOf = (form: Form, response: Response, site: WriteSite) => ({
  update: form.flag('update'),
  dryRun: form.flag('dryRun'),
  since: sinceIn(form, site.now()),
  signal: cancelled(response),
});

/** The single file of a form. Throws `invalid` without it. */
async function fileIn(
  request: Request,
  response: Response,
  field: string,
  orJson: boolean,
): Promise<{ bytes: Buffer; form: Form }> {
  const form = await readForm(request, response, { field, orJson });
  if (!form.bytes) throw noFile(field);
  return { bytes: form.bytes, form };
}

const noFile = (field: string) =>
  invalid(message('formWithoutFile', { field }), { [field]: [message('notFile')] });

const csv: WriteHandler = async (request, response, site) => {
  const collection = collectionAddress(request);
  site.collections.get(collection);
  const { bytes, form } = await fileIn(request, response, 'csv', false);
  const options = { ...optionsOf(form, response, site), format: formatIn(form) };
  sendJson(request, response, await importCsv(site, collection, bytes, options));
};

const json: WriteHandler = async (request, response, site) => {
  const collection = collectionAddress(request);
  site.collections.get(collection);
  const { bytes, form } = await fileIn(request, response, 'json', true);
  const options = { ...optionsOf(form, response, site), sound: checkShape };
  sendJson(request, response, await importJson(site, collection, bytes, options));
};

/** An archive is streamed to the disk: it may be larger than the memory. */
async function importSentZip(request: Request, response: Response, site: WriteSite): Promise<ImportAnswer> {
  const collection = collectionAddress(request);
  site.collections.get(collection);
  const limit = settingValue(site.settings.read(), ARCHIVE_SIZE) * MB;
  const incoming = await site.store.files.incoming();
  try {
    const form = await readForm(request, response, {
      field: 'zip',
      take: (content) => incoming.write('archive.zip', content, limit),
    });
    if (!form.sent) throw noFile('zip');
    const options = { ...optionsOf(form, response, site), sound: checkShape };
    return await importZip(site, collection, incoming.pathOf('archive.zip'), options);
  } finally {
    await incoming.discard();
  }
}

const zip: WriteHandler = async (request, response, site) =>
  sendJson(request, response, await importSentZip(request, response, site));

/** An existing schema with the same id is replaced. */
const schema: WriteHandler = async (request, response, site) => {
  const { bytes } = await fileIn(request, response, 'schema', true);
  const body = await jsonFrom(bytes, { counted: true });
  const id = isJsonObject(body) && typeof body.id === 'string' ? body.id : undefined;
  const exists = id !== undefined && site.library.document(id) !== undefined;
  const saved = await saveSchema(site, body, exists ? { create: false, id } : { create: true });
  sendJson(request, response, saved, exists ? 200 : 201);
};

const factory: WriteHandler = async (request, response, site) => {
  const answer = await runFactory(site, collectionAddress(request), request.body, {
    count: queryText(request, 'fqty'),
    signal: cancelled(response),
  });
  sendJson(request, response, answer);
};

const COLLECTION = '/import/collections/:collection';

/** Fields of a form in addition to its file. */
const FIELDS = { update: wire.bool, dryRun: wire.bool, since: wire.time };
const CSV_FIELDS = {
  ...FIELDS,
  encoding: wire.choice(...IMPORT_ENCODINGS),
  separator: wire.choice(...SEPARATOR_NAMES),
  decimal: wire.choice(...DECIMAL_MARKS),
  dates: wire.choice(...DATE_ORDERS),
};

const FACTORY_RESULT = wire.named(
  'FactoryResult',
  wire.all({ ...wire.counts('import_count', 'failed'), errors: wire.listOf(wire.text) }),
);

const row = routesTagged('Imports');

/** Without a prefix only, as `/import/jumpstart`. */
export const transferRoutes: readonly Route[] = [
  row.post(`${COLLECTION}/csv`, 'manage', csv, {
    id: 'api.imports.csv',
    summary: 'Objects from a CSV file',
    changes: true,
    parameters: ['update', 'dryRun', 'encoding', 'separator', 'decimal', 'dates'],
    input: form('csv', CSV_FIELDS),
    output: IMPORT_RESULT,
    handlerReadsBody: true,
  }),
  row.post(`${COLLECTION}/json`, 'manage', json, {
    id: 'api.imports.json',
    summary: 'Objects from a JSON list',
    changes: true,
    parameters: ['update', 'dryRun'],
    input: either(form('json', FIELDS), objectArray),
    output: IMPORT_RESULT,
    handlerReadsBody: true,
  }),
  row.post(`${COLLECTION}/zip`, 'manage', zip, {
    id: 'api.imports.zip',
    summary: 'Objects with their files from an archive',
    changes: true,
    parameters: ['update', 'dryRun'],
    input: form('zip', FIELDS),
    output: IMPORT_RESULT,
    handlerReadsBody: true,
  }),
  row.post(`${COLLECTION}/factory`, 'manage', factory, {
    id: 'api.imports.factory',
    summary: 'Generate objects by rules for their properties',
    changes: true,
    parameters: ['fqty'],
    input: component('SentObject'),
    inputOptional: true,
    output: FACTORY_RESULT,
  }),
  row.post('/import/schemas', 'manage', schema, {
    id: 'api.imports.schema',
    summary: 'Import a schema',
    changes: true,
    input: either(form('schema'), NEW_SCHEMA),
    status: 201,
    output: component('SchemaDefinition'),
    others: {
      200: { description: 'The existing schema was replaced.', output: component('SchemaDefinition') },
    },
    handlerReadsBody: true,
  }),
];
