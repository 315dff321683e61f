/** Saved views of collections and their order. */

import {
  arrangeViews,
  changeView,
  createView,
  listViews,
  removeView,
  type ViewCondition,
} from '../content/collections/views.js';
import * as wire from '../contract/json-schema.js';
import { SAVED_VIEWS } from '../contract/views.js';
import { collectionAddress, viewAddress } from '../http/address.js';
import { ifMatchOf } from '../http/condition.js';
import type { Request } from '../http/request.js';
import { sendVersion } from '../http/send.js';
import { NEW_VIEW, VIEW_CHANGE } from '../openapi/collection-shapes.js';
import { unchecked } from '../openapi/shapes.js';
import { type Handler, type Route, routesTagged, type WriteHandler } from './route.js';

const condition = (request: Request): ViewCondition => ({ ifMatch: ifMatchOf(request) });

const list: Handler = (request, response, site) =>
  sendVersion(site, request, response, listViews(site, collectionAddress(request)));

const create: WriteHandler = async (request, response, site) => {
  const made = await createView(site, collectionAddress(request), request.body, condition(request));
  response.setHeader('Location', `${request.originalUrl.replace(/\?.*/s, '')}/${made.id}`);
  sendVersion(site, request, response, made.views, 201);
};

const arrange: WriteHandler<typeof VIEW_ARRANGEMENT> = async (request, response, site) => {
  const collection = collectionAddress(request);
  sendVersion(
    site,
    request,
    response,
    await arrangeViews(site, collection, request.body, condition(request)),
  );
};

const change: WriteHandler = async (request, response, site) => {
  const [collection, view] = viewAddress(request);
  sendVersion(
    site,
    request,
    response,
    await changeView(site, collection, view, request.body, condition(request)),
  );
};

const remove: WriteHandler = async (request, response, site) => {
  const [collection, view] = viewAddress(request);
  sendVersion(site, request, response, await removeView(site, collection, view, condition(request)));
};

const VIEWS = '/views/collections/:collection';

const VIEW_ARRANGEMENT = wire.named(
  'ViewArrangement',
  wire.some({ order: wire.listOf(wire.text), default: wire.orNull(wire.text) }),
);

const row = routesTagged('Collections');

/** Reading requires read access to the collection; a change counts as a change of the collection's settings. */
export const viewRoutes: readonly Route[] = [
  row.get(VIEWS, 'read', list, {
    id: 'api.views.list',
    summary: 'The saved views of a collection',
    parameters: ['ifNoneMatch'],
    output: SAVED_VIEWS,
  }),
  row.post(VIEWS, 'manage', create, {
    id: 'api.views.create',
    summary: 'Save a view',
    changes: true,
    parameters: ['ifMatch'],
    input: unchecked(NEW_VIEW),
    status: 201,
    output: SAVED_VIEWS,
  }),
  row.patch(VIEWS, 'manage', arrange, {
    id: 'api.views.arrange',
    summary: 'Order the views and choose the default one',
    changes: true,
    parameters: ['ifMatch'],
    input: VIEW_ARRANGEMENT,
    output: SAVED_VIEWS,
  }),
  row.patch(`${VIEWS}/:view`, 'manage', change, {
    id: 'api.views.change',
    summary: 'Change a view',
    changes: true,
    parameters: ['ifMatch'],
    input: unchecked(VIEW_CHANGE),
    output: SAVED_VIEWS,
  }),
  row.delete(`${VIEWS}/:view`, 'manage', remove, {
    id: 'api.views.delete',
    summary: 'Delete a view',
    changes: true,
    parameters: ['ifMatch'],
    output: SAVED_VIEWS,
  }),
];
