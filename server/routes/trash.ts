/** What was deleted and what is damaged: pages of the admin. */
import { listDamaged } from '../content/damaged.js';
import { listTrash, purgeTrash, restoreFromTrash } from '../content/trash.js';
import { trashAddress } from '../http/address.js';
import { sendJson, sendNothing } from '../http/send.js';
import type { Handler, Route } from './route.js';

const list: Handler = async (request, response, site) =>
  sendJson(request, response, { entries: await listTrash(site) });

const restore: Handler = async (request, response, site) =>
  sendJson(request, response, await restoreFromTrash(site, trashAddress(request)));

const purge: Handler = async (request, response, site) => {
  await purgeTrash(site, trashAddress(request));
  sendNothing(response);
};

const damaged: Handler = async (request, response, site) =>
  sendJson(request, response, { files: await listDamaged(site) });

export const trashRoutes: readonly Route[] = [
  { method: 'GET', path: '/trash', access: 'owner', handle: list },
  { method: 'POST', path: '/trash/:entry/restore', access: 'owner', handle: restore },
  { method: 'DELETE', path: '/trash/:entry', access: 'owner', handle: purge },
  { method: 'GET', path: '/damaged', access: 'owner', handle: damaged },
];
