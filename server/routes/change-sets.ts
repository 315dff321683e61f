/** Change sets: edits that are not live yet (spec/change-sets.md). */
import {
  compareObject,
  createSet,
  discard,
  dropSet,
  editSet,
  listSets,
  moveChanges,
  readSet,
} from '../content/change-sets/change-sets.js';
import { publishSet } from '../content/change-sets/publish.js';
import { setsOfCollection } from '../content/change-sets/sets-of-collection.js';
import {
  CHANGE_SET,
  CHANGE_SET_WITH_OBJECTS,
  CHANGE_SETS,
  type ChangeKind,
  COMPARED_OBJECT,
  EDITED_CHANGE_SET,
  MAX_CHANGED_IDS,
  MOVE_CHANGES_REQUEST,
  NEW_CHANGE_SET,
  PUBLISH_REQUEST,
  PUBLISHED,
} from '../contract/change-sets.js';
import { message } from '../contract/messages/message.js';
import { invalid, missing, PlinthError } from '../errors.js';
import { authorisePart, mayWrite } from '../http/permission.js';
import { queryText } from '../http/query.js';
import type { Request } from '../http/request.js';
import { sendJson, sendNothing, sendTrashed } from '../http/send.js';
import type { Site } from '../site.js';
import type { StoredChange } from '../store/types/change-sets.js';
import { type Handler, type Route, routesTagged, type WriteHandler } from './route.js';

/** What is not live is for those who may change all objects. Throws `unauthenticated`, `forbidden`. */
function authoriseSets(request: Request): void {
  if (mayWrite(request, ['collections'])) return;
  if (request.caller.kind === 'anonymous') {
    throw new PlinthError('unauthenticated', message('authenticationRequired'));
  }
  throw new PlinthError('forbidden', message('perspectiveForbidden'));
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

/** A handler for those who may see what is not live. */
const allowed =
  <Input>(handle: WriteHandler<Input>): WriteHandler<Input> =>
  (request, response, site) => {
    authoriseSets(request);
    return handle(request, response, site);
  };

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
  authoriseSets(request);
  const collection = queryText(request, 'collection');
  const changeSets =
    collection === undefined ? listSets(site) : await setsOfCollection(site, collection, changedIds(request));
  sendJson(request, response, { changeSets });
};

const read: Handler = async (request, response, site) => {
  authoriseSets(request);
  sendJson(request, response, await readSet(site, segment(request, 'set')));
};

const compare: Handler = async (request, response, site) => {
  authoriseSets(request);
  sendJson(request, response, await compareObject(site, segment(request, 'set'), chosenObject(request)));
};

const create = allowed<typeof NEW_CHANGE_SET>(async (request, response, site) => {
  sendJson(request, response, await createSet(site, request.body), 201);
});

const edit = allowed<typeof EDITED_CHANGE_SET>(async (request, response, site) => {
  sendJson(request, response, await editSet(site, segment(request, 'set'), request.body));
});

const drop = allowed<undefined>(async (request, response, site) => {
  sendTrashed(response, await dropSet(site, segment(request, 'set')));
});

const discardObject = allowed<undefined>(async (request, response, site) => {
  const properties = namesIn(request, 'properties');
  const entry = await discard(site, segment(request, 'set'), {
    ...chosenObject(request),
    ...(properties && { properties }),
  });
  if (entry) sendTrashed(response, entry);
  else sendNothing(response);
});

const move = allowed<typeof MOVE_CHANGES_REQUEST>(async (request, response, site) => {
  const { to, objects } = request.body;
  await moveChanges(site, segment(request, 'set'), to, objects);
  sendNothing(response);
});

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

const publish = allowed<typeof PUBLISH_REQUEST | undefined>(async (request, response, site) => {
  const set = segment(request, 'set');
  const published = await publishSet(site, set, request.body ?? {}, authoriseChange(site, request));
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
    summary: 'Change the title or the reason of a change set',
    changes: true,
    fails: [401, 403, 404],
    input: EDITED_CHANGE_SET,
    output: CHANGE_SET,
  }),
  row.delete(SET, 'open', drop, {
    id: 'api.changeSets.delete',
    summary: 'Drop a change set with all its changes',
    changes: true,
    fails: [401, 403, 404],
    status: 204,
  }),
  row.post(`${SET}/publish`, 'open', publish, {
    id: 'api.changeSets.publish',
    summary: 'Publish a change set, or some of it, all or nothing',
    changes: true,
    fails: [401, 403, 404, 409, 412],
    input: PUBLISH_REQUEST,
    inputOptional: true,
    output: PUBLISHED,
  }),
  row.post(`${SET}/move`, 'open', move, {
    id: 'api.changeSets.move',
    summary: 'Move changes into another change set',
    changes: true,
    fails: [401, 403, 404, 412],
    input: MOVE_CHANGES_REQUEST,
    status: 204,
  }),
  row.get(OBJECT, 'open', compare, {
    id: 'api.changeSets.compare',
    summary: 'An object of a change set beside what is live',
    decides: DECIDES,
    fails: [401, 403, 404],
    output: COMPARED_OBJECT,
  }),
  row.delete(OBJECT, 'open', discardObject, {
    id: 'api.changeSets.discard',
    summary: 'Drop the change of an object, or of some of its properties',
    changes: true,
    decides: DECIDES,
    fails: [401, 403, 404, 412],
    parameters: ['changedProperties'],
    status: 204,
  }),
];
