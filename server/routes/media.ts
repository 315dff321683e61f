/** All files of the folder, for the media page of the admin. */
import type { Request } from 'express';
import { filePathProblem } from '../contract/file-names.js';
import { type FilePlace, MAX_REMOVED, MEDIA_PAGE, MEDIA_SORTS, MEDIA_TYPES } from '../contract/media.js';
import { isLegalId } from '../contract/names.js';
import { readImageParameters } from '../derivatives/parameters.js';
import { invalid, missing } from '../errors.js';
import { typeOfName } from '../files/embedded-files.js';
import type { MediaQuery } from '../files/media.js';
import { queryChoice, queryFlag, queryInteger, queryText } from '../http/query.js';
import { sendJson } from '../http/send.js';
import { checked, file, inline } from '../openapi/shapes.js';
import { sendDerivative } from './imageworks.js';
import { type Handler, type Route, routesTagged, type WriteHandler } from './route.js';

function queryOf(request: Request): MediaQuery {
  const limit = queryInteger(request, 'limit') ?? MEDIA_PAGE.default;
  return {
    type: queryChoice(request, 'type', MEDIA_TYPES),
    collection: queryText(request, 'collection') || undefined,
    search: queryText(request, 'search')?.slice(0, 200),
    withoutAlt: queryFlag(request, 'withoutAlt'),
    minSize: queryInteger(request, 'minSize') ?? 0,
    sort: queryChoice(request, 'sort', MEDIA_SORTS) ?? 'newest',
    limit: Math.min(Math.max(1, limit), MEDIA_PAGE.max),
    offset: queryInteger(request, 'offset') ?? 0,
  };
}

const list: Handler = async (request, response, site) => {
  const query = queryOf(request);
  const found = queryFlag(request, 'unnamed')
    ? await site.media.unnamed(query)
    : await site.media.list(query);
  sendJson(request, response, found);
};

/** Validates the locations of files. Throws `invalid`. */
function placesOf(files: readonly FilePlace[]): FilePlace[] {
  return files.map(({ collection, id, path }) => {
    if (!isLegalId(collection) || !isLegalId(id)) {
      throw invalid('Each of "files" must have the "collection" and the "id" of an object');
    }
    const problem = filePathProblem(path);
    if (problem !== undefined) throw invalid(`The "path" of a file ${problem}`);
    return { collection, id, path };
  });
}

interface Unused {
  files: FilePlace[];
}

const removeUnused: WriteHandler = async (request, response, site) => {
  const { files }: Unused = request.body;
  sendJson(request, response, await site.media.unused.remove(placesOf(files), site.change));
};

/** A thumbnail of an unused image, which has no public URL. */
const thumbnail: Handler = async (request, response, site) => {
  const queried = (name: string) => queryText(request, name) ?? '';
  const [place] = placesOf([{ collection: queried('collection'), id: queried('id'), path: queried('path') }]);
  const stamp = place && site.store.files.stamp(place.collection, place.id, place.path);
  if (!place || !stamp || !typeOfName(place.path).startsWith('image/')) {
    throw missing('Image not found');
  }
  const values = readImageParameters({ w: '320', h: '240', fit: 'crop' });
  const [property = ''] = place.path.split('/');
  const wanted = { ...place, property, format: 'webp', values, focal: [50, 50], palette: [] } as const;
  await sendDerivative(request, response, site, site.derivatives.named(wanted, stamp), { isRandom: true });
};

const text = { type: 'string' };
const row = routesTagged('Files');

export const mediaRoutes: readonly Route[] = [
  row.get('/media', 'editor', list, {
    id: 'api.media.list',
    summary: 'All files of the folder, or the unused ones',
    parameters: [
      'search',
      'filesOf',
      'fileType',
      'minSize',
      'withoutAlt',
      'unnamed',
      'fileSort',
      'fileLimit',
      'fileOffset',
    ],
    output: inline({
      type: 'object',
      properties: {
        total: { type: 'integer' },
        size: { type: 'integer' },
        files: { type: 'array', items: { type: 'object' } },
      },
    }),
  }),
  row.get('/media/thumbnail', 'editor', thumbnail, {
    id: 'api.media.thumbnail',
    summary: 'A thumbnail of an unused image',
    parameters: ['fileCollection', 'fileObject', 'filePath'],
    output: file('image/webp'),
  }),
  row.post('/media/trash', 'editor', removeUnused, {
    id: 'api.media.trash',
    summary: 'Move unused files to the trash',
    changes: true,
    input: checked({
      type: 'object',
      required: ['files'],
      properties: {
        files: {
          type: 'array',
          minItems: 1,
          maxItems: MAX_REMOVED,
          items: {
            type: 'object',
            required: ['collection', 'id', 'path'],
            properties: { collection: text, id: text, path: text },
          },
        },
      },
    }),
    output: inline({
      type: 'object',
      properties: {
        trashed: { type: 'array', items: { type: 'object' } },
        rejected: { type: 'array', items: { type: 'object' } },
      },
    }),
  }),
];
