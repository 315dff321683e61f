/** Saved views of collections, and the order they stand in. */
import type { Request } from 'express';
import {
  arrangeViews,
  changeView,
  createView,
  listViews,
  removeView,
  type ViewCondition,
} from '../content/views.js';
import { collectionAddress, viewAddress } from '../http/address.js';
import { ifMatchOf } from '../http/condition.js';
import { sendVersion } from '../http/send.js';
import type { Handler, Route } from './route.js';

const condition = (request: Request): ViewCondition => ({ ifMatch: ifMatchOf(request) });

const list: Handler = (request, response, site) =>
  sendVersion(site, request, response, listViews(site, collectionAddress(request)));

const create: Handler = async (request, response, site) => {
  const made = await createView(site, collectionAddress(request), request.body, condition(request));
  response.setHeader('Location', `${request.originalUrl.replace(/\?.*$/, '')}/${made.id}`);
  sendVersion(site, request, response, made.views, 201);
};

const arrange: Handler = async (request, response, site) => {
  const collection = collectionAddress(request);
  sendVersion(
    site,
    request,
    response,
    await arrangeViews(site, collection, request.body, condition(request)),
  );
};

const change: Handler = async (request, response, site) => {
  const [collection, view] = viewAddress(request);
  sendVersion(
    site,
    request,
    response,
    await changeView(site, collection, view, request.body, condition(request)),
  );
};

const remove: Handler = async (request, response, site) => {
  const [collection, view] = viewAddress(request);
  sendVersion(site, request, response, await removeView(site, collection, view, condition(request)));
};

const VIEWS = '/views/collections/:collection';

/** Reading takes what reading the collection takes; a change is one of the collection's settings. */
export const viewRoutes: readonly Route[] = [
  { method: 'GET', path: VIEWS, access: 'read', handle: list },
  { method: 'POST', path: VIEWS, access: 'manage', body: 'json', handle: create },
  { method: 'PATCH', path: VIEWS, access: 'manage', body: 'json', handle: arrange },
  { method: 'PATCH', path: `${VIEWS}/:view`, access: 'manage', body: 'json', handle: change },
  { method: 'DELETE', path: `${VIEWS}/:view`, access: 'manage', handle: remove },
];
