/** Operations on files: saving and changing (interface 4.3, 4.4), downloads, streams, derivatives, links (4.8, 4.9). */
import { IMAGE_PARAMETERS } from '../contract/imageworks.js';
import { type OperationRow, type OperationTable, row } from './operation.js';
import { imageParameterName, type ParameterName } from './parameters.js';
import { type Content, cleared, file, inline, storedObject } from './shapes.js';

const PARTS = ['', '/:name', '/:name/:child', '/:name/:child/:file'];

function rowsOf(way: 'download' | 'stream', summary: string, takes: readonly ParameterName[]) {
  const rows: Record<string, OperationRow> = {};
  for (const [depth, rest] of PARTS.entries()) {
    for (const method of way === 'download' ? ['GET', 'POST'] : ['GET']) {
      const id = `${way}.${method.toLowerCase()}${depth === 0 ? '' : depth}`;
      const answer = file('*/*');
      rows[`${method} /${way}/:collection/:id/:property${rest}`] = row(id, 'Files', summary, {
        takes,
        answer,
        sendsFile: true,
      });
    }
  }
  return rows;
}

const IMAGE_WORDS: readonly ParameterName[] = [
  'preset',
  'hash',
  ...IMAGE_PARAMETERS.map(({ name }) => imageParameterName(name)),
  'ifNoneMatch',
];

const IMAGES: readonly [path: string, id: string, summary: string][] = [
  [':id.:format', 'short', 'The image of an object of the collection `image`'],
  [':id/:name.:format', 'shortNamed', 'An image of an object of the collection `gallery`'],
  [':collection/:id/:property.:format', 'get', 'An image in another size or format'],
  [':collection/:id/:property/:name.:format', 'named', 'An image of a gallery or of a card'],
  [
    ':collection/:id/:property/:action',
    'action',
    'The first, last, a random or a featured image of a gallery',
  ],
  [':collection/:id/:property/:name/:child.:format', 'part', 'An image in an item of a deck'],
  [':collection/:id/:property/:name/:child/:part.:format', 'deep', 'An image in a part of a part'],
];

const text = { type: 'string' };

const PROPERTY = '/collections/:collection/:id/:property';

/** The object and what was saved; of a piece that leaves the file in parts, that it came. */
const saved: Content = (shape) => {
  const meta = { type: 'object', properties: { property: text, file: text } };
  const properties = { data: shape.stored, meta, status: { type: 'string', const: 'chunk received' } };
  return inline({ type: 'object', properties })(shape);
};

const count = { type: 'integer', minimum: 0 };

/** A form with the file or a piece of it, or the address of the file under the property's name. */
const sentFile: Content = () => ({
  'multipart/form-data': {
    schema: {
      type: 'object',
      required: ['file'],
      properties: {
        file: { type: 'string', contentMediaType: 'application/octet-stream' },
        ...Object.fromEntries(
          ['dzchunkindex', 'dztotalchunkcount', 'chunkindex', 'totalchunkcount', 'dztotalfilesize'].map(
            (name) => [name, count],
          ),
        ),
        dzuuid: text,
      },
    },
  },
  'application/json': {
    schema: { type: 'object', minProperties: 1, additionalProperties: { type: 'string', format: 'uri' } },
  },
});

const upload = (id: string, summary: string): OperationRow =>
  row(id, 'Files', summary, { takes: ['folder', 'ifMatch'], body: sentFile, answer: saved, uploads: true });

const described = (id: string, summary: string): OperationRow =>
  row(id, 'Files', summary, {
    takes: ['folder', 'ifMatch'],
    body: inline({
      type: 'object',
      properties: { alt: text, caption: text, tags: { type: 'array', items: text } },
    }),
    answer: storedObject,
  });

const UPLOADS: OperationTable = {
  [`POST ${PROPERTY}`]: upload('api.files.save', 'Save a file in a property'),
  [`POST ${PROPERTY}/*path`]: upload(
    'api.files.saveAt',
    'Save a file in a part, a folder, or in place of another',
  ),
  [`PUT ${PROPERTY}/*path`]: described('api.files.describe', 'Replace what is said of a file'),
  [`PATCH ${PROPERTY}/*path`]: described('api.files.change', 'Change what is said of a file'),
  [`DELETE ${PROPERTY}/*path`]: row('api.files.delete', 'Files', 'Move a file or a folder to the trash', {
    takes: ['folder', 'ifMatch'],
    answer: storedObject,
  }),
  [`PUT ${PROPERTY}/*path/move`]: row(
    'api.files.move',
    'Files',
    'Move a file of a depot into another folder',
    {
      takes: ['folder', 'ifMatch'],
      body: inline({ type: 'object', required: ['destination'], properties: { destination: text } }),
      answer: inline({ type: 'object', properties: { moved: { type: 'boolean' } } }),
    },
  ),
  [`POST ${PROPERTY}/folder`]: row('api.folders.create', 'Files', 'Make a folder in a depot', {
    takes: ['ifMatch'],
    body: inline({ type: 'object', required: ['path'], properties: { path: text } }),
    answer: storedObject,
  }),
  [`PUT ${PROPERTY}/folder/rename`]: row('api.folders.rename', 'Files', 'Rename a folder of a depot', {
    takes: ['folder', 'ifMatch'],
    body: inline({ type: 'object', required: ['name'], properties: { name: text } }),
    answer: storedObject,
  }),
  [`DELETE ${PROPERTY}/cache`]: row('api.cache.clear', 'Files', 'Drop the derivatives of a property', {
    answer: cleared,
  }),
  [`DELETE ${PROPERTY}/*path/cache`]: row('api.cache.clearOne', 'Files', 'Drop the derivatives of one file', {
    answer: cleared,
  }),
};

const EDITOR = '/upload/:collection/:id/:property';

const linked = inline({
  type: 'object',
  properties: { link: text, status: { type: 'string', const: 'chunk received' } },
});

/** Uploads of the rich-text editor, and where their links lead. */
const EMBEDDED: OperationTable = {
  [`POST ${EDITOR}`]: row('editor.save', 'Files', 'Save a file for a rich text; answers its link', {
    takes: ['folder'],
    body: sentFile,
    answer: linked,
    uploads: true,
  }),
  [`POST ${EDITOR}/*path`]: row('editor.saveAt', 'Files', 'Save a file for a rich text in a folder', {
    takes: ['folder'],
    body: sentFile,
    answer: linked,
    uploads: true,
  }),
  [`GET ${EDITOR}`]: row('editor.list', 'Files', 'The files of a rich text', {
    takes: ['folder'],
    answer: inline({
      type: 'object',
      properties: {
        files: {
          type: 'array',
          items: {
            type: 'object',
            properties: { name: text, thumbnail: { type: ['string', 'null'] }, url: text },
          },
        },
      },
    }),
  }),
  [`GET ${EDITOR}/*path`]: row('editor.read', 'Files', 'A file of a rich text as it is', {
    takes: ['range'],
    answer: file('*/*'),
    sendsFile: true,
  }),
  [`DELETE ${EDITOR}/*path`]: row('editor.delete', 'Files', 'Remove a file of a rich text', {
    takes: ['folder', 'ifMatch'],
    answer: inline({ type: 'object', properties: { status: { type: 'boolean' } } }),
  }),
  'GET /download/upload/:collection/:id/:property/*path': row(
    'download.upload',
    'Files',
    'Download a file of a rich text',
    { answer: file('*/*'), sendsFile: true },
  ),
  'GET /stream/upload/:collection/:id/:property/*path': row(
    'stream.upload',
    'Files',
    'Stream a file of a rich text, whole or in part',
    { takes: ['range'], answer: file('*/*'), sendsFile: true },
  ),
  'GET /imageworks/upload/:collection/:id/:property/*path': row(
    'imageworks.upload',
    'Files',
    'An image of a rich text in another size or format',
    { takes: IMAGE_WORDS, answer: file('image/jpeg', 'image/png', 'image/webp', 'image/avif') },
  ),
};

export const FILE_OPERATIONS: OperationTable = {
  ...UPLOADS,
  ...EMBEDDED,
  ...rowsOf('download', 'Download a file', ['folder', 'pwd']),
  ...rowsOf('stream', 'Stream a file, whole or in part', ['folder', 'pwd', 'range']),
  ...Object.fromEntries(
    IMAGES.map(([path, id, summary]) => [
      `GET /imageworks/${path}`,
      row(`imageworks.${id}`, 'Files', summary, {
        takes: IMAGE_WORDS,
        answer: file('image/jpeg', 'image/png', 'image/webp', 'image/avif'),
      }),
    ]),
  ),
  'GET /media': row('api.media.list', 'Files', 'All files of the folder, or those no object names', {
    takes: [
      ...(['search', 'filesOf', 'fileType', 'minSize', 'withoutAlt', 'unnamed', 'fileSort'] as const),
      ...(['limit', 'offset'] as const),
    ],
    answer: inline({
      type: 'object',
      properties: {
        total: { type: 'integer' },
        size: { type: 'integer' },
        files: { type: 'array', items: { type: 'object' } },
      },
    }),
  }),
  'GET /media/thumbnail': row('api.media.thumbnail', 'Files', 'A small picture of an image nothing names', {
    takes: ['fileCollection', 'fileObject', 'filePath'],
    answer: file('image/webp'),
  }),
  'POST /media/trash': row('api.media.trash', 'Files', 'Move files that nothing names to the trash', {
    body: inline({
      type: 'object',
      required: ['files'],
      properties: {
        files: {
          type: 'array',
          minItems: 1,
          maxItems: 1000,
          items: {
            type: 'object',
            required: ['collection', 'id', 'path'],
            properties: { collection: text, id: text, path: text },
          },
        },
      },
    }),
    answer: inline({
      type: 'object',
      properties: {
        trashed: { type: 'array', items: { type: 'object' } },
        refused: { type: 'array', items: { type: 'object' } },
      },
    }),
  }),
  'POST /links': row('api.links.create', 'Files', 'Links to a file that carry its password encrypted', {
    body: inline({
      type: 'object',
      required: ['collection', 'id', 'property', 'password'],
      properties: { collection: text, id: text, property: text, filename: text, path: text, password: text },
    }),
    answer: inline({ type: 'object', properties: { download: text, stream: text } }),
  }),
};
