/** Automations (spec/automations.md): webhooks, and the routes of the admin. */

import { permit } from '../access/permit.js';
import { argsOf } from '../automations/run.js';
import {
  AUTOMATIONS,
  QUEUED_RUN,
  RUN_RECORD,
  RUNS,
  SUMMARIES,
  type WebhookAuth,
} from '../contract/automations.js';
import { message } from '../contract/messages/message.js';
import { isLegalId } from '../contract/names.js';
import { missing, PlinthError } from '../errors.js';
import { param } from '../http/address.js';
import { sendError } from '../http/error-response.js';
import { queryText } from '../http/query.js';
import type { Request } from '../http/request.js';
import { sendJson } from '../http/send.js';
import { isSameOrigin, seenRequest, webhookArgs } from '../http/webhook-body.js';
import { anyJson } from '../openapi/shapes.js';
import { LIST_BOUNDS, pageOf } from '../query/page.js';
import { type Handler, type Route, routesTagged } from './route.js';

function automationId(request: Request): string {
  const id = param(request, 'automation');
  if (!isLegalId(id)) throw missing(message('automationUnknown'));
  return id;
}

/** A key is accepted in a header only; in a URL or body it would end up in logs and histories. */
function requireKey({ caller, headers, method }: Request, id: string): void {
  const sent = headers['x-api-key'] !== undefined || headers.authorization !== undefined;
  if (caller.kind !== 'key' || !sent) {
    throw new PlinthError('unauthenticated', message('automationNeedsKey'));
  }
  permit(caller, { method, segments: [AUTOMATIONS, id], operation: 'create' });
}

/**
 * Throws `unauthenticated` or `forbidden` unless the request is allowed to start the automation; it is already counted.
 */
function authorise(request: Request, id: string, auth: WebhookAuth): void {
  if (auth === 'apiKey') requireKey(request, id);
  if (auth === 'sameOrigin' && !isSameOrigin(request)) {
    throw new PlinthError('forbidden', message('automationNeedsSite'));
  }
}

const trigger: Handler = async (request, response, site) => {
  const id = automationId(request);
  const webhook = await site.automations.webhook(id);
  if (!webhook) throw missing(message('automationUnknown'));
  authorise(request, id, webhook.auth);
  const cause = {
    trigger: { type: 'webhook', id: webhook.id } as const,
    args: await webhookArgs(request, response),
    request: seenRequest(request, site),
    chain: [],
  };
  if (!webhook.sync) {
    sendJson(request, response, await site.automations.queueRun(id, cause), 202);
    return;
  }
  const run = await site.automations.runNow(id, cause);
  if (run.status === 'succeeded') sendJson(request, response, run.result);
  // The reason is visible only to callers who can read its runs.
  else sendError(request, response, 500, message('automationFailed'));
};

const list: Handler = async (request, response, site) =>
  sendJson(request, response, { automations: await site.automations.summaries() });

const run: Handler = async (request, response, site) => {
  const queued = await site.automations.runByHand(automationId(request), argsOf(request.body));
  sendJson(request, response, queued, 202);
};

const runs: Handler = async (request, response, site) => {
  const all = await site.automations.runs(automationId(request));
  const params = { limit: queryText(request, 'limit'), offset: queryText(request, 'offset') };
  const { limit, offset } = pageOf(params, LIST_BOUNDS);
  sendJson(request, response, { runs: all.slice(offset, offset + limit), total: all.length });
};

const runRecord: Handler = async (request, response, site) =>
  sendJson(request, response, await site.automations.run(automationId(request), param(request, 'run')));

const replay: Handler = async (request, response, site) => {
  const queued = await site.automations.replay(automationId(request), param(request, 'run'));
  sendJson(request, response, queued, 202);
};

const AUTOMATION = '/automations/:automation';

const row = routesTagged('Automations');

export const automationRoutes: readonly Route[] = [
  row.get('/automations', 'manage', list, {
    id: 'api.automations.list',
    summary: 'All automations with their state',
    output: SUMMARIES,
  }),
  row.post(`${AUTOMATION}/run`, 'manage', run, {
    id: 'api.automations.run',
    summary: 'Run an automation manually',
    input: anyJson,
    inputOptional: true,
    status: 202,
    output: QUEUED_RUN,
  }),
  row.get(`${AUTOMATION}/runs`, 'manage', runs, {
    id: 'api.automations.runs',
    summary: 'Runs of an automation, newest first',
    parameters: ['limit', 'runOffset'],
    output: RUNS,
  }),
  row.get(`${AUTOMATION}/runs/:run`, 'manage', runRecord, {
    id: 'api.automations.run.get',
    summary: 'A run with its arguments, result and log',
    output: RUN_RECORD,
  }),
  row.post(`${AUTOMATION}/runs/:run/replay`, 'manage', replay, {
    id: 'api.automations.replay',
    summary: 'Run again with the same arguments',
    status: 202,
    output: QUEUED_RUN,
  }),
];

/** Only at the root of the site (spec/automations.md#webhook). */
export const webhookRoutes: readonly Route[] = [
  row.post(AUTOMATION, 'open', trigger, {
    id: 'api.automations.trigger',
    summary: 'Start an automation by its webhook',
    fails: [401, 403],
    input: anyJson,
    inputOptional: true,
    status: 202,
    output: QUEUED_RUN,
    others: { 200: { description: 'The result, if the automation is set to wait for it.', output: anyJson } },
    handlerReadsBody: true,
  }),
];
