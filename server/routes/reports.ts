/** Reports (spec/reports.md): the fields of a collection, and selected ones of its objects as CSV or JSON. */

import * as wire from '../contract/json-schema.js';
import { REPORT_FIELDS } from '../contract/transfer.js';
import { collectionAddress } from '../http/address.js';
import { queryChoice, queryText } from '../http/query.js';
import type { Request } from '../http/request.js';
import { csvType, selectionOf, writtenFormat } from '../http/selection.js';
import { sendJson, sendText } from '../http/send.js';
import { sendStream } from '../http/send-stream.js';
import { warnOfNames } from '../http/warn.js';
import { FIELDS_FORMATS, SELECTION, WRITTEN } from '../openapi/parameters.js';
import { either, file } from '../openapi/shapes.js';
import { fieldGroups, reportFields } from '../reports/fields.js';
import { fieldsHtml } from '../reports/html.js';
import { csvReport, jsonReport, type Report } from '../reports/report.js';
import { type Handler, type Route, routesTagged } from './route.js';

const fields: Handler = (request, response, site) => {
  const collection = collectionAddress(request);
  const format = queryChoice(request, 'format', FIELDS_FORMATS) ?? 'html';
  if (format === 'json') sendJson(request, response, reportFields(site, collection));
  else sendText(request, response, 'text/html; charset=utf-8', fieldsHtml(fieldGroups(site, collection)));
};

const JSON_TYPE = 'application/json; charset=utf-8';

const queryOf = (request: Request) => ({ ...selectionOf(request), fields: queryText(request, 'fields') });

const csv: Handler = async (request, response, site) => {
  const collection = collectionAddress(request);
  const query = queryOf(request);
  warnOfNames(site, response, collection, query);
  const format = writtenFormat(request);
  const report = await csvReport(site, collection, query, format);
  await sendStream(request, response, fileOf(report, csvType(format), `report-${collection}.csv`));
};

const json: Handler = async (request, response, site) => {
  const collection = collectionAddress(request);
  const query = queryOf(request);
  warnOfNames(site, response, collection, query);
  const report = await jsonReport(site, collection, query);
  await sendStream(request, response, fileOf(report, JSON_TYPE, `report-${collection}.json`));
};

const fileOf = ({ damaged, ...report }: Report, type: string, filename: string) => ({
  ...report,
  type,
  filename,
  skipped: damaged.length,
});

const PATH = '/report/collections/:collection';

const REPORT = wire.named('Report', {
  oneOf: [wire.listOf(wire.open), wire.all({ data: wire.listOf(wire.open), errors: wire.listOf(wire.text) })],
});

const row = routesTagged('Reports');

/** Served below `/api` and without a prefix. */
export const reportRoutes: readonly Route[] = [
  row.get(`${PATH}/fields`, 'read', fields, {
    id: 'api.reports.fields',
    summary: 'Fields available as columns of a report',
    parameters: ['fieldsFormat'],
    output: either(REPORT_FIELDS, file('text/html')),
  }),
  row.get(`${PATH}/csv`, 'read', csv, {
    id: 'api.reports.csv',
    summary: 'Selected fields as CSV, one row per deck item',
    parameters: ['fields', ...WRITTEN, ...SELECTION, 'published', 'state', 'ifNoneMatch'],
    output: file('text/csv'),
  }),
  row.get(`${PATH}/json`, 'read', json, {
    id: 'api.reports.json',
    summary: 'Selected fields as JSON, with nested decks',
    parameters: ['fields', ...SELECTION, 'published', 'state', 'ifNoneMatch'],
    output: REPORT,
  }),
];
