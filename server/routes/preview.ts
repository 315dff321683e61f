/** The preview of the site beside a form (spec/preview.md). */

import { findPlaces } from '../content/reading/find-places.js';
import {
  OBJECT_PAGES,
  PLACES,
  PREVIEW,
  PREVIEW_CHANGE,
  PREVIEW_OPENED,
  PREVIEW_OPENING,
  SHOWN_PART,
} from '../contract/preview.js';
import { param } from '../http/address.js';
import { objectReader } from '../http/permission.js';
import { sendJson } from '../http/send.js';
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
];
