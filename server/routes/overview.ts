/** What the page Home shows, and the states of objects in lists (spec/queries.md#states). */

import { collectionGroups } from '../content/reading/groups.js';
import { collectionStates, overview } from '../content/reading/overview.js';
import { collectionTree } from '../content/reading/tree.js';
import { GROUPS, OVERVIEW, STATES } from '../contract/objects.js';
import { TREE } from '../contract/tree.js';
import { collectionAddress } from '../http/address.js';
import { objectReader } from '../http/permission.js';
import { queryChoice, queryIds, queryParams, queryText } from '../http/query.js';
import { sendJson } from '../http/send.js';
import { SELECTION } from '../openapi/parameters.js';
import { readableCollections } from './readable.js';
import { type Handler, type Route, routesTagged } from './route.js';

const show: Handler = async (request, response, site) => {
  const collections = readableCollections(site, request.caller, undefined);
  sendJson(request, response, await overview(site, collections, objectReader(site, request)));
};

const states: Handler = async (request, response, site) => {
  const collection = collectionAddress(request);
  const ids = queryIds(request) ?? [];
  const mayRead = objectReader(site, request);
  const readable = ids.filter((id) => mayRead(collection, id));
  sendJson(request, response, await collectionStates(site, collection, readable));
};

const groups: Handler = async (request, response, site) => {
  const asked = {
    by: queryText(request, 'by') ?? '',
    month: queryChoice(request, 'part', ['month']) !== undefined,
  };
  const collection = collectionAddress(request);
  sendJson(request, response, await collectionGroups(site, collection, queryParams(request), asked));
};

const MAX_IN_TREE = 1000;

const tree: Handler = async (request, response, site) => {
  const collection = collectionAddress(request);
  const parent = queryText(request, 'parent') ?? '';
  const whole = (name: string, otherwise: number) => {
    const value = Number(queryText(request, name) ?? otherwise);
    return Number.isSafeInteger(value) && value >= 0 ? value : otherwise;
  };
  const asked = {
    parent: parent === '' ? undefined : parent,
    limit: Math.min(MAX_IN_TREE, whole('limit', 200)),
    offset: whole('offset', 0),
    mayRead: objectReader(site, request),
  };
  sendJson(request, response, await collectionTree(site, collection, asked));
};

const row = routesTagged('Objects');

export const overviewRoutes: readonly Route[] = [
  row.get('/overview', 'session', show, {
    id: 'api.overview',
    summary: 'What changed last, drafts, and what is due',
    output: OVERVIEW,
  }),
  row.get('/states/collections/:collection', 'session', states, {
    id: 'api.states',
    summary: 'The states of objects, and how many are in each',
    hasPerspectives: true,
    parameters: ['ids'],
    output: STATES,
  }),
  row.get('/groups/collections/:collection', 'session', groups, {
    id: 'api.groups',
    summary: 'How many objects of a list have the same value',
    hasPerspectives: true,
    parameters: ['groupedBy', 'groupPart', ...SELECTION, 'state'],
    output: GROUPS,
  }),
  row.get('/tree/collections/:collection', 'session', tree, {
    id: 'api.tree',
    summary: 'Objects below a parent, or at the top level',
    hasPerspectives: true,
    parameters: ['treeParent', 'limit', 'offset'],
    output: TREE,
  }),
];
