/** Changes as they happen (spec/events.md#stream): server-sent events for the admin and for builds that watch. */
import type { Request } from 'express';
import type { Caller } from '../access/caller.js';
import { mayPass, permit } from '../access/permit.js';
import { publicOperationsOf } from '../access/public-operations.js';
import { shownActor } from '../access/shown-actor.js';
import type { Change } from '../content/events/recent-changes.js';
import { DRAFT_ID, DRAFTS_CHANGED, PRESENCE_CHANGED } from '../contract/drafts.js';
import { isLegalId } from '../contract/names.js';
import type { ChangeEvent, ChangeOnWire } from '../contract/wire.js';
import { invalid, PlinthError } from '../errors.js';
import { callerNow } from '../http/caller.js';
import { EventStream } from '../http/event-stream.js';
import { queryText } from '../http/query.js';
import { sendNothing } from '../http/send.js';
import { file } from '../openapi/shapes.js';
import type { Site } from '../site.js';
import { SCHEMA_FOLDER, SYSTEM_FOLDER } from '../store/disk/layout.js';
import { isOfObject } from './draft-place.js';
import { type Handler, type Route, routesTagged } from './route.js';

/** Maximum number of streams (spec/limits.md#connections), in total and of anonymous clients. */
const MAX_STREAMS = 32;
const MAX_ANONYMOUS = 16;

/** The read request equivalent to an event. */
const readOf = (site: Site, segments: readonly string[]) => ({
  method: 'GET',
  segments,
  operation: 'read' as const,
  publicOperations: segments[0] === 'collections' ? publicOperationsOf(site, segments[1]) : [],
});

/** The path of a change, as segments. */
function placeOf(event: ChangeEvent): string[] {
  if ('schema' in event) return ['schemas', event.schema];
  if (event.collection === SCHEMA_FOLDER) return ['schemas', 'id' in event ? event.id : ''];
  if (event.collection === SYSTEM_FOLDER) return ['settings'];
  return 'id' in event ? ['collections', event.collection, event.id] : ['collections', event.collection];
}

/** The requested collections; undefined for all. Throws `invalid`. */
function requestedCollections(request: Request): ReadonlySet<string> | undefined {
  const ids = queryText(request, 'collections')
    ?.split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');
  if (ids === undefined || ids.length === 0) return undefined;
  if (ids.every(isLegalId)) return new Set(ids);
  throw invalid('The parameter collections is invalid', {
    collections: ['must be a comma-separated list of collection ids'],
  });
}

/**
 * Throws `unauthenticated` or `forbidden` for callers who can read none of the requested collections, or not all of the
 * named ones.
 */
function authoriseListening(site: Site, caller: Caller, named: ReadonlySet<string> | undefined): void {
  if (named) {
    for (const collection of named) permit(caller, readOf(site, ['collections', collection]));
    return;
  }
  const all = site.collections.all().map(({ settings }) => ['collections', settings.id]);
  if ([['schemas'], ...all].some((segments) => mayPass(caller, readOf(site, segments)))) return;
  permit(caller, readOf(site, ['collections']));
}

function refuseTooMany(site: Site, { caller }: Request): void {
  const most = caller.kind === 'anonymous' ? MAX_ANONYMOUS : MAX_STREAMS;
  if (site.changes.subscribers < most) return;
  throw new PlinthError('busy', `Too many event streams (at most ${most}); try again later`);
}

/** The id of the last received event: a header of reconnecting browsers, else a parameter. */
function lastHeard(request: Request): string | undefined {
  const header = request.headers['last-event-id'];
  return typeof header === 'string' && header !== '' ? header : queryText(request, 'lastEventId');
}

/** The window whose forms are open as long as it listens. Throws `invalid`. */
function windowOf(request: Request): string | undefined {
  const window = queryText(request, 'window');
  if (window === undefined || DRAFT_ID.test(window)) return window;
  throw invalid('The parameter window is invalid', { window: ['must be 8 to 64 letters, digits and "-"'] });
}

const listen: Handler = (request, response, site) => {
  const named = requestedCollections(request);
  const window = windowOf(request);
  authoriseListening(site, request.caller, named);
  if (request.method === 'HEAD') return sendNothing(response);
  refuseTooMany(site, request);

  let caller: Caller | undefined = request.caller;
  const isVisible = ({ event }: Change): boolean => {
    if (named && !('collection' in event && named.has(event.collection))) return false;
    return caller !== undefined && mayPass(caller, readOf(site, placeOf(event)));
  };
  const send = (change: Change): void => {
    if (!caller || !isVisible(change)) return;
    const { at, transaction } = change;
    const data: ChangeOnWire = { ...change.event, at, actor: shownActor(caller, change.actor), transaction };
    stream.send({ id: change.id, event: change.event.type, data });
  };

  const stream = new EventStream(request, response, {
    alive: () => {
      caller = callerNow(site, request);
      return caller !== undefined;
    },
    closed: () => {
      for (const stop of unfollow) stop();
    },
  });
  const last = lastHeard(request);
  const missed = last === undefined ? undefined : site.changes.since(last);
  // A new client gets the current position; one that was disconnected for too long is notified to reload everything.
  if (missed) for (const change of missed) send(change);
  else stream.send({ id: site.changes.latest, event: last === undefined ? 'ready' : 'reset', data: {} });
  const unfollow = [site.changes.subscribe({ changed: send, ended: () => stream.end() })];
  if (named || !('session' in caller)) return;
  // What is not content: only for sessions, and not repeated to one that resumes.
  const { id: listener } = caller.session.user;
  unfollow.push(
    site.drafts.on((user) => {
      if (user === listener) stream.send({ event: DRAFTS_CHANGED, data: {} });
    }),
    site.presence.on(({ user, collection, object }) => {
      // The list of drafts says which of them are open.
      if (user === listener) stream.send({ event: DRAFTS_CHANGED, data: {} });
      if (!isOfObject({ collection, ...(object !== undefined && { object }) })) return;
      if (!caller || !mayPass(caller, readOf(site, ['collections', collection, ...(object ? [object] : [])])))
        return;
      stream.send({ event: PRESENCE_CHANGED, data: { collection, id: object } });
    }),
  );
  if (window !== undefined) unfollow.push(site.presence.follow(listener, window));
};

const row = routesTagged('Server');

export const eventRoutes: readonly Route[] = [
  row.get('/events', 'open', listen, {
    id: 'api.events',
    summary: 'Changes as server-sent events',
    parameters: ['watched', 'window', 'lastEventId'],
    output: file('text/event-stream'),
  }),
];
