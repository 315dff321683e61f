/** Reports (interface 4.7): the fields a collection has, and chosen ones of its objects as CSV or JSON. */
import type { Request } from 'express';
import { invalid } from '../errors.js';
import { collectionAddress } from '../http/address.js';
import { word } from '../http/query.js';
import { askedOf } from '../http/selection.js';
import { sendJson } from '../http/send.js';
import { sendStream } from '../http/send-stream.js';
import { sendText } from '../http/send-text.js';
import { warnOfNames } from '../http/warn.js';
import { fieldGroups, reportFields } from '../reports/fields.js';
import { fieldsHtml } from '../reports/html.js';
import { csvReport, jsonReport, type Report } from '../reports/report.js';
import type { Handler, Route } from './route.js';

const fields: Handler = (request, response, site) => {
  const collection = collectionAddress(request);
  const format = word(request, 'format') || 'html';
  if (format !== 'html' && format !== 'json') {
    throw invalid(`There is no format "${format}"`, { format: ['must be one of json, html'] });
  }
  if (format === 'json') sendJson(request, response, reportFields(site, collection));
  else sendText(request, response, 'text/html; charset=utf-8', fieldsHtml(fieldGroups(site, collection)));
};

const queryOf = (request: Request) => ({ ...askedOf(request), fields: word(request, 'fields') });

const csv: Handler = async (request, response, site) => {
  const collection = collectionAddress(request);
  const query = queryOf(request);
  warnOfNames(site, response, collection, query);
  const report = await csvReport(site, collection, query);
  await sendStream(request, response, fileOf(report, 'text/csv', `report-${collection}.csv`));
};

const json: Handler = async (request, response, site) => {
  const collection = collectionAddress(request);
  const query = queryOf(request);
  warnOfNames(site, response, collection, query);
  const report = await jsonReport(site, collection, query);
  await sendStream(request, response, fileOf(report, 'application/json', `report-${collection}.json`));
};

const fileOf = ({ damaged, ...report }: Report, type: string, filename: string) => ({
  ...report,
  type: `${type}; charset=utf-8`,
  filename,
  skipped: damaged.length,
});

const REPORT = '/report/collections/:collection';

/** Served below `/api` and without a prefix. */
export const reportRoutes: readonly Route[] = [
  { method: 'GET', path: `${REPORT}/fields`, access: 'read', handle: fields },
  { method: 'GET', path: `${REPORT}/csv`, access: 'read', handle: csv },
  { method: 'GET', path: `${REPORT}/json`, access: 'read', handle: json },
];
