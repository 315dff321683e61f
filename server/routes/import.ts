/** Template definitions in (interface 4.11), and the bundled starters the welcome page offers. */
import { missing } from '../errors.js';
import { starterAddress } from '../http/address.js';
import { cancelled } from '../http/cancelled.js';
import { sendJson } from '../http/send.js';
import { importTemplate } from '../templates/import.js';
import { listStarters, starter } from '../templates/starters.js';
import type { Handler, Route } from './route.js';

const importJumpstart: Handler = async (request, response, site) =>
  sendJson(request, response, await importTemplate(site, request.body, { signal: cancelled(response) }));

const starters: Handler = (request, response) => sendJson(request, response, { starters: listStarters() });

/** The whole template definition, to be looked at or sent back to the import. */
const oneStarter: Handler = (request, response) => {
  const document = starter(starterAddress(request));
  if (!document) throw missing('There is no such starter');
  sendJson(request, response, document);
};

export const importRoutes: readonly Route[] = [
  { method: 'POST', path: '/import/jumpstart', access: 'manage', body: 'import', handle: importJumpstart },
];

export const starterRoutes: readonly Route[] = [
  { method: 'GET', path: '/starters', access: 'owner', handle: starters },
  { method: 'GET', path: '/starters/:starter', access: 'owner', handle: oneStarter },
];
