/** Unsaved changes of the signed-in user (spec/unsaved.md). */

import { mayPass, type Need, permit } from '../access/permit.js';
import { message } from '../contract/messages/message.js';
import {
  FORM_ID,
  type FormPlace,
  SENT_UNSAVED,
  type SentUnsaved,
  UNSAVED,
  UNSAVED_ANSWER,
  type UnsavedContent,
  type UnsavedSummary,
} from '../contract/unsaved.js';
import { missing } from '../errors.js';
import { param } from '../http/address.js';
import { sessionUser } from '../http/permission.js';
import type { Request } from '../http/request.js';
import { sendJson, sendNothing } from '../http/send.js';
import type { Site } from '../site.js';
import { changeOf, exists, placeOf } from './form-place.js';
import { type Handler, type Route, routesTagged } from './route.js';

const MAX_TITLE = 500;

/** Throws `missing`. */
function idOf(request: Request): string {
  const id = param(request, 'form');
  if (!FORM_ID.test(id)) throw missing(message('unsavedMissing'));
  return id;
}

/** Those who may only suggest have forms as well. */
const mayKeep = (place: FormPlace): Need => ({ ...changeOf(place), suggested: true });

const list: Handler = async (request, response, site) => {
  const { id: user } = sessionUser(request);
  const own = (await site.unsaved.list(user)).filter((one) => mayPass(request.caller, mayKeep(one)));
  const unsaved: UnsavedSummary[] = [];
  for (const one of own) {
    const isMissing = !(await exists(site, one));
    unsaved.push({
      ...one,
      open: site.presence.isOpen(user, one.id),
      ...(isMissing && { missing: true as const }),
    });
  }
  sendJson(request, response, { unsaved });
};

const read: Handler = (request, response, site) => {
  const unsaved = site.unsaved.read(sessionUser(request).id, idOf(request));
  if (!mayPass(request.caller, mayKeep(unsaved))) throw missing(message('unsavedMissing'));
  sendJson(request, response, unsaved);
};

function contentOf(site: Site, body: SentUnsaved): UnsavedContent {
  const { title, edits, base = {}, problems = {}, etag, version, at = '' } = body;
  const sent = Date.parse(at);
  const now = site.now().getTime();
  return {
    ...placeOf(body),
    ...(title && { title: title.slice(0, MAX_TITLE) }),
    ...{ edits, base, problems, version },
    ...(etag !== undefined && { etag }),
    // The clock of a browser may be ahead.
    at: new Date(Number.isFinite(sent) ? Math.min(sent, now) : now).toISOString(),
  };
}

const save: Handler<typeof SENT_UNSAVED> = async (request, response, site) => {
  const content = contentOf(site, request.body);
  permit(request.caller, mayKeep(content));
  await site.unsaved.save(sessionUser(request).id, idOf(request), content, request.body.replaces);
  sendNothing(response);
};

const remove: Handler = async (request, response, site) => {
  await site.unsaved.remove(sessionUser(request).id, idOf(request));
  sendNothing(response);
};

const row = routesTagged('Unsaved');

export const unsavedRoutes: readonly Route[] = [
  row.get('/unsaved', 'session', list, {
    id: 'api.unsaved.list',
    summary: 'Unsaved changes of the signed-in user',
    output: UNSAVED,
  }),
  row.get('/unsaved/:form', 'session', read, {
    id: 'api.unsaved.read',
    summary: 'Unsaved changes of a form',
    output: UNSAVED_ANSWER,
  }),
  row.put('/unsaved/:form', 'session', save, {
    id: 'api.unsaved.save',
    summary: 'Keep unsaved changes',
    fails: [412],
    input: SENT_UNSAVED,
    status: 204,
  }),
  row.delete('/unsaved/:form', 'session', remove, {
    id: 'api.unsaved.discard',
    summary: 'Discard unsaved changes',
    status: 204,
  }),
];
