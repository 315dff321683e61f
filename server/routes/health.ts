/** Problems of the content that the caller may solve (spec/health.md). */

import { mayPass } from '../access/permit.js';
import {
  HEALTH_COUNTS,
  HEALTH_KINDS,
  HEALTH_LIST,
  HEALTH_PAGE,
  type HealthKind,
  type HealthList,
  type HealthProblem,
  OBJECT_PROBLEMS,
} from '../contract/health.js';
import { message, onWire } from '../contract/messages/message.js';
import type { Progress } from '../contract/progress.js';
import { missing, PlinthError } from '../errors.js';
import { param } from '../http/address.js';
import { pageLinks } from '../http/page-links.js';
import { queryText } from '../http/query.js';
import type { Request } from '../http/request.js';
import { sendJson } from '../http/send.js';
import { sendFound, wantsLines } from '../http/send-work.js';
import { either, file } from '../openapi/shapes.js';
import { pageOf } from '../query/page.js';
import type { Site } from '../site.js';
import { type Handler, type Route, routesTagged } from './route.js';

/** Whether the caller may change the object of a problem, and read what a reference means. */
function visibleTo({ caller }: Request, site: Site): (problem: HealthProblem) => boolean {
  if (caller.kind === 'owner') return () => true;
  // The rights of sessions are the same for all objects of a collection.
  const known = new Map<string, boolean>();
  const may = (method: 'GET' | 'PATCH', collection: string): boolean => {
    const key = `${method} ${collection}`;
    const operation = method === 'GET' ? 'read' : 'update';
    const right =
      known.get(key) ?? mayPass(caller, { method, segments: ['collections', collection], operation });
    known.set(key, right);
    return right;
  };
  return ({ collection, id, missing: reference }) =>
    collection !== undefined &&
    id !== undefined &&
    may('PATCH', collection) &&
    (!reference || !site.collections.has(reference.target) || may('GET', reference.target));
}

const countAll: Handler = (request, response, site) =>
  sendFound(request, response, async ({ signal, progress, event }) => {
    const isVisible = visibleTo(request, site);
    const counts = new Map<HealthKind, number>();
    // One after the other: some look at the same, and a page shows each as soon as it is known.
    for (const kind of HEALTH_KINDS) {
      const told = (step: Progress) => progress({ kind, ...step });
      const found = await site.health.problems(kind, { signal, progress: told });
      const count = found.filter(isVisible).length;
      counts.set(kind, count);
      event({ event: 'counted', kind, count });
    }
    return { counts: Object.fromEntries(counts) };
  });

const list: Handler = (request, response, site) => {
  const kind = HEALTH_KINDS.find((one) => one === param(request, 'kind'));
  if (!kind) throw missing(message('problemKindUnknown', { kinds: HEALTH_KINDS.join(', ') }));
  const asked = { limit: queryText(request, 'limit'), offset: queryText(request, 'offset') };
  const { limit, offset } = pageOf(asked, HEALTH_PAGE);
  return sendFound(request, response, async (watch) => {
    const found = (await site.health.problems(kind, watch)).filter(visibleTo(request, site));
    const page: HealthList = {
      data: found.slice(offset, offset + limit),
      total: found.length,
      limit,
      offset,
    };
    // Lines begin before it is known.
    if (!wantsLines(request)) {
      response.setHeader('X-Total-Count', page.total);
      response.setHeader('Link', pageLinks(request.originalUrl, { limit, offset }, page.total));
    }
    return page;
  });
};

const ofObject: Handler = async (request, response, site) => {
  const collection = site.collections.get(param(request, 'collection'));
  const id = param(request, 'id');
  const isVisible = visibleTo(request, site);
  const place = { collection: collection.settings.id, id };
  if (!isVisible({ path: '', message: '', ...place }))
    throw new PlinthError('forbidden', message('problemsForbidden'));
  sendJson(request, response, onWire(await site.health.invalid.detailsOf(collection, id)));
};

const row = routesTagged('Objects');

export const healthRoutes: readonly Route[] = [
  row.get('/health', 'editor', countAll, {
    id: 'api.health.counts',
    summary: 'How many problems of each kind the content has',
    output: either(HEALTH_COUNTS, file('application/x-ndjson')),
  }),
  row.get('/health/:kind', 'editor', list, {
    id: 'api.health.list',
    summary: 'Problems of a kind',
    parameters: ['limit', 'offset'],
    output: either(HEALTH_LIST, file('application/x-ndjson')),
  }),
  row.get('/health/invalid/:collection/:id', 'editor', ofObject, {
    id: 'api.health.object',
    summary: 'What breaks rules of the schema in an object as it is stored',
    output: OBJECT_PROBLEMS,
  }),
];
