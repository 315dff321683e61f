/** Versions of objects and what happened in the folder (spec/history.md). */

import { mayPass } from '../access/permit.js';
import { bringBack, savesOf, undoSaves } from '../content/change-sets/undo-saves.js';
import { endOfPage, listActivity, type Subject } from '../content/history/activity.js';
import { differences } from '../content/history/differences.js';
import { restoreVersion } from '../content/history/restore-version.js';
import {
  type Undone,
  type UndoOperation,
  type UndoOptions,
  undoTransaction,
  undoWorkOf,
} from '../content/history/undo.js';
import { openFileOfVersion } from '../content/history/version-files.js';
import {
  documentOfVersion,
  listVersions,
  periodOfVersion,
  readVersion,
} from '../content/history/versions.js';
import { isTransactionId, type TransactionKind } from '../contract/changes.js';
import {
  ACTIVITY,
  DIFFERENCES,
  HISTORY_KINDS,
  HISTORY_USAGE,
  UNDONE,
  VERSION_CONTENT,
  VERSIONS,
} from '../contract/history.js';
import * as wire from '../contract/json-schema.js';
import { message } from '../contract/messages/message.js';
import type { Progress } from '../contract/progress.js';
import { MISSING_FILES_HEADER } from '../contract/wire.js';
import { invalid, missing, PlinthError } from '../errors.js';
import { objectAddress, param } from '../http/address.js';
import { cancelled } from '../http/cancelled.js';
import { condition } from '../http/condition.js';
import { safeType } from '../http/disposition.js';
import { mayWrite } from '../http/permission.js';
import { queryFlag, queryText } from '../http/query.js';
import type { Request, Response } from '../http/request.js';
import { namesHeader, sendAnswer, sendJson } from '../http/send.js';
import { sendFile } from '../http/send-file.js';
import { sendWork, wantsLines } from '../http/send-work.js';
import { either, file, storedObject } from '../openapi/shapes.js';
import type { Site } from '../site.js';
import type { HistoryKind } from '../store/types/history.js';
import { pageOf, shownTo, versionsOf } from './history-request.js';
import { type Handler, type Route, routesTagged, type WriteHandler, type WriteSite } from './route.js';

/** Old versions may hold what was removed on purpose, and private values. Throws `forbidden` for readers. */
function writersAddress(request: Request): [collection: string, id: string] {
  const [collection, id] = objectAddress(request);
  if (mayWrite(request, ['collections', collection, id])) return [collection, id];
  throw new PlinthError('forbidden', message('objectHistoryForbidden'));
}

const versionsWithChanges = (request: Request) => ({
  ...versionsOf(request),
  withChanged: queryFlag(request, 'changed'),
});

const versions: Handler = async (request, response, site) =>
  sendJson(
    request,
    response,
    await listVersions(site, ...writersAddress(request), versionsWithChanges(request)),
  );

const version: Handler = async (request, response, site) =>
  sendJson(
    request,
    response,
    await readVersion(site, ...writersAddress(request), param(request, 'revision'), shownTo(request)),
  );

const difference: Handler = async (request, response, site) => {
  const revisions = { from: param(request, 'revision'), to: queryText(request, 'with') };
  sendJson(request, response, await differences(site, ...writersAddress(request), revisions));
};

/** A file of a version, shown where that is safe. */
const fileOfVersion: Handler = async (request, response, site) => {
  const [collection, id] = writersAddress(request);
  const revision = param(request, 'revision');
  const document = await documentOfVersion(site, collection, id, revision);
  const period = await periodOfVersion(site, collection, id, revision);
  const path = queryText(request, 'path') ?? '';
  const { item, file: opened } = await openFileOfVersion(site, { collection, id, document, period }, path);
  await sendFile(
    request,
    response,
    { file: opened, buffers: site.readBuffers },
    {
      type: safeType(item.mime),
      name: item.name,
      disposition: 'inline',
      ranges: true,
      cacheControl: 'private, no-cache',
    },
  );
};

const restore: WriteHandler<typeof RESTORED_PROPERTIES | undefined> = async (request, response, site) => {
  const options = { ...condition(request), properties: request.body?.properties };
  const { answer, lost } = await restoreVersion(
    asKind(site, 'restore'),
    ...writersAddress(request),
    param(request, 'revision'),
    options,
  );
  sendAnswer(request, response, answer, 200, namesHeader(MISSING_FILES_HEADER, lost));
};

/** Requests that do the same to an object. */
const AS_REQUEST = {
  create: { method: 'POST', operation: 'create' },
  update: { method: 'PATCH', operation: 'update' },
  delete: { method: 'DELETE', operation: 'delete' },
} as const;

/** Schemas and settings are for the owner and admins; objects for those who may change them. */
function mayDo({ caller }: Request, subject: Subject, operation: UndoOperation): boolean {
  if (caller.kind === 'owner') return true;
  if (subject.type !== 'object') return false;
  const segments = ['collections', subject.collection, subject.id];
  return mayPass(caller, { ...AS_REQUEST[operation], segments });
}

/** A parameter that is a time, in ms since 1970. Throws `invalid`. */
function moment(request: Request, name: string): number | undefined {
  const value = queryText(request, name);
  return value === undefined || value === '' ? undefined : timeOf(value, name);
}

function timeOf(value: string, name: string): number {
  const time = Date.parse(value);
  if (Number.isFinite(time)) return time;
  throw invalid(message('parameterUnreadable', { name }), {
    [name]: [message('notMoment')],
  });
}

/** The parameter `kind`: kinds of changes, separated by commas. Throws `invalid`. */
function kindsIn(request: Request): HistoryKind[] | undefined {
  const text = queryText(request, 'kind');
  if (text === undefined || text === '') return undefined;
  const isKind = (word: string): word is HistoryKind => HISTORY_KINDS.some((kind) => kind === word);
  const words = text.split(',');
  if (words.every(isKind)) return words;
  throw invalid(message('parameterInvalid', { name: 'kind' }), {
    kind: [message('notSomeOf', { choices: HISTORY_KINDS.join(', ') })],
  });
}

const activity: Handler = async (request, response, site) => {
  const page = await listActivity(site, {
    collection: queryText(request, 'collection'),
    id: queryText(request, 'id'),
    actor: queryText(request, 'actor'),
    transaction: queryText(request, 'transaction'),
    kinds: kindsIn(request),
    before: endOfPage(queryText(request, 'before') ?? '') ?? moment(request, 'before'),
    since: moment(request, 'since'),
    limit: pageOf(request).limit,
    mayRead: (subject) => mayDo(request, subject, 'update'),
    shownActor: shownTo(request),
  });
  sendJson(request, response, page);
};

const undo: WriteHandler = async (request, response, site) => {
  const transaction = param(request, 'transaction');
  if (!isTransactionId(transaction)) throw missing(message('transactionMissing', { transaction }));
  await sendUndo(request, response, site, async (options) => {
    const { saves, published, isLive } = await savesOf(site, transaction);
    const own = asKind(site, 'undo');
    const undone =
      saves.length > 0 && !isLive
        ? await undoSaves(own, saves, options)
        : await undoTransaction(own, transaction, options);
    await bringBack(own, published, undone, options);
    return undone;
  });
};

/** Undoes and answers what became of it; to clients that ask for lines also the progress. One that disconnects ends it. */
async function sendUndo(
  request: Request,
  response: Response,
  site: Site,
  undo: (options: UndoOptions) => Promise<Undone[]>,
): Promise<void> {
  const options = undoOptions(request, site);
  const { dryRun } = options;
  if (!wantsLines(request)) return sendJson(request, response, { dryRun, undone: await undo(options) });
  const signal = cancelled(response);
  await sendWork(request, response, async ({ progress }) => ({
    dryRun,
    undone: await undo({
      ...options,
      signal,
      progress: (far) => progress({ step: 'changes', ...far } satisfies Progress),
    }),
  }));
}

const undoOptions = (request: Request, site: Site) => ({
  settings: site.settings,
  dryRun: queryFlag(request, 'dryRun'),
  mayDo: (subject: Subject, operation: UndoOperation) => mayDo(request, subject, operation),
});

/** The site, for a transaction of a kind. */
function asKind(site: WriteSite, kind: TransactionKind): WriteSite {
  return { ...site, change: { ...site.change, transaction: { ...site.change.transaction, kind } } };
}

const undoWork: WriteHandler<typeof WORK_OF_ACTOR> = async (request, response, site) => {
  const { actor, since, until } = request.body;
  if (actor === '') {
    throw invalid(message('actorMissing'), { actor: [message('namesNoActor')] });
  }
  const work = {
    actor,
    since: timeOf(since, 'since'),
    until: until === undefined ? site.now().getTime() + 1 : timeOf(until, 'until'),
    shownActor: shownTo(request),
  };
  await sendUndo(request, response, site, (options) => undoWorkOf(asKind(site, 'undo'), work, options));
};

async function usageOf({ store }: Site) {
  const { problem, ...texts } = await store.history.usage();
  const { problem: ofFiles, ...files } = await store.fileHistory.usage();
  return { ...texts, problem: problem ?? ofFiles, files };
}

const usage: Handler = async (request, response, site) => sendJson(request, response, await usageOf(site));

const WORK_OF_ACTOR = wire.all(wire.texts('actor', 'since'), wire.texts('until'));
const RESTORED_PROPERTIES = wire.some({ properties: wire.listOf(wire.text) });

/** Lines where the client asks for them. */
const UNDONE_OR_LINES = either(UNDONE, file('application/x-ndjson'));

const row = routesTagged('History');
const HISTORY = '/collections/:collection/:id/history';

export const historyRoutes: readonly Route[] = [
  row.get(HISTORY, 'update', versions, {
    sharesPath: true,
    hasPerspectives: true,
    id: 'api.history.list',
    summary: 'Versions of an object, the newest first',
    parameters: ['versionLimit', 'versionOffset', 'withChanged'],
    output: VERSIONS,
  }),
  row.get(`${HISTORY}/:revision`, 'update', version, {
    sharesPath: true,
    hasPerspectives: true,
    id: 'api.history.read',
    summary: 'A version of an object',
    output: VERSION_CONTENT,
  }),
  row.get(`${HISTORY}/:revision/differences`, 'update', difference, {
    sharesPath: true,
    hasPerspectives: true,
    id: 'api.history.differences',
    summary: 'How a version differs from another or from the object as it is now',
    parameters: ['comparedWith'],
    output: DIFFERENCES,
  }),
  row.get(`${HISTORY}/:revision/file`, 'update', fileOfVersion, {
    sharesPath: true,
    hasPerspectives: true,
    id: 'api.history.file',
    summary: 'A file as a version of the object had it',
    parameters: ['versionFile', 'range'],
    output: file('*/*'),
    sendsFile: true,
  }),
  row.post(`${HISTORY}/:revision/restore`, 'update', restore, {
    sharesPath: true,
    inSets: true,
    id: 'api.history.restore',
    summary: 'Restore a version, whole or some of its properties',
    changes: true,
    parameters: ['ifMatch'],
    input: RESTORED_PROPERTIES,
    inputOptional: true,
    output: storedObject,
  }),
  row.get('/history', 'owner', usage, {
    id: 'api.history.usage',
    summary: 'Room that the history takes on this machine',
    output: HISTORY_USAGE,
  }),
  row.get('/activity', 'editor', activity, {
    id: 'api.activity',
    summary: 'Changes of the folder, the newest first',
    parameters: [
      ...(['changedIn', 'changedId', 'changedBy', 'changedTogether', 'changeKind'] as const),
      ...(['changedBefore', 'changedSince', 'versionLimit'] as const),
    ],
    output: ACTIVITY,
  }),
  row.post('/activity/undo', 'editor', undoWork, {
    id: 'api.activity.undoWork',
    summary: 'Undo what an actor did in a period, merged with what has changed since',
    changes: true,
    parameters: ['dryRun'],
    input: WORK_OF_ACTOR,
    output: UNDONE_OR_LINES,
  }),
  row.post('/activity/:transaction/undo', 'editor', undo, {
    id: 'api.activity.undo',
    summary: 'Undo a transaction, merged with what has changed since',
    changes: true,
    parameters: ['dryRun'],
    output: UNDONE_OR_LINES,
  }),
];
