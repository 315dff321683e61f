/** What was deleted and what is damaged: pages of the admin. */
import type { Request } from 'express';
import { mayPass } from '../access/permit.js';
import { listDamaged } from '../content/damaged.js';
import { emptyTrash, listTrash, purgeTrash, restoreFromTrash } from '../content/trash.js';
import { isLegalId } from '../contract/names.js';
import type { TrashEntry } from '../contract/objects.js';
import { PlinthError } from '../errors.js';
import { trashAddress } from '../http/address.js';
import { word } from '../http/query.js';
import { sendJson, sendNothing } from '../http/send.js';
import type { Handler, Route } from './route.js';

/** Editors take back what editors can delete: objects and files, but no collections, schemas or automations. */
function mayRestore({ caller }: Request, { kind, collection, object }: TrashEntry): boolean {
  if (kind !== 'object' && kind !== 'file') return caller.kind === 'owner';
  const segments = ['collections', collection, ...(object === undefined ? [] : [object])];
  return mayPass(caller, { method: 'POST', segments, operation: 'create' });
}

const list: Handler = async (request, response, site) => {
  const entries = await listTrash(site);
  sendJson(request, response, { entries: entries.filter((entry) => mayRestore(request, entry)) });
};

const restore: Handler = async (request, response, site) => {
  const id = trashAddress(request);
  const entry = (await listTrash(site)).find((one) => one.id === id);
  if (entry && !mayRestore(request, entry)) {
    throw new PlinthError('forbidden', 'Access denied: only the owner and admins may bring this back');
  }
  sendJson(request, response, await restoreFromTrash(site, id));
};

const purge: Handler = async (request, response, site) => {
  await purgeTrash(site, trashAddress(request));
  sendNothing(response);
};

const empty: Handler = async (request, response, site) => {
  const until = word(request, 'until') ?? site.now().toISOString();
  sendJson(request, response, { deleted: await emptyTrash(site, until) });
};

/** Editors hear of objects they may read; schemas and what the system keeps are for the owner and admins. */
const damaged: Handler = async (request, response, site) => {
  const { files, conflicts } = await listDamaged(site);
  const hears = ({ collection }: { collection: string }) =>
    request.caller.kind === 'owner' ||
    (isLegalId(collection) &&
      mayPass(request.caller, { method: 'GET', segments: ['collections', collection], operation: 'read' }));
  sendJson(request, response, { files: files.filter(hears), conflicts: conflicts.filter(hears) });
};

export const trashRoutes: readonly Route[] = [
  { method: 'GET', path: '/trash', access: 'editor', handle: list },
  { method: 'DELETE', path: '/trash', access: 'owner', handle: empty },
  { method: 'POST', path: '/trash/:entry/restore', access: 'editor', handle: restore },
  { method: 'DELETE', path: '/trash/:entry', access: 'owner', handle: purge },
  { method: 'GET', path: '/damaged', access: 'editor', handle: damaged },
];
