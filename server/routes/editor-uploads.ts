/**
 * Uploads of the rich-text editor (spec/files.md#editor-uploads): the response is a link instead of the object. File
 * properties accept files as usual.
 */

import * as wire from '../contract/json-schema.js';
import { message } from '../contract/messages/message.js';
import { missing, PlinthError } from '../errors.js';
import { type FileProperty, resolveEmbedFolder, resolveFileProperty } from '../files/address.js';
import { removeFile } from '../files/change-files.js';
import { findEmbedded, listEmbedded, removeEmbedded, saveEmbedded } from '../files/embedded-files.js';
import { findFile } from '../files/find.js';
import { linkOfEmbedded, linkOfItem } from '../files/links.js';
import { saveFile, type UploadPlace } from '../files/save-file.js';
import { propertyAddress } from '../http/address.js';
import { fileCondition, ifMatchOf } from '../http/condition.js';
import { safeType } from '../http/disposition.js';
import { queryText } from '../http/query.js';
import type { Request } from '../http/request.js';
import { sendJson } from '../http/send.js';
import { sendFile } from '../http/send-file.js';
import { withUpload } from '../http/upload.js';
import { file, sentFile } from '../openapi/shapes.js';
import type { Site } from '../site.js';
import { type Handler, type Route, routesTagged, type WriteHandler } from './route.js';

/** The location in a path. Throws `missing` for invalid segments. */
export function uploadPlace(request: Request): UploadPlace {
  const [collection, id, property] = propertyAddress(request);
  const path: unknown = request.params.path;
  const segments = [property, ...(Array.isArray(path) ? path.map(String) : [])];
  if (segments.some((segment) => segment === '' || segment.startsWith('.') || /[\\\0/]/.test(segment))) {
    throw missing(message('notFound'));
  }
  return { collection, id, segments, folder: queryText(request, 'path') ?? '' };
}

/** The file property of the path; undefined for a rich text. Throws `missing` for any other. */
async function ownProperty(site: Site, place: UploadPlace): Promise<FileProperty | undefined> {
  const { collection, id, segments } = place;
  try {
    return await resolveFileProperty(site, collection, id, segments);
  } catch (error) {
    if (!(error instanceof PlinthError && error.kind === 'missing')) throw error;
    await resolveEmbedFolder(site, collection, id, segments);
    return undefined;
  }
}

/** Fields about the transfer of the file; all others become the query of the link. */
const OF_THE_UPLOAD = /^(?:dz.*|chunkindex|totalchunkcount|csrf_token|api_key|path)$/;

function withQuery(link: string, fields: ReadonlyMap<string, string>): string {
  const query = new URLSearchParams([...fields].filter(([name]) => !OF_THE_UPLOAD.test(name)));
  return query.size === 0 ? link : `${link}${link.includes('?') ? '&' : '?'}${query}`;
}

/** Editors show one sentence, so validation errors have the same format as malformed requests. */
function inOneSentence(error: unknown): unknown {
  if (!(error instanceof PlinthError) || !['validation', 'invalid'].includes(error.kind)) return error;
  const problems = Object.values(error.details ?? {})
    .flat()
    .join('; ');
  const reason = problems ? message('problemsTogether', { problems }) : error.reason;
  return new PlinthError('invalid', reason, { short: true, cause: error });
}

const save: WriteHandler = async (request, response, site) => {
  const place = uploadPlace(request);
  const { collection, id } = place;
  // Checked before megabytes are received.
  const own = await ownProperty(site, place);
  const names = ['file', place.segments.at(-1) ?? ''] as const;
  const link = await withUpload(request, response, site, { place, names }, async (staged, fields) => {
    if (!own) {
      const { keys, path, mime } = await saveEmbedded(site, place, staged);
      return withQuery(linkOfEmbedded([collection, id, ...keys], path, mime), fields);
    }
    const condition = fileCondition(site, request, place);
    const { property, item, folders } = await saveFile(site, place, staged, condition);
    return withQuery(linkOfItem([collection, id], property, item, folders), fields);
  }).catch((error: unknown) => {
    throw inOneSentence(error);
  });
  sendJson(request, response, link === undefined ? { status: 'chunk received' } : { link });
};

const TYPES: Readonly<Record<string, RegExp>> = {
  image: /^image\//,
  video: /^video\//,
  audio: /^audio\//,
  media: /^(?:audio|video)\//,
  file: /./,
};

/** The size in which editors show images. */
const THUMBNAIL = 'w=200&h=200&fit=crop';

const list: Handler = async (request, response, site) => {
  const place = uploadPlace(request);
  const { collection, id } = place;
  const own = await ownProperty(site, place);
  if (own && own.rest.length > 0) throw missing(message('notFound'));
  const files = own
    ? own.files.list(own.value).map(({ item, path }) => ({
        name: path,
        mime: String(item.mime ?? ''),
        url: linkOfItem([collection, id], own, item, path.split('/').slice(0, -1)),
      }))
    : (await listEmbedded(site, place)).map(({ keys, path, mime }) => ({
        name: path,
        mime,
        url: linkOfEmbedded([collection, id, ...keys], path, mime),
      }));
  const wanted = TYPES[queryText(request, 'type') ?? 'file'] ?? /./;
  sendJson(request, response, {
    files: files
      .filter(({ mime }) => wanted.test(mime))
      .map(({ name, mime, url }) => {
        const pictured = mime.startsWith('image/') && url.startsWith('/imageworks/');
        return { name, thumbnail: pictured ? `${url}?${THUMBNAIL}` : null, url };
      }),
  });
};

/** The original file. */
const raw: Handler = async (request, response, site) => {
  const place = uploadPlace(request);
  const { collection, id, segments, folder } = place;
  const own = await ownProperty(site, place);
  const { path, name, mime } = own
    ? await findFile(site, collection, id, segments, { folder: folder ?? '' }).then((found) => ({
        path: found.path,
        name: found.item.name,
        mime: found.item.mime,
      }))
    : await findEmbedded(site, place);
  const file = await site.store.files.open(collection, id, path);
  await sendFile(
    request,
    response,
    { file, buffers: site.readBuffers },
    {
      type: safeType(mime),
      name,
      disposition: 'inline',
      ranges: true,
      cacheControl: 'private, no-cache',
    },
  );
};

const remove: WriteHandler = async (request, response, site) => {
  const place = uploadPlace(request);
  const own = await ownProperty(site, place);
  const trashed = own
    ? (await removeFile(site, place, fileCondition(site, request, place))).trashed
    : await removeEmbedded(site, place, ifMatchOf(request));
  if (trashed) response.setHeader('X-Trash-Id', trashed.id);
  sendJson(request, response, { status: true });
};

const PROPERTY = '/upload/:collection/:id/:property';
const FILE = `${PROPERTY}/*path`;

const row = routesTagged('Files');

const UPLOAD = {
  parameters: ['folder'],
  input: sentFile,
  handlerReadsBody: true,
  uploads: true,
  output: wire.some({ link: wire.text, status: wire.choice('chunk received') }),
} as const;

const listed = wire.some({ ...wire.texts('name', 'url'), thumbnail: wire.orNull(wire.text) });

export const editorUploadRoutes: readonly Route[] = [
  row.post(PROPERTY, 'update', save, {
    id: 'editor.save',
    summary: 'Upload a file of a rich text; returns its link',
    changes: true,
    inSets: true,
    ...UPLOAD,
  }),
  row.post(FILE, 'update', save, {
    id: 'editor.saveAt',
    summary: 'Upload a file of a rich text to a folder',
    changes: true,
    inSets: true,
    ...UPLOAD,
  }),
  row.get(PROPERTY, 'update', list, {
    id: 'editor.list',
    summary: 'The files of a rich text',
    parameters: ['folder'],
    output: wire.some({ files: wire.listOf(listed) }),
  }),
  row.get(FILE, 'read', raw, {
    id: 'editor.read',
    summary: 'The bytes of a file of a rich text',
    parameters: ['range'],
    output: file('*/*'),
    sendsFile: true,
  }),
  row.delete(FILE, 'update', remove, {
    id: 'editor.delete',
    summary: 'Remove a file of a rich text',
    changes: true,
    inSets: true,
    parameters: ['folder', 'ifMatch'],
    output: wire.some({ status: wire.bool }),
  }),
];
