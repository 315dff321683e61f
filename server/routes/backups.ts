/** Backups of the folder on this machine (spec/backups.md#regular-backups). */

import { BACKUPS, BACKUPS_CHANGE } from '../contract/backups.js';
import * as wire from '../contract/json-schema.js';
import { message } from '../contract/messages/message.js';
import { PlinthError } from '../errors.js';
import { logSecurity } from '../http/security-log.js';
import { sendJson } from '../http/send.js';
import { checkedBy } from '../openapi/shapes.js';
import { type Handler, type Route, routesTagged } from './route.js';

const show: Handler = (request, response, site) => sendJson(request, response, site.backups.state());

/** The place is any folder of this machine: only its owner chooses it. */
const change: Handler<typeof CHANGE> = async (request, response, site) => {
  const { caller } = request;
  if (caller.kind !== 'owner' || caller.session.user.role !== 'owner') {
    throw new PlinthError('forbidden', message('backupPlaceForbidden'));
  }
  const state = await site.backups.change(request.body);
  const { every, to, keep, history } = state;
  logSecurity(site, request, 'settings.changed', { backups: { every, to, keep, history } });
  sendJson(request, response, state);
};

const make: Handler = async (request, response, site) =>
  sendJson(request, response, await site.backups.make());

const CHANGE = checkedBy(wire.open, BACKUPS_CHANGE);

const row = routesTagged('Server');

export const backupRoutes: readonly Route[] = [
  row.get('/backups', 'owner', show, {
    id: 'api.backups.get',
    summary: 'When and where backups are made on this machine, and the last one',
    output: BACKUPS,
  }),
  row.patch('/backups', 'owner', change, {
    id: 'api.backups.change',
    summary: 'Change when and where backups are made; only for the owner',
    input: CHANGE,
    output: BACKUPS,
  }),
  row.post('/backups', 'owner', make, {
    id: 'api.backups.make',
    summary: 'Make a backup now',
    output: BACKUPS,
  }),
];
