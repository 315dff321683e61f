/** Moving objects in the manual order and the tree of a collection (spec/content.md#moving). */

import { moveObject } from '../content/batch/move-object.js';
import { MOVE_REQUEST, MOVED_OBJECT } from '../contract/moves.js';
import { objectAddress } from '../http/address.js';
import { ifMatchOf } from '../http/condition.js';
import { authorisePart, objectChanger, objectReader } from '../http/permission.js';
import { sendJson } from '../http/send.js';
import { mayRead } from './readable.js';
import { type Route, routesTagged, type WriteHandler } from './route.js';

const move: WriteHandler<typeof MOVE_REQUEST> = async (request, response, site) => {
  const [collection, id] = objectAddress(request);
  const segments = ['collections', collection, id];
  authorisePart(site, request, { method: 'PATCH', operation: 'update', segments, collection });
  const [reads, changes] = [objectReader(site, request), objectChanger(site, request)];
  const moved = await moveObject(site, {
    ...{ collection, id, request: request.body, ifMatch: ifMatchOf(request) },
    mayRead: (one) => reads(collection, one),
    mayChange: (one) => changes(collection, one),
    mayCount: mayRead(site, request.caller, ['collections', collection]),
  });
  sendJson(request, response, moved);
};

const row = routesTagged('Objects');

export const moveRoutes: readonly Route[] = [
  row.post('/collections/:collection/:id/move', 'update', move, {
    id: 'api.objects.move',
    summary: 'Move an object in the manual order or the tree of its collection',
    changes: true,
    inSets: true,
    parameters: ['ifMatch'],
    input: MOVE_REQUEST,
    output: MOVED_OBJECT,
  }),
];
