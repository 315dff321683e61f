/** Conflicts between versions of files (spec/conflicts.md). */

import { mayPass } from '../access/permit.js';
import { listConflicts } from '../content/conflicts/list-conflicts.js';
import { detailOf, readConflict } from '../content/conflicts/read-conflict.js';
import { keepBoth, resolveConflict } from '../content/conflicts/resolve-conflict.js';
import type { SaveSettings } from '../content/conflicts/write-result.js';
import {
  CONFLICT_DETAIL,
  CONFLICT_RESOLUTION,
  CONFLICT_RESOLVED,
  CONFLICT_VERSIONS,
  CONFLICTS,
  type Conflict,
  KEPT_CONFLICT,
} from '../contract/conflicts.js';
import { message } from '../contract/messages/message.js';
import type { JsonObject } from '../contract/values.js';
import { invalid, missing, PlinthError } from '../errors.js';
import { typeOfName } from '../files/embedded-files.js';
import { type FileConflict, fileDetail } from '../files/file-conflicts.js';
import { resolveFileConflict } from '../files/resolve-file-conflict.js';
import { param } from '../http/address.js';
import { NOT_CACHED } from '../http/cross-site.js';
import { safeType } from '../http/disposition.js';
import type { Request } from '../http/request.js';
import { sendJson } from '../http/send.js';
import { sendFile } from '../http/send-file.js';
import { file } from '../openapi/shapes.js';
import { storedValue } from '../settings/read.js';
import { SETTINGS } from '../settings/table.js';
import type { Site } from '../site.js';
import { type Handler, type Route, routesTagged, type WriteHandler, type WriteSite } from './route.js';

/** Conflicts of objects and their files are for those who may change them, all others for the owner and admins. */
function mayDecide({ caller }: Request, { subject, collection, name }: Conflict): boolean {
  if (caller.kind === 'owner') return true;
  if (subject !== 'object' && subject !== 'file') return false;
  const segments = ['collections', collection, name];
  return mayPass(caller, { method: 'PATCH', segments, operation: 'update' });
}

const denied = () => new PlinthError('forbidden', message('conflictForbidden'));

/** The conflict in the URL; undefined where it is none of JSON files. Throws `forbidden`. */
async function conflictOf(request: Request, site: Site): Promise<Conflict | undefined> {
  const id = param(request, 'conflict');
  const conflict = (await listConflicts(site)).find((one) => one.id === id);
  if (conflict && !mayDecide(request, conflict)) throw denied();
  return conflict;
}

/** The conflict in the URL, of an uploaded file. Throws `missing`, `forbidden`. */
async function fileConflictOf(request: Request, site: Site): Promise<FileConflict> {
  const found = await site.media.conflicts.find(param(request, 'conflict'));
  if (!mayDecide(request, found.conflict)) throw denied();
  return found;
}

const list: Handler = async (request, response, site) => {
  const files = (await site.media.conflicts.list()).map(({ conflict }) => conflict);
  const conflicts = [...(await listConflicts(site)), ...files].filter((one) => mayDecide(request, one));
  sendJson(request, response, { conflicts });
};

const read: Handler = async (request, response, site) => {
  const conflict = await conflictOf(request, site);
  const detail = conflict
    ? detailOf(site, await readConflict(site, conflict))
    : fileDetail(await fileConflictOf(request, site));
  sendJson(request, response, detail);
};

/** The bytes of one version of an uploaded file. */
const readFile: Handler = async (request, response, site) => {
  const { conflict, file: used, path } = await fileConflictOf(request, site);
  const version = CONFLICT_VERSIONS.find((one) => one === param(request, 'version'));
  if (!version) throw missing(message('conflictVersionUnknown', { versions: CONFLICT_VERSIONS.join(', ') }));
  const wanted = version === 'mine' ? used.path : path;
  const name = wanted.slice(wanted.lastIndexOf('/') + 1);
  const opened = await site.store.files.open(conflict.collection, conflict.name, wanted);
  await sendFile(
    request,
    response,
    { file: opened, buffers: site.readBuffers },
    {
      type: safeType(typeOfName(name)),
      name,
      disposition: 'inline',
      ranges: true,
      cacheControl: NOT_CACHED,
    },
  );
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

const resolve: WriteHandler<typeof CONFLICT_RESOLUTION> = async (request, response, site) => {
  const conflict = await conflictOf(request, site);
  const options = { saveSettings: settingsOf(site) };
  const resolved = conflict
    ? await resolveConflict(site, conflict.id, request.body, options)
    : await resolveFileConflict(site, (await fileConflictOf(request, site)).conflict.id, request.body);
  sendJson(request, response, resolved);
};

const keep: WriteHandler<typeof KEPT_CONFLICT> = async (request, response, site) => {
  const conflict = (await conflictOf(request, site)) ?? (await fileConflictOf(request, site)).conflict;
  const { id, collection, subject } = conflict;
  if (subject === 'file') throw invalid(message('conflictKeepsBoth'));
  const { caller } = request;
  const segments = ['collections', collection];
  if (!mayPass(caller, { method: 'POST', segments, operation: 'create' })) {
    throw new PlinthError('forbidden', message('creatingForbidden'));
  }
  const { tags, id: newId } = request.body;
  sendJson(request, response, await keepBoth(site, id, { tags, newId }));
};

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
    output: CONFLICT_DETAIL,
  }),
  row.get('/conflicts/:conflict/files/:version', 'editor', readFile, {
    id: 'api.conflicts.file',
    summary: 'The bytes of one version of an uploaded file',
    parameters: ['range'],
    output: file('*/*'),
    sendsFile: true,
    headersAtOnce: true,
  }),
  row.post('/conflicts/:conflict/resolve', 'editor', resolve, {
    id: 'api.conflicts.resolve',
    summary: 'Merge both versions or take one; the copy goes to the trash',
    fails: [412],
    changes: true,
    input: CONFLICT_RESOLUTION,
    output: CONFLICT_RESOLVED,
  }),
  row.post('/conflicts/:conflict/keep', 'editor', keep, {
    id: 'api.conflicts.keep',
    summary: 'Keep the copy of an object as an object of its own',
    fails: [412],
    changes: true,
    input: KEPT_CONFLICT,
    output: CONFLICT_RESOLVED,
  }),
];
