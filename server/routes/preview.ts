/** The preview of the site beside a form (spec/preview.md). */

import { findPlaces } from '../content/reading/find-places.js';
import {
  OBJECT_PAGES,
  PLACES,
  PREVIEW,
  PREVIEW_CHANGE,
  PREVIEW_OPENED,
  PREVIEW_OPENING,
  PREVIEW_SHARED,
  PREVIEW_SHARES,
  PREVIEW_SHARING,
  SHOWN_PART,
} from '../contract/preview.js';
import { param } from '../http/address.js';
import { objectReader, sessionUser } from '../http/permission.js';
import { logSecurity } from '../http/security-log.js';
import { sendJson, sendNothing } from '../http/send.js';
import { readableCollections } from './readable.js';
import { type Handler, type Route, routesTagged } from './route.js';

const show: Handler = (request, response, site) => sendJson(request, response, site.previews.state());

const change: Handler<typeof PREVIEW_CHANGE> = async (request, response, site) =>
  sendJson(request, response, await site.previews.change(request.body));

const open: Handler<typeof PREVIEW_OPENING> = async (request, response, site) =>
  sendJson(request, response, await site.previews.open(request.body.admin));

const places: Handler<typeof SHOWN_PART> = async (request, response, site) => {
  const collections = readableCollections(site, request.caller, undefined);
  const asked = { ...request.body, collections, mayRead: objectReader(site, request) };
  sendJson(request, response, { places: await site.queries.inAll(() => findPlaces(site, asked)) });
};

const pages: Handler = async (request, response, site) => {
  const [collection, id] = [param(request, 'collection'), param(request, 'id')];
  const mayRead = objectReader(site, request)(collection, id);
  sendJson(request, response, mayRead ? await site.builtSites.pagesOf({ collection, id }) : { sites: [] });
};

const shares: Handler = (request, response, site) => sendJson(request, response, site.sharedPreviews.list());

const share: Handler<typeof PREVIEW_SHARING> = async (request, response, site) => {
  const shared = await site.sharedPreviews.share(request.body, sessionUser(request), request.headers.host);
  const { id, site: of, until } = shared.share;
  logSecurity(site, request, 'preview.shared', { share: id, site: of, until });
  sendJson(request, response, shared, 201);
};

const endShare: Handler = async (request, response, site) => {
  const id = param(request, 'share');
  await site.sharedPreviews.end(id);
  logSecurity(site, request, 'preview.ended', { share: id });
  sendNothing(response);
};

const row = routesTagged('Preview');

export const previewRoutes: readonly Route[] = [
  row.get('/preview', 'session', show, {
    id: 'api.preview.get',
    summary: 'Where the development server of the site is',
    output: PREVIEW,
  }),
  row.put('/preview', 'owner', change, {
    id: 'api.preview.change',
    summary: 'Say where the development server of the site is, and what it reads through',
    fails: [404],
    input: PREVIEW_CHANGE,
    output: PREVIEW,
  }),
  row.post('/preview/open', 'session', open, {
    id: 'api.preview.open',
    summary: 'Open the preview for an admin on this machine',
    input: PREVIEW_OPENING,
    output: PREVIEW_OPENED,
  }),
  row.post('/preview/places', 'session', places, {
    id: 'api.preview.places',
    summary: 'Which values of objects a text or image of a page is',
    input: SHOWN_PART,
    output: PLACES,
  }),
  row.get('/preview/pages/:collection/:id', 'session', pages, {
    id: 'api.preview.pages',
    summary: 'The pages that show an object, of each site that was built',
    output: OBJECT_PAGES,
  }),
  row.get('/preview/shares', 'owner', shares, {
    id: 'api.preview.shares',
    summary: 'The addresses that show the preview to others, and where they work',
    output: PREVIEW_SHARES,
  }),
  row.post('/preview/shares', 'owner', share, {
    id: 'api.preview.share',
    summary: 'Make an address that shows the preview to others until it ends',
    input: PREVIEW_SHARING,
    status: 201,
    output: PREVIEW_SHARED,
  }),
  row.delete('/preview/shares/:share', 'owner', endShare, {
    id: 'api.preview.endShare',
    summary: 'End an address that shows the preview to others',
    status: 204,
  }),
];
