/** Drafts of unsaved changes of the signed-in user (spec/drafts.md). */

import { mayPass, permit } from '../access/permit.js';
import {
  DRAFT_ANSWER,
  DRAFT_ID,
  DRAFTS,
  type DraftContent,
  type DraftSummary,
  SENT_DRAFT,
  type SentDraft,
} from '../contract/drafts.js';
import { message } from '../contract/messages/message.js';
import { missing } from '../errors.js';
import { param } from '../http/address.js';
import { sessionUser } from '../http/permission.js';
import type { Request } from '../http/request.js';
import { sendJson, sendNothing } from '../http/send.js';
import type { Site } from '../site.js';
import { changeOf, exists, placeOf } from './draft-place.js';
import { type Handler, type Route, routesTagged } from './route.js';

const MAX_TITLE = 500;

/** Throws `missing`. */
function idOf(request: Request): string {
  const id = param(request, 'draft');
  if (!DRAFT_ID.test(id)) throw missing(message('draftMissing'));
  return id;
}

const list: Handler = async (request, response, site) => {
  const { id: user } = sessionUser(request);
  const own = (await site.drafts.list(user)).filter((draft) => mayPass(request.caller, changeOf(draft)));
  const drafts: DraftSummary[] = [];
  for (const draft of own) {
    const isMissing = !(await exists(site, draft));
    drafts.push({
      ...draft,
      open: site.presence.isOpen(user, draft.id),
      ...(isMissing && { missing: true as const }),
    });
  }
  sendJson(request, response, { drafts });
};

const read: Handler = (request, response, site) => {
  const draft = site.drafts.read(sessionUser(request).id, idOf(request));
  if (!mayPass(request.caller, changeOf(draft))) throw missing(message('draftMissing'));
  sendJson(request, response, draft);
};

function contentOf(site: Site, body: SentDraft): DraftContent {
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

const save: Handler<typeof SENT_DRAFT> = async (request, response, site) => {
  const content = contentOf(site, request.body);
  permit(request.caller, changeOf(content));
  await site.drafts.save(sessionUser(request).id, idOf(request), content, request.body.replaces);
  sendNothing(response);
};

const remove: Handler = async (request, response, site) => {
  await site.drafts.remove(sessionUser(request).id, idOf(request));
  sendNothing(response);
};

const row = routesTagged('Drafts');

export const draftRoutes: readonly Route[] = [
  row.get('/drafts', 'session', list, {
    id: 'api.drafts.list',
    summary: 'Unsaved changes of the signed-in user',
    output: DRAFTS,
  }),
  row.get('/drafts/:draft', 'session', read, {
    id: 'api.drafts.read',
    summary: 'A draft of the signed-in user',
    output: DRAFT_ANSWER,
  }),
  row.put('/drafts/:draft', 'editor', save, {
    id: 'api.drafts.save',
    summary: 'Keep unsaved changes',
    fails: [412],
    input: SENT_DRAFT,
    status: 204,
  }),
  row.delete('/drafts/:draft', 'session', remove, {
    id: 'api.drafts.discard',
    summary: 'Discard a draft',
    status: 204,
  }),
];
