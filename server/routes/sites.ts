/** The sites that this machine builds from the folder (spec/sites.md). They run programs, so only the owner sees them. */

import { message } from '../contract/messages/message.js';
import { PROJECT_PLACE, PROPOSALS, SITE, SITE_SENT, SITES } from '../contract/sites.js';
import { PlinthError } from '../errors.js';
import { param } from '../http/address.js';
import { logSecurity } from '../http/security-log.js';
import { sendJson, sendNothing } from '../http/send.js';
import { type Handler, type Route, routesTagged, type WriteHandler } from './route.js';

/** Admins manage the folder, and not the programs of the machine that serves it. */
const forOwner = (route: Route): Route => {
  const handle: WriteHandler = (request, response, site) => {
    const { caller } = request;
    if (caller.kind !== 'owner' || caller.session.user.role !== 'owner')
      throw new PlinthError('forbidden', message('sitesForbidden'));
    return route.handle(request, response, site);
  };
  return { ...route, handle } as Route;
};

const list: Handler = (request, response, site) => sendJson(request, response, { sites: site.sites.list() });

const get: Handler = (request, response, site) =>
  sendJson(request, response, site.sites.get(param(request, 'site')));

const find: Handler<typeof PROJECT_PLACE | undefined> = async (request, response, site) =>
  sendJson(request, response, { proposals: await site.sites.find(request.body?.directory) });

const add: Handler<typeof SITE_SENT> = async (request, response, site) => {
  const added = await site.sites.add(request.body);
  logSecurity(site, request, 'site.saved', { ...added, site: added.id });
  sendJson(request, response, added, 201);
};

const change: Handler<typeof SITE_SENT> = async (request, response, site) => {
  const changed = await site.sites.change(param(request, 'site'), request.body);
  logSecurity(site, request, 'site.saved', { ...changed, site: changed.id });
  sendJson(request, response, changed);
};

const remove: Handler = async (request, response, site) => {
  const id = param(request, 'site');
  await site.sites.remove(id);
  logSecurity(site, request, 'site.removed', { site: id });
  sendNothing(response);
};

const PATH = '/sites/:site';

const row = routesTagged('Sites');

const ROUTES: readonly Route[] = [
  row.get('/sites', 'owner', list, {
    id: 'api.sites.list',
    summary: 'The sites that this machine builds from the folder',
    output: SITES,
  }),
  row.post('/sites', 'owner', add, {
    id: 'api.sites.add',
    summary: 'Add a site; what is not sent is found out from its directory',
    input: SITE_SENT,
    status: 201,
    output: SITE,
  }),
  row.post('/sites/find', 'owner', find, {
    id: 'api.sites.find',
    summary: 'What a directory is built with, or those beside the folder',
    input: PROJECT_PLACE,
    inputOptional: true,
    output: PROPOSALS,
  }),
  row.get(PATH, 'owner', get, { id: 'api.sites.get', summary: 'A site', output: SITE }),
  row.patch(PATH, 'owner', change, {
    id: 'api.sites.change',
    summary: 'Change a site',
    input: SITE_SENT,
    output: SITE,
  }),
  row.delete(PATH, 'owner', remove, {
    id: 'api.sites.remove',
    summary: 'Forget a site; its files stay',
    status: 204,
  }),
];

export const siteRoutes = ROUTES.map(forOwner);
