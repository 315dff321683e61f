/** Import of template definitions (spec/templates.md#import), and the bundled starters of the welcome page. */

import { forgetImport, unfinishedImports } from '../content/imports/import-progress.js';
import { message } from '../contract/messages/message.js';
import { TEMPLATE_RESULT, UNFINISHED_IMPORTS } from '../contract/templates.js';
import { invalid, missing } from '../errors.js';
import { importAddress, starterAddress } from '../http/address.js';
import { jsonFrom, readJson } from '../http/body.js';
import { cancelled } from '../http/cancelled.js';
import { readForm } from '../http/form.js';
import { queryFlag } from '../http/query.js';
import type { Request, Response } from '../http/request.js';
import { sendJson, sendNothing } from '../http/send.js';
import { anyJson, component, either, form } from '../openapi/shapes.js';
import { importTemplate } from '../templates/import.js';
import { importStarter } from '../templates/import-starter.js';
import { listStarters, starter } from '../templates/starters.js';
import { type Handler, type Route, routesTagged, type WriteHandler } from './route.js';

/** The definition: the body itself, or the file of a form, as other clients send it (spec/templates.md#import). */
async function definitionIn(request: Request, response: Response): Promise<unknown> {
  if (!/^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '')) {
    await readJson(request, response, 'import');
    return request.body;
  }
  const { bytes } = await readForm(request, response, { field: 'jumpstart' });
  if (bytes) return await jsonFrom(bytes);
  throw invalid(message('formWithoutFile', { field: 'jumpstart' }), {
    jumpstart: [message('notFile')],
  });
}

const importJumpstart: WriteHandler = async (request, response, site) => {
  const signal = cancelled(response);
  const document = await definitionIn(request, response);
  sendJson(
    request,
    response,
    await importTemplate(site, document, { signal, dryRun: queryFlag(request, 'dryRun') }),
  );
};

const unfinished: Handler = async (request, response, site) =>
  sendJson(request, response, { imports: await unfinishedImports(site) });

const forget: Handler = async (request, response, site) => {
  await forgetImport(site, importAddress(request));
  sendNothing(response);
};

const starters: Handler = (request, response) => sendJson(request, response, { starters: listStarters() });

/** The whole template definition, for display or import. */
const oneStarter: Handler = (request, response) => {
  const document = starter(starterAddress(request));
  if (!document) throw missing(message('starterMissing'));
  sendJson(request, response, document);
};

const useStarter: WriteHandler = async (request, response, site) =>
  sendJson(
    request,
    response,
    await importStarter(site, starterAddress(request), { signal: cancelled(response) }),
  );

const imports = routesTagged('Imports');
const server = routesTagged('Server');

export const importRoutes: readonly Route[] = [
  imports.post('/import/jumpstart', 'manage', importJumpstart, {
    id: 'api.imports.template',
    summary: 'Import a template definition',
    changes: true,
    parameters: ['dryRun'],
    input: either(component('Template'), form('jumpstart')),
    output: TEMPLATE_RESULT,
    handlerReadsBody: true,
  }),
];

/** Interrupted imports. */
export const unfinishedImportRoutes: readonly Route[] = [
  imports.get('/unfinished-imports', 'owner', unfinished, {
    id: 'api.imports.unfinished',
    summary: 'Interrupted imports',
    output: UNFINISHED_IMPORTS,
  }),
  imports.delete('/unfinished-imports/:import', 'owner', forget, {
    id: 'api.imports.forget',
    summary: 'Discard the record of an interrupted import and keep its objects',
    status: 204,
  }),
];

export const starterRoutes: readonly Route[] = [
  server.get('/starters', 'owner', starters, {
    id: 'api.starters.list',
    summary: 'The bundled templates',
    output: anyJson,
  }),
  server.get('/starters/:starter', 'owner', oneStarter, {
    id: 'api.starters.get',
    summary: 'The definition of a bundled template',
    output: component('Template'),
  }),
  server.post('/starters/:starter', 'owner', useStarter, {
    id: 'api.starters.use',
    summary: 'Add the content of a bundled template, with its files',
    changes: true,
    output: TEMPLATE_RESULT,
  }),
];
