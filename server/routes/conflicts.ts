/** Conflicts between versions of files (spec/conflicts.md). */
import type { Request } from 'express';
import { mayPass } from '../access/permit.js';
import { listConflicts } from '../content/conflicts/list-conflicts.js';
import { detailOf, findConflict, readConflict } from '../content/conflicts/read-conflict.js';
import { keepBoth, resolveConflict } from '../content/conflicts/resolve-conflict.js';
import type { SaveSettings } from '../content/conflicts/write-result.js';
import { CONFLICT_RESULTS, CONFLICT_SIDES, type Conflict } from '../contract/conflicts.js';
import type { JsonObject } from '../contract/values.js';
import { PlinthError } from '../errors.js';
import { param } from '../http/address.js';
import { sendJson } from '../http/send.js';
import { all, bool, choice, count, listOf, mapOf, some, text, texts, time } from '../openapi/json-schema.js';
import { checked, newComponent } from '../openapi/shapes.js';
import { storedValue } from '../settings/read.js';
import { SETTINGS } from '../settings/table.js';
import { type Handler, type Route, routesTagged, type WriteHandler, type WriteSite } from './route.js';

/** Conflicts of objects are for those who may change them, all others for the owner and admins. */
function mayDecide({ caller }: Request, { subject, collection, name }: Conflict): boolean {
  if (caller.kind === 'owner') return true;
  if (subject !== 'object') return false;
  const segments = ['collections', collection, name];
  return mayPass(caller, { method: 'PATCH', segments, operation: 'update' });
}

/** The conflict in the URL. Throws `missing`, `forbidden`. */
async function conflictOf(request: Request, site: WriteSite | Parameters<Handler>[2]): Promise<Conflict> {
  const conflict = await findConflict(site, param(request, 'conflict'));
  if (mayDecide(request, conflict)) return conflict;
  throw new PlinthError('forbidden', 'Access denied: resolving this conflict needs the right to change it');
}

const list: Handler = async (request, response, site) => {
  const conflicts = (await listConflicts(site)).filter((one) => mayDecide(request, one));
  sendJson(request, response, { conflicts });
};

const read: Handler = async (request, response, site) => {
  const conflict = await conflictOf(request, site);
  sendJson(request, response, detailOf(site, await readConflict(site, conflict)));
};

/** Saves the settings that differ; the caller is the owner, so they are approved. */
const settingsOf =
  (site: WriteSite): SaveSettings =>
  async (before, after) => {
    const edit: JsonObject = {};
    for (const { name } of SETTINGS) {
      const [one, other] = [storedValue(before, name), storedValue(after, name)];
      if (JSON.stringify(one) !== JSON.stringify(other))
        edit[name] = JSON.parse(JSON.stringify(other ?? null));
    }
    await site.settings.change(edit, site.change);
    site.collections.rebind();
  };

const resolve: WriteHandler = async (request, response, site) => {
  const { id } = await conflictOf(request, site);
  const options = { saveSettings: settingsOf(site) };
  sendJson(request, response, await resolveConflict(site, id, request.body, options));
};

const keep: WriteHandler = async (request, response, site) => {
  const { id, collection } = await conflictOf(request, site);
  const { caller } = request;
  const segments = ['collections', collection];
  if (!mayPass(caller, { method: 'POST', segments, operation: 'create' })) {
    throw new PlinthError('forbidden', 'Access denied: you may not create objects in this collection');
  }
  const { tags, id: newId } = request.body;
  sendJson(request, response, await keepBoth(site, id, { tags, newId }));
};

const FACTS = { type: ['object', 'null'], properties: { size: count, modified: time } };
const CONFLICT = {
  ...texts('id', 'collection', 'name', 'original', 'title', 'path', 'tool'),
  kind: choice('copy', 'markers'),
  subject: choice('object', 'collection', 'schema', 'settings', 'other'),
  same: bool,
  mine: FACTS,
  theirs: FACTS,
};
const REQUIRED = [
  'id',
  'kind',
  'subject',
  'collection',
  'name',
  'original',
  'path',
  'same',
  'mine',
  'theirs',
];
const TAGS = all(texts('mine', 'theirs'));

const CONFLICTS = newComponent('Conflicts', all({ conflicts: listOf(some(CONFLICT, ...REQUIRED)) }));
const FIELD = some(
  { property: text, clash: bool, hidden: bool, base: {}, mine: {}, theirs: {}, merged: {} },
  'property',
  'clash',
);
const DETAIL = newComponent(
  'ConflictDetail',
  some(
    {
      ...CONFLICT,
      tags: TAGS,
      base: { type: ['object', 'null'], properties: { revision: text, at: time } },
      fields: listOf(FIELD),
      nothingNew: bool,
      labels: TAGS,
      problem: text,
    },
    ...REQUIRED,
    'tags',
    'base',
    'fields',
    'nothingNew',
  ),
);
const RESOLUTION = checked(
  some({ tags: TAGS, take: choice(...CONFLICT_RESULTS), choices: mapOf(choice(...CONFLICT_SIDES)) }, 'tags'),
);
const KEPT = checked(all({ tags: TAGS, id: text }));
const RESOLVED = newComponent(
  'ConflictResolved',
  all({ changed: bool, trash: { type: ['string', 'null'] } }),
);

const row = routesTagged('Conflicts');

export const conflictRoutes: readonly Route[] = [
  row.get('/conflicts', 'editor', list, {
    id: 'api.conflicts.list',
    summary: 'Conflict copies of sync tools, and files with merge markers',
    output: CONFLICTS,
  }),
  row.get('/conflicts/:conflict', 'editor', read, {
    id: 'api.conflicts.read',
    summary: 'Both versions of a conflict, merged by property',
    output: DETAIL,
  }),
  row.post('/conflicts/:conflict/resolve', 'editor', resolve, {
    id: 'api.conflicts.resolve',
    summary: 'Merge both versions or take one; the copy goes to the trash',
    changes: true,
    input: RESOLUTION,
    output: RESOLVED,
  }),
  row.post('/conflicts/:conflict/keep', 'editor', keep, {
    id: 'api.conflicts.keep',
    summary: 'Keep the copy of an object as an object of its own',
    changes: true,
    input: KEPT,
    output: RESOLVED,
  }),
];
