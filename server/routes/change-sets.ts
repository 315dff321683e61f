/** Change sets: edits that are not live yet (spec/change-sets.md). */
import { actorOf } from '../access/request-changes.js';
import { suggests } from '../access/suggests.js';
import {
  changeIn,
  compareObject,
  createSet,
  dropSet,
  editSet,
  keepOverLive,
  listSets,
  plannedTime,
  readSet,
  type SetInfo,
} from '../content/change-sets/change-sets.js';
import { discard, discardMany } from '../content/change-sets/discard.js';
import { moveChanges } from '../content/change-sets/move.js';
import {
  comparisonFor,
  dropDecided,
  inSet,
  isOwnSuggestion,
  isSuggestionOf,
} from '../content/change-sets/own-suggestions.js';
import { setsOfCollection } from '../content/change-sets/sets-of-collection.js';
import {
  CHANGE_SET,
  CHANGE_SET_WITH_OBJECTS,
  CHANGE_SETS,
  type ChangeKind,
  COMPARED_OBJECT,
  DISCARD_REQUEST,
  DISCARDED_CHANGES,
  EDITED_CHANGE_SET,
  KEEP_REQUEST,
  MAX_CHANGED_IDS,
  MOVE_CHANGES_REQUEST,
  NEW_CHANGE_SET,
  PUBLISH_REQUEST,
  PUBLISHED,
} from '../contract/change-sets.js';
import { message } from '../contract/messages/message.js';
import { invalid, missing, PlinthError } from '../errors.js';
import { authorisePart, mayWrite, objectReader } from '../http/permission.js';
import { queryText } from '../http/query.js';
import type { Request } from '../http/request.js';
import { sendJson, sendNothing, sendTrashed } from '../http/send.js';
import type { Site } from '../site.js';
import type { StoredChange } from '../store/types/change-sets.js';
import { type Handler, type Route, routesTagged, type WriteHandler } from './route.js';

/**
 * Which sets a caller may see: all with the right to change all objects, since they hold what is not live; those who may
 * only suggest see their own suggestions. Throws `unauthenticated`, `forbidden`.
 */
function shownSets(request: Request): (set: SetInfo) => boolean {
  if (mayWrite(request, ['collections'])) return () => true;
  const { caller } = request;
  if (caller.kind === 'anonymous')
    throw new PlinthError('unauthenticated', message('authenticationRequired'));
  if (!suggests(caller)) throw new PlinthError('forbidden', message('perspectiveForbidden'));
  const actor = actorOf(caller);
  return (set) => isSuggestionOf(actor, set);
}

/** What is not live is for those who may change all objects. Throws `unauthenticated`, `forbidden`. */
function authoriseSets(request: Request): void {
  shownSets(request);
  if (suggests(request.caller)) throw new PlinthError('forbidden', message('onlySuggests'));
}

/** The set of the address, which the caller may see. Throws `unauthenticated`, `forbidden`, `missing`. */
function setIn(site: Site, request: Request): string {
  shownSets(request);
  const set = segment(request, 'set');
  const { caller } = request;
  if (!suggests(caller) || isOwnSuggestion(site, actorOf(caller), set)) return set;
  throw new PlinthError('forbidden', message('suggestionForbidden'));
}

/** Which objects of a set the caller is shown: a suggestion that came with the folder can name any. */
function objectsShown(site: Site, request: Request): (collection: string, id: string) => boolean {
  return suggests(request.caller) ? objectReader(site, request) : () => true;
}

/** A segment of the address. Throws `missing` for one that names nothing. */
function segment(request: Request, name: 'set' | 'collection' | 'id'): string {
  const value = request.params[name];
  if (typeof value !== 'string' || value === '') throw missing(message('notFound'));
  return value;
}

const chosenObject = (request: Request) => ({
  collection: segment(request, 'collection'),
  id: segment(request, 'id'),
});

/** A handler for those who may see what is not live, and do not only suggest. */
const allowed =
  <Input>(handle: WriteHandler<Input>): WriteHandler<Input> =>
  (request, response, site) => {
    authoriseSets(request);
    return handle(request, response, site);
  };

const RIGHTS = {
  new: { method: 'POST', operation: 'create' },
  edit: { method: 'PATCH', operation: 'update' },
  remove: { method: 'DELETE', operation: 'delete' },
} as const satisfies Record<ChangeKind, object>;

/** Publishing an object needs the right to make its change directly: the set may have come with the folder. */
const authoriseChange =
  (site: Site, request: Request) =>
  ({ collection, id, change }: StoredChange): void => {
    const segments = ['collections', collection, ...(change === 'new' ? [] : [id])];
    authorisePart(site, request, { ...RIGHTS[change], segments, collection });
  };

/** The changes of a set. */
const changesOf = (site: Site, set: string): StoredChange[] =>
  [...site.store.changeSets.current(set).changes.values()].flatMap((changes) => [...changes.values()]);

/** Names in a parameter, separated by commas. */
const namesIn = (request: Request, parameter: string): string[] | undefined =>
  queryText(request, parameter)
    ?.split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** The objects of a collection that are asked for. Throws `invalid`. */
function changedIds(request: Request): string[] | undefined {
  const ids = namesIn(request, 'id');
  if (ids === undefined || ids.length <= MAX_CHANGED_IDS) return ids;
  throw invalid(message('parameterInvalid', { name: 'id' }), {
    id: [message('listLimit', { limit: MAX_CHANGED_IDS })],
  });
}

const list: Handler = async (request, response, site) => {
  const shown = shownSets(request);
  const collection = queryText(request, 'collection');
  if (collection === undefined) {
    const changeSets = listSets(site, shown).map((set) => site.releases.shown(set));
    sendJson(request, response, { changeSets });
    return;
  }
  const mayRead = objectsShown(site, request);
  const sets = await setsOfCollection(site, collection, changedIds(request), shown);
  const changeSets = sets.map((set) => ({
    ...site.releases.shown(set),
    changes: set.changes?.filter(({ id }) => mayRead(collection, id)),
  }));
  sendJson(request, response, { changeSets });
};

const read: Handler = async (request, response, site) => {
  const set = await readSet(site, setIn(site, request));
  const mayRead = objectsShown(site, request);
  const objects = set.objects.filter(({ collection, id }) => mayRead(collection, id));
  sendJson(request, response, { ...site.releases.shown(set), objects });
};

const compare: Handler = async (request, response, site) => {
  const [set, chosen] = [setIn(site, request), chosenObject(request)];
  if (!objectsShown(site, request)(chosen.collection, chosen.id)) {
    throw new PlinthError('forbidden', message('permissionsInsufficient'));
  }
  const compared = await compareObject(site, set, chosen);
  sendJson(request, response, comparisonFor(site, compared, !suggests(request.caller)));
};

const create: WriteHandler<typeof NEW_CHANGE_SET> = async (request, response, site) => {
  shownSets(request);
  if (suggests(request.caller) && request.body.kind !== 'suggestion') authoriseSets(request);
  sendJson(request, response, await createSet(site, request.body), 201);
};

const edit: WriteHandler<typeof EDITED_CHANGE_SET> = async (request, response, site) => {
  const set = setIn(site, request);
  const { publishAt } = request.body;
  // What is planned now is published later without a caller.
  if (publishAt) for (const change of changesOf(site, set)) authoriseChange(site, request)(change);
  const edited = await editSet(site, set, request.body);
  if (publishAt !== undefined) site.releases.forget(set);
  sendJson(request, response, site.releases.shown(edited));
};

const drop: WriteHandler<undefined> = async (request, response, site) => {
  const set = setIn(site, request);
  sendTrashed(response, await inSet(site, set, () => dropSet(site, set)));
};

const discardObject: WriteHandler<undefined> = async (request, response, site) => {
  const set = setIn(site, request);
  const properties = namesIn(request, 'properties');
  const entry = await discard(site, set, { ...chosenObject(request), ...(properties && { properties }) });
  await dropDecided(site, set);
  if (entry) sendTrashed(response, entry);
  else sendNothing(response);
};

const discardObjects: WriteHandler<typeof DISCARD_REQUEST> = async (request, response, site) => {
  const set = setIn(site, request);
  const discarded = await discardMany(site, set, request.body.objects);
  // What was discarded is said also where its suggestion, empty by now, stays.
  await dropDecided(site, set).catch((error: unknown) =>
    site.logError('A decided suggestion could not be moved to the trash', error),
  );
  sendJson(request, response, discarded);
};

const keep = allowed<typeof KEEP_REQUEST | undefined>(async (request, response, site) => {
  await keepOverLive(site, segment(request, 'set'), { ...request.body, ...chosenObject(request) });
  sendNothing(response);
});

const move = allowed<typeof MOVE_CHANGES_REQUEST>(async (request, response, site) => {
  const { to, objects } = request.body;
  const set = segment(request, 'set');
  if (plannedTime(site, to) !== undefined) {
    for (const object of objects) authoriseChange(site, request)(changeIn(site, set, object));
  }
  await moveChanges(site, set, request.body);
  await dropDecided(site, set);
  sendNothing(response);
});

const publish = allowed<typeof PUBLISH_REQUEST | undefined>(async (request, response, site) => {
  const set = segment(request, 'set');
  const published = await site.releases.publish(
    site,
    set,
    request.body ?? {},
    authoriseChange(site, request),
  );
  if (!published.dryRun) await dropDecided(site, set);
  sendJson(request, response, published);
});

const row = routesTagged('Change sets');
const SET = '/change-sets/:set';
const OBJECT = `${SET}/objects/:collection/:id`;
const DECIDES = 'what is not live is for callers who may change all objects, whichever they name';

export const changeSetRoutes: readonly Route[] = [
  row.get('/change-sets', 'open', list, {
    id: 'api.changeSets.list',
    summary: 'The change sets of the folder, the shared draft first',
    fails: [401, 403],
    parameters: ['changedCollection', 'changedIds'],
    output: CHANGE_SETS,
  }),
  row.post('/change-sets', 'open', create, {
    id: 'api.changeSets.create',
    summary: 'Create a release or a suggestion',
    changes: true,
    forSuggesters: true,
    fails: [401, 403],
    input: NEW_CHANGE_SET,
    status: 201,
    output: CHANGE_SET,
  }),
  row.get(SET, 'open', read, {
    id: 'api.changeSets.get',
    summary: 'A change set with the objects it changes',
    fails: [401, 403, 404],
    output: CHANGE_SET_WITH_OBJECTS,
  }),
  row.patch(SET, 'open', edit, {
    id: 'api.changeSets.patch',
    summary: 'Change the title, the reason or the planned time of a change set',
    changes: true,
    forSuggesters: true,
    fails: [401, 403, 404],
    input: EDITED_CHANGE_SET,
    output: CHANGE_SET,
  }),
  row.delete(SET, 'open', drop, {
    id: 'api.changeSets.delete',
    summary: 'Drop a change set with all its changes',
    changes: true,
    forSuggesters: true,
    fails: [401, 403, 404],
    status: 204,
  }),
  row.post(`${SET}/publish`, 'open', publish, {
    id: 'api.changeSets.publish',
    summary: 'Publish a change set, or some of it, all or nothing',
    changes: true,
    forSuggesters: true,
    fails: [401, 403, 404, 409, 412],
    input: PUBLISH_REQUEST,
    inputOptional: true,
    output: PUBLISHED,
  }),
  row.post(`${SET}/move`, 'open', move, {
    id: 'api.changeSets.move',
    summary: 'Move changes into another change set',
    changes: true,
    forSuggesters: true,
    fails: [401, 403, 404, 409, 412],
    input: MOVE_CHANGES_REQUEST,
    status: 204,
  }),
  row.post(`${SET}/discard`, 'open', discardObjects, {
    id: 'api.changeSets.discardMany',
    summary: 'Drop the changes of objects, each as far as it can be',
    changes: true,
    forSuggesters: true,
    fails: [401, 403, 404],
    input: DISCARD_REQUEST,
    output: DISCARDED_CHANGES,
  }),
  row.get(OBJECT, 'open', compare, {
    id: 'api.changeSets.compare',
    summary: 'An object of a change set beside what is live',
    decides: DECIDES,
    hasPerspectives: true,
    fails: [401, 403, 404],
    output: COMPARED_OBJECT,
  }),
  row.post(`${OBJECT}/keep`, 'open', keep, {
    id: 'api.changeSets.keep',
    summary: 'Keep the values of a change over what is live now',
    changes: true,
    decides: DECIDES,
    fails: [401, 403, 404, 412],
    input: KEEP_REQUEST,
    inputOptional: true,
    status: 204,
  }),
  row.delete(OBJECT, 'open', discardObject, {
    id: 'api.changeSets.discard',
    summary: 'Drop the change of an object, or of some of its properties',
    changes: true,
    forSuggesters: true,
    decides: DECIDES,
    fails: [401, 403, 404, 412],
    parameters: ['changedProperties'],
    status: 204,
  }),
];
