/** Template definitions in (interface 4.11), and the bundled starters the welcome page offers. */
import { sendJson } from '../http/send.js';
import { importTemplate } from '../templates/import.js';
import { listStarters } from '../templates/starters.js';
import type { Handler, Route } from './route.js';

const importJumpstart: Handler = async (request, response, site) =>
  sendJson(request, response, await importTemplate(site, request.body));

const starters: Handler = (request, response) => sendJson(request, response, { starters: listStarters() });

export const importRoutes: readonly Route[] = [
  { method: 'POST', path: '/import/jumpstart', access: 'manage', body: 'import', handle: importJumpstart },
];

export const starterRoutes: readonly Route[] = [
  { method: 'GET', path: '/starters', access: 'owner', handle: starters },
];
