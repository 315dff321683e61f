/** The sites that this machine builds from the folder (spec/sites.md). They run programs, so only the owner sees them. */

import { actorOf } from '../access/request-changes.js';
import { message } from '../contract/messages/message.js';
import {
  DEV_STATE,
  PROJECT_PLACE,
  PROPOSALS,
  PUBLISH_RECORD,
  PUBLISH_RUN,
  PUBLISH_RUNS,
  PUBLISH_SENT,
  PUBLISHED,
  SITE,
  SITE_SENT,
  SITE_STATE,
  SITES,
} from '../contract/sites.js';
import { PlinthError } from '../errors.js';
import { param } from '../http/address.js';
import { callerNow } from '../http/caller.js';
import { sessionUser } from '../http/permission.js';
import type { Request, Response } from '../http/request.js';
import { logSecurity } from '../http/security-log.js';
import { sendJson, sendNothing } from '../http/send.js';
import { sendStream } from '../http/send-stream.js';
import { file } from '../openapi/shapes.js';
import type { Site } from '../site.js';
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

/** Sends events as lines of JSON, as long as the session of the caller lasts. */
const sendEvents = (request: Request, response: Response, site: Site, events: AsyncIterable<object>) =>
  sendStream(request, response, {
    type: 'application/x-ndjson; charset=utf-8',
    body: (async function* () {
      for await (const event of events) {
        if (!callerNow(site, request)) return;
        yield `${JSON.stringify(event)}\n`;
      }
    })(),
  });

const list: Handler = (request, response, site) => sendJson(request, response, { sites: site.sites.list() });

const get: Handler = (request, response, site) =>
  sendJson(request, response, site.sites.get(param(request, 'site')));

const find: Handler<typeof PROJECT_PLACE | undefined> = async (request, response, site) =>
  sendJson(request, response, { proposals: await site.sites.find(request.body?.directory) });

const add: Handler<typeof SITE_SENT> = async (request, response, site) => {
  const added = await site.sites.add(request.body);
  logSecurity(site, request, 'site.saved', { site: added.id, directory: added.directory });
  sendJson(request, response, added, 201);
};

const change: Handler<typeof SITE_SENT> = async (request, response, site) => {
  const changed = await site.sites.change(param(request, 'site'), request.body);
  logSecurity(site, request, 'site.saved', { site: changed.id, directory: changed.directory });
  sendJson(request, response, changed);
};

const remove: Handler = async (request, response, site) => {
  const id = param(request, 'site');
  await site.sites.remove(id);
  await Promise.all([site.publisher.forget(id), site.devServers.forget(id)]);
  logSecurity(site, request, 'site.removed', { site: id });
  sendNothing(response);
};

const state: Handler = async (request, response, site) =>
  sendJson(request, response, await site.publisher.state(param(request, 'site')));

const startDevelop: Handler = async (request, response, site) => {
  const id = param(request, 'site');
  const started = await site.devServers.start(id, sessionUser(request).id);
  logSecurity(site, request, 'site.developed', { site: id });
  sendJson(request, response, started, 202);
};

const stopDevelop: Handler = async (request, response, site) =>
  sendJson(request, response, await site.devServers.stop(param(request, 'site')));

const develop: Handler = (request, response, site) =>
  sendJson(request, response, site.devServers.state(param(request, 'site')));

const developLog: Handler = (request, response, site) => {
  const id = param(request, 'site');
  site.devServers.state(id);
  return sendEvents(request, response, site, site.devServers.follow(id));
};

const publish: Handler<typeof PUBLISH_SENT | undefined> = async (request, response, site) => {
  const id = param(request, 'site');
  const options = { by: actorOf(request.caller), force: request.body?.force ?? false };
  const begun = await site.publisher.publish(id, options);
  if (begun.run) logSecurity(site, request, 'site.published', { site: id, run: begun.run.id });
  sendJson(request, response, begun, begun.run ? 202 : 200);
};

const runs: Handler = async (request, response, site) =>
  sendJson(request, response, { runs: await site.publisher.runs(param(request, 'site')) });

const runOf = (request: Request) => [param(request, 'site'), param(request, 'run')] as const;

const run: Handler = async (request, response, site) =>
  sendJson(request, response, await site.publisher.run(...runOf(request)));

const cancel: Handler = async (request, response, site) =>
  sendJson(request, response, await site.publisher.cancel(...runOf(request)));

const log: Handler = async (request, response, site) => {
  const [id, name] = runOf(request);
  await site.publisher.run(id, name);
  await sendEvents(request, response, site, site.publisher.follow(id, name));
};

const PATH = '/sites/:site';
const RUN = `${PATH}/runs/:run`;
const DEVELOP = `${PATH}/develop`;

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
  row.get(`${PATH}/state`, 'owner', state, {
    id: 'api.sites.state',
    summary: 'What publishing a site would bring to it, and the run under way',
    output: SITE_STATE,
  }),
  row.get(DEVELOP, 'owner', develop, {
    id: 'api.sites.develop.get',
    summary: 'The development server of a site',
    output: DEV_STATE,
  }),
  row.post(DEVELOP, 'owner', startDevelop, {
    id: 'api.sites.develop.start',
    summary: 'Start the development server of a site, unless it runs',
    status: 202,
    output: DEV_STATE,
  }),
  row.delete(DEVELOP, 'owner', stopDevelop, {
    id: 'api.sites.develop.stop',
    summary: 'Stop the development server of a site, with everything that it has started',
    output: DEV_STATE,
  }),
  row.get(`${DEVELOP}/log`, 'owner', developLog, {
    id: 'api.sites.develop.log',
    summary: 'What the development server writes, until it ends, as lines of JSON',
    output: file('application/x-ndjson'),
  }),
  row.post(`${PATH}/publish`, 'owner', publish, {
    id: 'api.sites.publish',
    summary: 'Begin to build and upload a site',
    input: PUBLISH_SENT,
    inputOptional: true,
    status: 202,
    output: PUBLISHED,
    others: { 200: { description: 'Nothing has changed, so nothing is done.', output: PUBLISHED } },
  }),
  row.get(`${PATH}/runs`, 'owner', runs, {
    id: 'api.sites.runs',
    summary: 'Runs that published a site, newest first',
    output: PUBLISH_RUNS,
  }),
  row.get(RUN, 'owner', run, {
    id: 'api.sites.run',
    summary: 'A run with what its commands wrote',
    output: PUBLISH_RECORD,
  }),
  row.get(`${RUN}/log`, 'owner', log, {
    id: 'api.sites.log',
    summary: 'What the commands of a run write, until it ends, as lines of JSON',
    output: file('application/x-ndjson'),
  }),
  row.post(`${RUN}/cancel`, 'owner', cancel, {
    id: 'api.sites.cancel',
    summary: 'Cancel a run, with everything that it has started',
    output: PUBLISH_RUN,
  }),
];

export const siteRoutes = ROUTES.map(forOwner);
