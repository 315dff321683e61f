/** Exports (spec/import-export.md#export): objects as JSON, CSV and zip, schemas, and the folder as a template definition. */
import { create } from 'content-disposition';
import { collectionAddress, objectAddress, schemaAddress } from '../http/address.js';
import { authorisePart, mayWrite } from '../http/permission.js';
import { queryText } from '../http/query.js';
import type { Request, Response } from '../http/request.js';
import { csvType, selectionOf, writtenFormat } from '../http/selection.js';
import { sendText } from '../http/send.js';
import { sendStream } from '../http/send-stream.js';
import { warnOfNames } from '../http/warn.js';
import { SELECTION, WRITTEN } from '../openapi/parameters.js';
import { component, file, objectArray } from '../openapi/shapes.js';
import type { Site } from '../site.js';
import { exportTemplate } from '../templates/export.js';
import { csvExport, type Export, jsonExport } from '../transfer/export-objects.js';
import { schemaExport } from '../transfer/export-schema.js';
import { type Archive, collectionZip, objectZip } from '../transfer/export-zip.js';
import { type Handler, type Route, routesTagged } from './route.js';

const JSON_TYPE = 'application/json; charset=utf-8';

const send = (request: Request, response: Response, type: string, { damaged, ...file }: Export) =>
  sendStream(request, response, { ...file, type, skipped: damaged.length });

const optionsOf = (request: Request, collection: string) => ({
  writer: mayWrite(request, ['collections', collection]),
});

const json: Handler = async (request, response, site) => {
  const collection = collectionAddress(request);
  const options = optionsOf(request, collection);
  const words = selectionOf(request);
  warnOfNames(site, response, collection, words);
  await send(request, response, JSON_TYPE, await jsonExport(site, collection, words, options));
};

const csv: Handler = async (request, response, site) => {
  const collection = collectionAddress(request);
  const options = optionsOf(request, collection);
  const words = { ...selectionOf(request), fields: queryText(request, 'fields') };
  warnOfNames(site, response, collection, words);
  const format = writtenFormat(request);
  await send(request, response, csvType(format), await csvExport(site, collection, words, options, format));
};

/**
 * An archive contains object files unchanged, with password hashes and secrets, so it requires the right to write them.
 */
function authoriseZip(site: Site, request: Request, collection: string): void {
  const segments = ['collections', collection];
  authorisePart(site, request, { method: 'PATCH', segments, operation: 'update', collection });
}

const sendZip = (request: Request, response: Response, archive: Archive) =>
  sendStream(request, response, { ...archive, type: 'application/zip' });

const zip: Handler = async (request, response, site) => {
  const collection = collectionAddress(request);
  authoriseZip(site, request, collection);
  await sendZip(request, response, await collectionZip(site, collection));
};

const zipOfObject: Handler = async (request, response, site) => {
  const [collection, id] = objectAddress(request);
  authoriseZip(site, request, collection);
  await sendZip(request, response, await objectZip(site, collection, id));
};

const schema: Handler = (request, response, site) => {
  const { filename, text } = schemaExport(site, schemaAddress(request));
  response.setHeader('Content-Disposition', create(filename));
  sendText(request, response, JSON_TYPE, text);
};

const jumpstart: Handler = async (request, response, site) => {
  const words = ['name', 'description', 'mode', 'schemas', 'collections', 'objects'] as const;
  const query = Object.fromEntries(words.map((name) => [name, queryText(request, name)]));
  await sendStream(request, response, { ...(await exportTemplate(site, query)), type: JSON_TYPE });
};

const COLLECTION = '/export/collections/:collection';

const row = routesTagged('Exports');

/** Served below `/api` and without a prefix. */
export const exportRoutes: readonly Route[] = [
  row.get(COLLECTION, 'read', json, {
    id: 'api.exports.objects',
    summary: 'All objects in full',
    parameters: [...SELECTION, 'published', 'state', 'ifNoneMatch'],
    output: objectArray,
  }),
  row.get(`${COLLECTION}/json`, 'read', json, {
    id: 'api.exports.json',
    summary: 'All objects in full',
    parameters: [...SELECTION, 'published', 'state', 'ifNoneMatch'],
    output: objectArray,
  }),
  row.get(`${COLLECTION}/csv`, 'read', csv, {
    id: 'api.exports.csv',
    summary: 'All objects, with a column for each property',
    parameters: ['columns', ...WRITTEN, ...SELECTION, 'published', 'state', 'ifNoneMatch'],
    output: file('text/csv'),
  }),
  row.get(`${COLLECTION}/zip`, 'manage', zip, {
    id: 'api.exports.zip',
    summary: 'All files of a collection as an archive',
    output: file('application/zip'),
  }),
  row.get(`${COLLECTION}/:id/zip`, 'manage', zipOfObject, {
    id: 'api.exports.objectZip',
    summary: 'An object with its files as an archive',
    output: file('application/zip'),
  }),
  row.get('/export/schemas/:schema', 'read', schema, {
    id: 'api.exports.schema',
    summary: 'A schema as stored',
    parameters: ['ifNoneMatch'],
    output: component('SchemaDocument'),
  }),
  row.get('/export/jumpstart', 'manage', jumpstart, {
    id: 'api.exports.template',
    summary: 'The folder, or parts of it, as a template definition',
    parameters: ['name', 'description', 'mode', 'schemas', 'collections', 'objects'],
    output: component('Template'),
  }),
];
