/** Files as downloads and as streams (spec/files.md#download). */

import { mayPass } from '../access/permit.js';
import { message } from '../contract/messages/message.js';
import type { JsonObject } from '../contract/values.js';
import { missing, PlinthError } from '../errors.js';
import { type FoundFile, findFile } from '../files/find.js';
import { objectAddress, param } from '../http/address.js';
import { NOT_CACHED, sharingHeaders } from '../http/cross-site.js';
import { safeType } from '../http/disposition.js';
import { isInProcess } from '../http/in-process.js';
import { clientAddress } from '../http/origin.js';
import { linkPassword, sendPasswordForm, typedPassword, wantsPage } from '../http/password-form.js';
import { finalizeHeaders } from '../http/pipeline.js';
import { queryText } from '../http/query.js';
import type { Request, Response } from '../http/request.js';
import { sendFile } from '../http/send-file.js';
import { file } from '../openapi/shapes.js';
import type { Site } from '../site.js';
import { type Handler, type Route, routesTagged } from './route.js';

type Way = 'download' | 'stream';

/** What protects a file: its own item, or the value that holds it. */
const guardOf = ({ property, item }: FoundFile): JsonObject => property.files.guard?.(property.value) ?? item;

/** Whether only members of the collection's groups have access. */
function isGated(site: Site, collection: string, guard: JsonObject): boolean {
  const { groups } = site.collections.get(collection).settings;
  return guard.protected !== false && Array.isArray(groups) && groups.length > 0;
}

/** Whether the caller can read the object anyway: its owner, a user, or a key for it. */
function mayRead({ caller }: Request, collection: string, id: string): boolean {
  if (caller.kind === 'anonymous') return false;
  return mayPass(caller, { method: 'GET', segments: ['collections', collection, id], operation: 'read' });
}

async function isPassword(hash: string, password: string | undefined): Promise<boolean> {
  if (password === undefined) return false;
  const { compare } = await import('bcryptjs');
  // The same algorithm under the name PHP gives it.
  return compare(password, hash.replace(/^\$2y\$/, '$2b$')).catch(() => false);
}

/** Checks the password of a file; true when the caller is authorized, else the response is sent. */
async function passesPassword(
  site: Site,
  request: Request,
  response: Response,
  { hash, file, way }: { hash: string; file: string; way: Way },
): Promise<boolean> {
  const client = clientAddress(request, site);
  const link = linkPassword(request);
  const typed = await typedPassword(request, response);
  const sent = link !== undefined || typed !== undefined;
  const password = typed ?? (link === undefined ? undefined : site.linkPasswords.decrypt(link));
  // A valid encrypted link was created here, so it cannot be a guess.
  const sealed = typed === undefined && password !== undefined;
  const retryAfter = sent ? site.filePasswords.wait(client, sealed ? undefined : file) : 0;
  if (retryAfter > 0) {
    throw new PlinthError('forbidden', message('passwordAttempts'), { retryAfter });
  }
  if (sent) site.filePasswords.add(client, file);
  if (sent && (await isPassword(hash, password))) {
    site.filePasswords.undo(client, file);
    return true;
  }
  if (way === 'stream') throw new PlinthError('forbidden', message('fileProtected'));
  if (wantsPage(request)) {
    sendPasswordForm(request, response, sent);
    return false;
  }
  throw sent
    ? new PlinthError('forbidden', message('filePasswordWrong'))
    : new PlinthError('unauthenticated', message('fileProtected'));
}

/** Checks the protection of a file; true when the caller is authorized, else the response is sent or it throws. */
async function passes(
  site: Site,
  request: Request,
  response: Response,
  found: FoundFile,
  way: Way,
): Promise<boolean> {
  const [collection, id] = objectAddress(request);
  if (mayRead(request, collection, id)) return true;
  const guard = guardOf(found);
  if (isGated(site, collection, guard)) {
    if (request.caller.kind !== 'anonymous' || way === 'stream') {
      throw new PlinthError('forbidden', message('permissionsInsufficient'));
    }
    if (!wantsPage(request)) throw new PlinthError('unauthenticated', message('authenticationRequired'));
    finalizeHeaders(request, response);
    response.redirect(302, '/admin/');
    return false;
  }
  const { password } = guard;
  if (typeof password !== 'string' || password === '') return true;
  const file = [collection, id, found.path].join('/');
  return passesPassword(site, request, response, { hash: password, file, way });
}

/** The segments after the object. A `+` means a space, as in forms. */
function segmentsOf(request: Request): string[] {
  const names = ['property', 'name', 'child', 'file'].map((name) => param(request, name));
  const segments = names.filter((segment) => segment !== '');
  if (segments.some((segment) => segment === '.' || segment === '..')) {
    throw missing(message('notFound'));
  }
  return segments;
}

/** Finds the file; a name with `+` is tried literally first, then with spaces. */
async function find(site: Site, request: Request): Promise<FoundFile> {
  const [collection, id] = objectAddress(request);
  const segments = segmentsOf(request);
  const options = { folder: queryText(request, 'path') ?? '' };
  try {
    return await findFile(site, collection, id, segments, options);
  } catch (error) {
    const last = segments.at(-1) ?? '';
    if (!(error instanceof PlinthError && error.kind === 'missing') || !last.includes('+')) throw error;
    return findFile(site, collection, id, [...segments.slice(0, -1), last.replaceAll('+', ' ')], options);
  }
}

const handle =
  (way: Way): Handler =>
  async (request, response, site) => {
    const [collection, id] = objectAddress(request);
    const found = await find(site, request);
    if (!(await passes(site, request, response, found, way))) return;
    const { property, item, path } = found;
    const guard = guardOf(found);
    const secret =
      (typeof guard.password === 'string' && guard.password !== '') || isGated(site, collection, guard);
    const name = typeof item.download === 'string' && item.download !== '' ? item.download : item.name;
    const sharing = sharingHeaders(site, request, [collection, id]);
    const file = await site.store.files.open(collection, id, path);
    const begun = await sendFile(
      request,
      response,
      { file, buffers: site.readBuffers },
      {
        type: safeType(item.mime),
        name,
        disposition: way === 'stream' ? 'inline' : 'attachment',
        ranges: way === 'stream',
        cacheControl: secret || site.perspective !== undefined ? NOT_CACHED : 'no-cache',
        ...(!secret && { sharing }),
      },
    );
    if (begun && property.files.counted && site.perspective === undefined && !isInProcess(request))
      site.downloadCounts.add(collection, id, property.keys, item.name);
  };

const row = routesTagged('Files');

/** The paths of files: by property, by name, and in nested properties of cards and decks. */
const addresses = (way: Way) =>
  ['', '/:name', '/:name/:child', '/:name/:child/:file'].map((rest, depth) => ({
    path: `/${way}/:collection/:id/:property${rest}`,
    id: (words: string) => (depth === 0 ? words : `${words}${depth}`),
  }));

const DOWNLOAD = {
  summary: 'Download a file',
  parameters: ['folder', 'pwd'],
  output: file('*/*'),
  sendsFile: true,
  headersAtOnce: true,
  decides: 'Without the right, a password or link opens a file, and most files are public.',
  hasPerspectives: true,
} as const;

const STREAM = {
  summary: 'Stream a file, whole or in part',
  parameters: ['folder', 'pwd', 'range'],
  output: file('*/*'),
  sendsFile: true,
  headersAtOnce: true,
  decides: 'Without the right, a password or link opens a file, and most files are public.',
  hasPerspectives: true,
} as const;

/** A POST has the password from the form. */
export const downloadRoutes: readonly Route[] = [
  ...addresses('download').flatMap(({ path, id }) => [
    row.get(path, 'open', handle('download'), { id: id('download.get'), ...DOWNLOAD }),
    row.post(path, 'open', handle('download'), { id: id('download.post'), ...DOWNLOAD }),
  ]),
  ...addresses('stream').map(({ path, id }) =>
    row.get(path, 'open', handle('stream'), { id: id('stream.get'), ...STREAM }),
  ),
];
