/** Changes as they happen (spec/events.md#stream): server-sent events for the admin and for builds that watch. */

import { ANONYMOUS, type Caller } from '../access/caller.js';
import { actorOf } from '../access/request-changes.js';
import { shownActor } from '../access/shown-actor.js';
import { suggests } from '../access/suggests.js';
import { isOwnSuggestion } from '../content/change-sets/own-suggestions.js';
import type { ToldChange } from '../content/changes/cursors.js';
import { shownTransaction } from '../content/history/versions.js';
import type { KeyRecord } from '../contract/access.js';
import type { Actor, ChangeOrigin } from '../contract/changes.js';
import { message } from '../contract/messages/message.js';
import { CHANGE_SET_EVENT } from '../contract/set-names.js';
import { FORM_ID, PRESENCE_CHANGED, UNSAVED_CHANGED } from '../contract/unsaved.js';
import type { ChangeOnWire } from '../contract/wire.js';
import { invalid, PlinthError } from '../errors.js';
import { callerNow } from '../http/caller.js';
import { EventStream } from '../http/event-stream.js';
import { mayWrite } from '../http/permission.js';
import { queryFlag, queryText } from '../http/query.js';
import type { Request } from '../http/request.js';
import { sendNothing } from '../http/send.js';
import { file } from '../openapi/shapes.js';
import type { Site } from '../site.js';
import { rejectPast } from './changes.js';
import { isOfObject } from './form-place.js';
import { GroupedChanges } from './grouped-changes.js';
import { authoriseReading, mayRead, placeOf, requestedCollections } from './readable.js';
import { type Handler, type Route, routesTagged } from './route.js';

/** Maximum number of streams (spec/limits.md#connections), in total and of anonymous clients. */
const MAX_STREAMS = 32;
const MAX_ANONYMOUS = 16;

/** Missed changes that are sent before the client is waited for. */
const BATCH = 200;

interface Sender {
  send(change: ToldChange): void;
  /** Resolves when the client has taken most of what was sent, or is gone. */
  drained(): Promise<void>;
}

function refuseTooMany(site: Site, { caller }: Request): void {
  const most = caller.kind === 'anonymous' ? MAX_ANONYMOUS : MAX_STREAMS;
  if (site.changes.subscribers < most) return;
  throw new PlinthError('busy', message('streamsLimit', { limit: most }));
}

/** The id of the last received event: a header of reconnecting browsers, else a parameter. */
function lastHeard(request: Request): string | undefined {
  const header = request.headers['last-event-id'];
  return typeof header === 'string' && header !== '' ? header : queryText(request, 'lastEventId');
}

/** The window whose forms are open as long as it listens. Throws `invalid`. */
function windowOf(request: Request): string | undefined {
  const window = queryText(request, 'window');
  if (window === undefined || FORM_ID.test(window)) return window;
  throw invalid(message('parameterInvalid', { name: 'window' }), {
    window: [message('notWindow')],
  });
}

/**
 * Sends the changes after an event at the pace of the client, and calls `end` at a moment when there are no others: with
 * false where some are not known any more.
 */
async function resume(
  site: Site,
  { stream, last }: { stream: EventStream; last: string },
  sender: Sender,
  end: (complete: boolean) => void,
): Promise<void> {
  let missed = await site.cursors.missedSince(last);
  while (missed && missed.length > 0 && !stream.isClosed) {
    for (const [at, change] of missed.entries()) {
      sender.send(change);
      if (at % BATCH === BATCH - 1) await sender.drained();
    }
    await sender.drained();
    missed = site.cursors.after(missed);
  }
  end(missed !== undefined);
}

/** Ends a stream when its key reads something else: the client opens another one, and is told to read everything again. */
function endWithReads(site: Site, key: KeyRecord, stream: EventStream): (() => void)[] {
  const reads = site.temporaryKeys.readsOf(key);
  if (!reads) return [];
  const read = () => JSON.stringify(reads.perspective());
  const before = read();
  return [
    site.temporaryKeys.onReads(() => {
      if (read() !== before) stream.end();
    }),
  ];
}

/** Whether a caller may know of the changes of a set: with the right to change all objects, or of an own suggestion. */
const seesSet = (site: Site, caller: Caller, set: string): boolean =>
  mayWrite({ caller }, ['collections']) || (suggests(caller) && isOwnSuggestion(site, actorOf(caller), set));

/**
 * Sends the changes of sets, which are no changes of the folder and not repeated to a client that resumes. Through a
 * perspective they come as changes of objects.
 */
const followSets = (
  site: Site,
  stream: EventStream,
  { named, caller }: { named: ReadonlySet<string> | undefined; caller: () => Caller | undefined },
): (() => void) =>
  site.setEvents.on((event) => {
    if (named && event.collection !== undefined && !named.has(event.collection)) return;
    const listener = caller();
    if (listener && seesSet(site, listener, event.set)) {
      stream.send({ event: CHANGE_SET_EVENT, data: event });
    }
  });

const listen: Handler = async (request, response, site) => {
  const named = requestedCollections(request);
  const window = windowOf(request);
  authoriseReading(site, request.caller, named);
  rejectPast(site, 'lastEventId');
  if (request.method === 'HEAD') return sendNothing(response);
  refuseTooMany(site, request);

  let caller: Caller | undefined = request.caller;
  const isVisible = ({ event }: ToldChange): boolean => {
    if (named && !('collection' in event && named.has(event.collection))) return false;
    return caller !== undefined && mayRead(site, caller, placeOf(event));
  };
  const originOf = ({ actor, transaction }: ToldChange): ChangeOrigin => {
    const show = (shown: Actor) => shownActor(caller ?? ANONYMOUS, shown);
    return { actor: show(actor), transaction: shownTransaction(transaction, show) };
  };
  const idOf = (change: ToldChange) => change.cursor ?? site.cursors.cursor(change.end);

  const unfollow: (() => void)[] = [];
  const stream = new EventStream(request, response, {
    alive: () => {
      caller = callerNow(site, request);
      return caller !== undefined;
    },
    closed: () => {
      for (const stop of unfollow) stop();
    },
  });
  const reset = () => stream.send({ id: site.cursors.cursor(), event: 'reset', data: {} });
  const failed = (error: unknown) => {
    site.logError('Changes could not be sent', error);
    stream.end();
  };
  const sender: Sender = queryFlag(request, 'grouped')
    ? new GroupedChanges({ stream, isVisible, originOf, idOf, reset, failed })
    : {
        send: (change) => {
          if (!isVisible(change)) return;
          const at = new Date(change.at).toISOString();
          const data: ChangeOnWire = { ...change.event, at, ...originOf(change) };
          stream.send({ id: idOf(change), event: data.type, data });
        },
        drained: () => stream.drained(),
      };
  // Until a client has what it missed, the log keeps what happens.
  let follows = false;
  const changed = (change: ToldChange) => {
    if (follows) sender.send(change);
  };
  unfollow.push(site.changes.subscribe({ changed, ended: () => stream.end() }));
  if (caller.kind === 'key') unfollow.push(...endWithReads(site, caller.key, stream));
  const last = lastHeard(request);
  // A new client gets the current position; one that was disconnected for too long is told to read everything again.
  const begin = (isComplete: boolean) => {
    if (!isComplete) reset();
    follows = true;
  };
  if (last !== undefined) await resume(site, { stream, last }, sender, begin);
  else {
    stream.send({ id: site.cursors.cursor(), event: 'ready', data: {} });
    begin(true);
  }
  if (stream.isClosed) return;
  if (!site.perspective) unfollow.push(followSets(site, stream, { named, caller: () => caller }));
  if (named || !('session' in caller)) return;
  // What is not content: only for sessions, and not repeated to one that resumes.
  const { id: listener } = caller.session.user;
  unfollow.push(
    site.unsaved.on((user) => {
      if (user === listener) stream.send({ event: UNSAVED_CHANGED, data: {} });
    }),
    site.presence.on(({ user, collection, object }) => {
      // The list of unsaved changes says which of them are open.
      if (user === listener) stream.send({ event: UNSAVED_CHANGED, data: {} });
      if (!isOfObject({ collection, ...(object !== undefined && { object }) })) return;
      if (!caller || !mayRead(site, caller, ['collections', collection, ...(object ? [object] : [])])) return;
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
    fails: [401, 403, 404],
    parameters: ['watched', 'grouped', 'window', 'lastEventId'],
    hasPerspectives: true,
    output: file('text/event-stream'),
  }),
];
