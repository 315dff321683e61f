/** Deleted and damaged content, for the admin. */

import { mayPass } from '../access/permit.js';
import { plannedTime } from '../content/change-sets/change-sets.js';
import { listDamaged } from '../content/maintenance/list-damaged.js';
import {
  emptyTrash,
  listTrash,
  purgeTrash,
  restoreFromTrash,
  restoreManyFromTrash,
} from '../content/trash.js';
import * as wire from '../contract/json-schema.js';
import { message } from '../contract/messages/message.js';
import { ID, isLegalId } from '../contract/names.js';
import {
  DAMAGED_FILES,
  RESTORED_ENTRIES,
  TRASH_ENTRIES,
  TRASH_ENTRY,
  type TrashEntry,
} from '../contract/objects.js';
import { PlinthError } from '../errors.js';
import { trashAddress } from '../http/address.js';
import { mayWrite } from '../http/permission.js';
import { queryText } from '../http/query.js';
import type { Request } from '../http/request.js';
import { logSecurity } from '../http/security-log.js';
import { sendJson, sendNothing } from '../http/send.js';
import { cleared } from '../openapi/shapes.js';
import { pageOf, UNBOUNDED } from '../query/page.js';
import type { Site } from '../site.js';
import { type Handler, type Route, routesTagged, type WriteHandler } from './route.js';

/** Editors can restore what they can delete: objects and files, but no collections, schemas or automations. */
function mayRestore(request: Request, { kind, collection, object }: TrashEntry): boolean {
  const { caller } = request;
  // What was not live is for those who may see change sets.
  if (kind === 'change' || kind === 'changeSet') return mayWrite(request, ['collections']);
  if (kind !== 'object' && kind !== 'file' && kind !== 'copy') return caller.kind === 'owner';
  if (kind === 'copy' && !(isLegalId(collection) && object !== undefined)) return caller.kind === 'owner';
  const segments = ['collections', collection, ...(object === undefined ? [] : [object])];
  return mayPass(caller, { method: 'POST', segments, operation: 'create' });
}

const list: Handler = async (request, response, site) => {
  const entries = (await listTrash(site)).filter((entry) => mayRestore(request, entry));
  const words = { limit: queryText(request, 'limit'), offset: queryText(request, 'offset') };
  const { limit, offset } = pageOf(words, UNBOUNDED);
  response.setHeader('X-Total-Count', entries.length);
  sendJson(request, response, { entries: entries.slice(offset, offset + limit) });
};

/** Throws `forbidden` for entries that the caller may not restore. */
const restoreCheck = (site: Site, request: Request) => (entry: TrashEntry) => {
  // What comes into a planned release is published later without a caller.
  const isPlanned = entry.kind === 'change' && plannedTime(site, entry.set ?? '') !== undefined;
  const mayDelete = () =>
    mayPass(request.caller, { method: 'DELETE', segments: ['collections'], operation: 'delete' });
  if (!mayRestore(request, entry) || (isPlanned && !mayDelete())) {
    throw new PlinthError('forbidden', message('restoreForbidden'));
  }
};

const restore: WriteHandler = async (request, response, site) => {
  const check = restoreCheck(site, request);
  sendJson(request, response, await restoreFromTrash(site, trashAddress(request), check));
};

const restoreMany: WriteHandler<typeof ENTRIES> = async (request, response, site) => {
  const check = restoreCheck(site, request);
  sendJson(request, response, await restoreManyFromTrash(site, request.body.entries, check));
};

const purge: WriteHandler = async (request, response, site) => {
  const entry = trashAddress(request);
  await purgeTrash(site, entry);
  const { id: transaction } = site.change.transaction;
  logSecurity(site, request, 'trash.purged', { entries: [entry], transaction });
  sendNothing(response);
};

const empty: WriteHandler = async (request, response, site) => {
  const until = queryText(request, 'until') ?? site.now().toISOString();
  const entries = await emptyTrash(site, until);
  const { id: transaction } = site.change.transaction;
  if (entries.length > 0) logSecurity(site, request, 'trash.purged', { entries, transaction });
  sendJson(request, response, { deleted: entries.length });
};

/** Editors see entries of objects they can read; schemas and system files are for the owner and admins. */
const damaged: Handler = async (request, response, site) => {
  const { files, conflicts } = await listDamaged(site);
  const isVisible = ({ collection }: { collection: string }) =>
    request.caller.kind === 'owner' ||
    (isLegalId(collection) &&
      mayPass(request.caller, { method: 'GET', segments: ['collections', collection], operation: 'read' }));
  sendJson(request, response, { files: files.filter(isVisible), conflicts: conflicts.filter(isVisible) });
};

/** Entries that are restored by one request. */
const MAX_ENTRIES = 1000;

const ENTRIES = wire.named(
  'EntriesToRestore',
  wire.all({ entries: { ...wire.listOf(ID), minItems: 1, maxItems: MAX_ENTRIES, uniqueItems: true } }),
);

const row = routesTagged('Trash');

export const trashRoutes: readonly Route[] = [
  row.get('/trash', 'editor', list, {
    id: 'api.trash.list',
    summary: 'Entries of the trash, the newest first',
    parameters: ['partLimit', 'offset'],
    output: TRASH_ENTRIES,
  }),
  row.delete('/trash', 'owner', empty, {
    id: 'api.trash.empty',
    summary: 'Delete all entries permanently',
    changes: true,
    parameters: ['until'],
    output: cleared,
  }),
  row.post('/trash/:entry/restore', 'editor', restore, {
    id: 'api.trash.restore',
    summary: 'Restore an entry',
    changes: true,
    output: TRASH_ENTRY,
  }),
  row.post('/trash/restore', 'editor', restoreMany, {
    id: 'api.trash.restoreMany',
    summary: 'Restore entries, each as far as it can be',
    changes: true,
    input: ENTRIES,
    output: RESTORED_ENTRIES,
  }),
  row.delete('/trash/:entry', 'owner', purge, {
    id: 'api.trash.purge',
    summary: 'Delete an entry permanently',
    changes: true,
    status: 204,
  }),
  row.get('/damaged', 'editor', damaged, {
    id: 'api.damaged',
    summary: 'Damaged files and copies left by sync tools',
    output: DAMAGED_FILES,
  }),
];
