/** Versions of schemas, of the settings of collections and of those of the folder (spec/history.md#schemas-and-settings). */

import { mayPass } from '../access/permit.js';
import {
  type FileSubject,
  fileDifferences,
  fileDocument,
  listFileVersions,
  readFileVersion,
} from '../content/history/file-versions.js';
import { currentFile, putFile } from '../content/history/restore-file.js';
import { DOCUMENT_DIFFERENCES, DOCUMENT_VERSION, VERSIONS } from '../contract/history.js';
import * as wire from '../contract/json-schema.js';
import { message } from '../contract/messages/message.js';
import { PlinthError } from '../errors.js';
import { collectionAddress, param, schemaAddress } from '../http/address.js';
import type { Access } from '../http/permission.js';
import { queryText } from '../http/query.js';
import type { Request } from '../http/request.js';
import { logSecurity } from '../http/security-log.js';
import { sendJson } from '../http/send.js';
import { shownTo, versionsOf } from './history-request.js';
import { type Handler, type Route, routesTagged, type WriteHandler } from './route.js';

/** The subject of a request. Throws `forbidden` for callers who may not change it. */
type SubjectOf = (request: Request) => FileSubject;

/** Old versions may hold what was removed on purpose: reading them needs the right to change the file. */
function managed(request: Request, segments: readonly string[]): void {
  const needed = { segments, operation: 'manage' } as const;
  if (['PUT', 'PATCH'].some((method) => mayPass(request.caller, { ...needed, method }))) return;
  throw new PlinthError('forbidden', message('fileHistoryForbidden'));
}

function schemaOf(request: Request): FileSubject {
  const schema = schemaAddress(request);
  managed(request, ['schemas', schema]);
  return { type: 'schema', schema };
}

function collectionOf(request: Request): FileSubject {
  const collection = collectionAddress(request);
  managed(request, ['collections', collection]);
  return { type: 'collection', collection };
}

const versions =
  (subjectOf: SubjectOf): Handler =>
  async (request, response, site) =>
    sendJson(request, response, await listFileVersions(site, subjectOf(request), versionsOf(request)));

const version =
  (subjectOf: SubjectOf): Handler =>
  async (request, response, site) => {
    const revision = param(request, 'revision');
    const found = await readFileVersion(site, subjectOf(request), revision, shownTo(request));
    sendJson(request, response, found);
  };

const difference =
  (subjectOf: SubjectOf): Handler =>
  async (request, response, site) => {
    const subject = subjectOf(request);
    const revisions = { from: param(request, 'revision'), to: queryText(request, 'with') };
    const current = await currentFile(site, site.settings, subject);
    sendJson(request, response, { differences: await fileDifferences(site, subject, revisions, current) });
  };

const restore =
  (subjectOf: SubjectOf): WriteHandler =>
  async (request, response, site) => {
    const subject = subjectOf(request);
    const revision = param(request, 'revision');
    const document = await fileDocument(site, subject, revision);
    const current = await currentFile(site, site.settings, subject);
    const { transaction } = site.change;
    const change = { ...site.change, transaction: { ...transaction, kind: 'restore' as const } };
    await putFile({ ...site, change }, site.settings, subject, { document, current });
    if (subject.type !== 'schema') {
      const of = subject.type === 'collection' ? subject.collection : 'folder';
      logSecurity(site, request, 'settings.changed', { restored: of, revision });
    }
    const restored = await currentFile(site, site.settings, subject);
    sendJson(request, response, { document: restored ?? {} });
  };

const RESTORED_DOCUMENT = wire.named('RestoredDocument', wire.all({ document: wire.open }));

const row = routesTagged('History');

/** The four requests of one kind of file. `id`: in the ids of the routes; `what`: in their summaries. */
const routesOf = (
  path: string,
  access: Access,
  { id, what, subjectOf }: { id: string; what: string; subjectOf: SubjectOf },
): Route[] => [
  row.get(`${path}/history`, access, versions(subjectOf), {
    id: `api.${id}.history.list`,
    summary: `Versions of ${what}, the newest first`,
    parameters: ['versionLimit', 'versionOffset'],
    fails: [404],
    output: VERSIONS,
  }),
  row.get(`${path}/history/:revision`, access, version(subjectOf), {
    id: `api.${id}.history.read`,
    summary: `A version of ${what}`,
    output: DOCUMENT_VERSION,
  }),
  row.get(`${path}/history/:revision/differences`, access, difference(subjectOf), {
    id: `api.${id}.history.differences`,
    summary: `How a version of ${what} differs from another or from now`,
    parameters: ['comparedWith'],
    output: DOCUMENT_DIFFERENCES,
  }),
  row.post(`${path}/history/:revision/restore`, access, restore(subjectOf), {
    id: `api.${id}.history.restore`,
    summary: `Restore a version of ${what}`,
    changes: true,
    output: RESTORED_DOCUMENT,
  }),
];

export const fileHistoryRoutes: readonly Route[] = [
  ...routesOf('/schemas/:schema', 'manage', {
    id: 'schemas',
    what: 'a schema',
    subjectOf: schemaOf,
  }),
  ...routesOf('/collections/:collection/settings', 'manage', {
    id: 'collections',
    what: 'the settings of a collection',
    subjectOf: collectionOf,
  }),
  ...routesOf('/settings', 'owner', {
    id: 'settings',
    what: 'the settings of the folder',
    subjectOf: () => ({ type: 'settings' }),
  }),
];
