/** All files of the folder, for the media page of the admin. */

import { filePathProblem } from '../contract/file-names.js';
import type { all } from '../contract/json-schema.js';
import {
  type FilePlace,
  MEDIA_DETAILS,
  MEDIA_LIST,
  MEDIA_PAGE,
  MEDIA_REPLACEMENT,
  MEDIA_SORTS,
  MEDIA_TYPES,
  UNUSED_FILES,
  UNUSED_REMOVAL,
} from '../contract/media.js';
import { message, rule } from '../contract/messages/message.js';
import { isLegalId } from '../contract/names.js';
import { readImageParameters } from '../derivatives/parameters.js';
import { invalid, missing, PlinthError } from '../errors.js';
import { typeOfName } from '../files/embedded-files.js';
import type { MediaQuery } from '../files/media-page.js';
import { replaceEverywhere } from '../files/replace-everywhere.js';
import { addressOf, versionOf } from '../files/same-files.js';
import { cancelled } from '../http/cancelled.js';
import { ifMatchOf } from '../http/condition.js';
import { authorisePart, objectReader } from '../http/permission.js';
import { queryChoice, queryFlag, queryInteger, queryText } from '../http/query.js';
import type { Request } from '../http/request.js';
import { sendJson } from '../http/send.js';
import { sendFound } from '../http/send-work.js';
import { withUpload } from '../http/upload.js';
import { either, file, sentFile } from '../openapi/shapes.js';
import type { Site } from '../site.js';
import { sendDerivative } from './imageworks.js';
import { mayRead } from './readable.js';
import { type Handler, type Route, routesTagged, type WriteHandler } from './route.js';

const invalidParameter = (name: string, sentence: string) =>
  invalid(message('parameterInvalid', { name }), { [name]: [rule(sentence)] });

/** The collection and property whose files are asked for. Throws `invalid`. */
function placeQuery(request: Request) {
  const collection = queryText(request, 'collection') || undefined;
  const property = queryText(request, 'property') || undefined;
  if (collection !== undefined && !isLegalId(collection)) {
    throw invalidParameter('collection', 'must be the id of a collection');
  }
  if (property !== undefined) {
    if (collection === undefined) throw invalidParameter('property', 'requires the parameter collection');
    const problem = property.includes('/') ? 'must be the name of one property' : filePathProblem(property);
    if (problem !== undefined) throw invalidParameter('property', problem);
  }
  return { collection, property };
}

function queryOf(site: Site, request: Request): MediaQuery {
  const limit = queryInteger(request, 'limit') ?? MEDIA_PAGE.default;
  return {
    type: queryChoice(request, 'type', MEDIA_TYPES),
    ...placeQuery(request),
    tag: queryText(request, 'tag') || undefined,
    search: queryText(request, 'search')?.slice(0, 200),
    withoutAlt: queryFlag(request, 'withoutAlt'),
    duplicates: queryFlag(request, 'duplicates'),
    minSize: queryInteger(request, 'minSize') ?? 0,
    sort: queryChoice(request, 'sort', MEDIA_SORTS) ?? 'newest',
    limit: Math.min(Math.max(1, limit), MEDIA_PAGE.max),
    offset: queryInteger(request, 'offset') ?? 0,
    counts: queryFlag(request, 'counts'),
    mayRead: (collection) => mayRead(site, request.caller, ['collections', collection]),
  };
}

const list: Handler = (request, response, site) => {
  const query = queryOf(site, request);
  const isUnnamed = queryFlag(request, 'unnamed');
  return sendFound(request, response, (watch) =>
    isUnnamed ? site.media.unnamed(query, watch) : site.media.list(query, watch),
  );
};

/** Validates the locations of files. Throws `invalid`. */
function placesOf(files: readonly FilePlace[]): FilePlace[] {
  return files.map(({ collection, id, path }) => {
    if (!isLegalId(collection) || !isLegalId(id)) {
      throw invalid(message('filesNeedObjects'));
    }
    const problem = filePathProblem(path);
    if (problem !== undefined) throw invalid(message('filesPath', { problem }));
    return { collection, id, path };
  });
}

const removeUnused: WriteHandler<typeof UNUSED_FILES> = async (request, response, site) => {
  const places = placesOf(request.body.files);
  for (const { collection, id, path } of places) {
    const segments = ['collections', collection, id, ...path.split('/')];
    authorisePart(site, request, { method: 'DELETE', segments, operation: 'update', collection });
  }
  sendJson(request, response, await site.media.unused.remove(places, site.change));
};

/** The file in the query. Throws `invalid`. */
function placeOf(request: Request): FilePlace {
  const queried = (name: string) => queryText(request, name) ?? '';
  const place = { collection: queried('collection'), id: queried('id'), path: queried('path') };
  placesOf([place]);
  return place;
}

const details: Handler = async (request, response, site) => {
  const found = await site.media.details(placeOf(request), { signal: cancelled(response) });
  // Objects the caller could not read by requests of their own are not named.
  const mayReadObject = objectReader(site, request);
  const readable = ({ collection, id }: { collection: string; id: string }) => mayReadObject(collection, id);
  const same = found.same.filter(readable);
  const links = found.links.filter(readable).map((file) => ({ ...file, from: file.from.filter(readable) }));
  sendJson(request, response, { ...found, same, links });
};

/** Puts the file of the request in the place of all that have the same bytes. */
const replace: WriteHandler = async (request, response, site) => {
  const place = placeOf(request);
  const ifMatch = ifMatchOf(request);
  const sent = { ...place, segments: place.path.split('/') };
  const names = ['file'] as const;
  const done = await withUpload(request, response, site, { place: sent, names }, async (staged) => {
    const all = await site.media.sameAs(place);
    if (all.length === 0) throw missing(message('fileMissing', { path: place.path }));
    if (ifMatch !== undefined && ifMatch !== `"${versionOf(all)}"`) {
      throw new PlinthError('stale', message('filesWithBytesChanged'));
    }
    const isAsked = ({ file }: (typeof all)[number]) => addressOf(file) === addressOf(place);
    const same = queryFlag(request, 'only') ? all.filter(isAsked) : all;
    for (const { file } of same) {
      const { collection, id, path } = file;
      const segments = ['collections', collection, id, ...path.split('/')];
      authorisePart(site, request, { method: 'POST', segments, operation: 'update', collection });
    }
    const links = await site.media.linkersOf(same);
    for (const { collection, id } of [...links.values()].flat()) {
      const segments = ['collections', collection, id];
      authorisePart(site, request, { method: 'PATCH', segments, operation: 'update', collection });
    }
    return replaceEverywhere(site, same, staged, (file) => links.get(addressOf(file)) ?? []);
  });
  sendJson(request, response, done ?? { status: 'chunk received' });
};

/** A thumbnail of an unused image, which has no public URL. */
const thumbnail: Handler = async (request, response, site) => {
  const place = placeOf(request);
  const stamp = site.store.files.stamp(place.collection, place.id, place.path);
  if (!stamp || !typeOfName(place.path).startsWith('image/')) {
    throw missing(message('imageMissing'));
  }
  const values = readImageParameters({ w: '320', h: '240', fit: 'crop' });
  const [property = ''] = place.path.split('/');
  const wanted = { ...place, property, format: 'webp', values, focal: [50, 50], palette: [] } as const;
  await sendDerivative(request, response, site, site.derivatives.named(wanted, stamp), { isRandom: true });
};

const row = routesTagged('Files');

export const mediaRoutes: readonly Route[] = [
  row.get('/media', 'editor', list, {
    id: 'api.media.list',
    summary: 'All files of the folder, or the unused ones',
    parameters: [
      'search',
      'filesOf',
      'fileProperty',
      'fileTag',
      'fileType',
      'minSize',
      'withoutAlt',
      'duplicates',
      'unnamed',
      'fileSort',
      'fileLimit',
      'fileOffset',
      'fileCounts',
    ],
    output: either(MEDIA_LIST, file('application/x-ndjson')),
  }),
  row.get('/media/thumbnail', 'editor', thumbnail, {
    id: 'api.media.thumbnail',
    summary: 'A thumbnail of an unused image',
    fails: [404],
    parameters: ['fileCollection', 'fileObject', 'filePath'],
    output: file('image/webp'),
  }),
  row.get('/media/file', 'editor', details, {
    id: 'api.media.details',
    summary: 'A file with its metadata and all files with the same bytes',
    fails: [404],
    parameters: ['fileCollection', 'fileObject', 'filePath'],
    output: MEDIA_DETAILS,
  }),
  row.post('/media/replace', 'editor', replace, {
    id: 'api.media.replace',
    summary: 'Replace a file and all with the same bytes',
    fails: [404],
    changes: true,
    parameters: ['fileCollection', 'fileObject', 'filePath', 'onlyFile', 'ifMatch'],
    input: sentFile,
    handlerReadsBody: true,
    uploads: true,
    output: MEDIA_REPLACEMENT,
  }),
  row.post('/media/trash', 'editor', removeUnused, {
    id: 'api.media.trash',
    summary: 'Move unused files to the trash',
    changes: true,
    input: UNUSED_FILES,
    output: UNUSED_REMOVAL,
  }),
];
