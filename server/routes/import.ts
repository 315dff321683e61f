/** Template definitions in (interface 4.11), and the bundled starters the welcome page offers. */
import type { Request, Response } from 'express';
import { invalid, missing } from '../errors.js';
import { starterAddress } from '../http/address.js';
import { jsonFrom, readJson } from '../http/body.js';
import { cancelled } from '../http/cancelled.js';
import { readForm } from '../http/form.js';
import { flag } from '../http/query.js';
import { sendJson } from '../http/send.js';
import { importTemplate } from '../templates/import.js';
import { listStarters, starter } from '../templates/starters.js';
import type { Handler, Route } from './route.js';

/** The definition: the body itself, or the file of a form, as other programs send it (facts 4.11). */
async function definitionIn(request: Request, response: Response): Promise<unknown> {
  if (!/^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '')) {
    await readJson(request, response, 'import');
    return request.body;
  }
  const { bytes } = await readForm(request, response, { field: 'jumpstart' });
  if (bytes) return jsonFrom(bytes);
  throw invalid('No file was sent; the form’s field is called "jumpstart"', {
    jumpstart: ['must be a file'],
  });
}

const importJumpstart: Handler = async (request, response, site) => {
  const signal = cancelled(response);
  const document = await definitionIn(request, response);
  sendJson(
    request,
    response,
    await importTemplate(site, document, { signal, dryRun: flag(request, 'dryRun') }),
  );
};

const starters: Handler = (request, response) => sendJson(request, response, { starters: listStarters() });

/** The whole template definition, to be looked at or sent back to the import. */
const oneStarter: Handler = (request, response) => {
  const document = starter(starterAddress(request));
  if (!document) throw missing('There is no such starter');
  sendJson(request, response, document);
};

export const importRoutes: readonly Route[] = [
  { method: 'POST', path: '/import/jumpstart', access: 'manage', handle: importJumpstart },
];

export const starterRoutes: readonly Route[] = [
  { method: 'GET', path: '/starters', access: 'owner', handle: starters },
  { method: 'GET', path: '/starters/:starter', access: 'owner', handle: oneStarter },
];
