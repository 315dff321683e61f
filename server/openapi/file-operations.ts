/** Operations on files: downloads, streams, derivatives, links (interface 4.8, 4.9). */
import { IMAGE_PARAMETERS } from '../contract/imageworks.js';
import { type OperationRow, type OperationTable, row } from './operation.js';
import { imageParameterName, type ParameterName } from './parameters.js';
import { file, inline } from './shapes.js';

const PARTS = ['', '/:name', '/:name/:child', '/:name/:child/:file'];

function rowsOf(way: 'download' | 'stream', summary: string, takes: readonly ParameterName[]) {
  const rows: Record<string, OperationRow> = {};
  for (const [depth, rest] of PARTS.entries()) {
    for (const method of ['GET', 'POST']) {
      const id = `${way}.${method.toLowerCase()}${depth === 0 ? '' : depth}`;
      const answer = file('application/octet-stream');
      rows[`${method} /${way}/:collection/:id/:property${rest}`] = row(id, 'Files', summary, {
        takes,
        answer,
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

export const FILE_OPERATIONS: OperationTable = {
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
  'POST /links': row('api.links.create', 'Files', 'Links to a file that carry its password encrypted', {
    body: inline({
      type: 'object',
      required: ['collection', 'id', 'property', 'password'],
      properties: { collection: text, id: text, property: text, filename: text, path: text, password: text },
    }),
    answer: inline({ type: 'object', properties: { download: text, stream: text } }),
  }),
};
