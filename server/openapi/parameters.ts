/** Query and header parameters, each described once. */
import { TRANSACTION_HEADER } from '../contract/changes.js';
import { IMAGE_PARAMETERS, type ImageParameter, type ImageParameterName } from '../contract/imageworks.js';
import { MEDIA_PAGE, MEDIA_SORTS, MEDIA_TYPES } from '../contract/media.js';
import { OBJECT_STATES } from '../contract/objects.js';
import type { JsonObject } from '../contract/values.js';
import { query, SHEET_PARAMETERS } from './sheet-parameters.js';

/** Formats of a query response, and of the fields of a report. */
export const QUERY_FORMATS = ['json', 'csv', 'html'] as const;
export const FIELDS_FORMATS = ['json', 'html'] as const;

const text = { type: 'string' };
const shortText = { ...text, maxLength: 200 };
const flag = { type: 'boolean' };
const LIMIT = { type: 'integer', minimum: 1, maximum: 100, default: 50 };

/** The schema of a parameter of `/imageworks`. */
function imageSchema(row: ImageParameter): JsonObject {
  switch (row.form) {
    case 'boolean':
      return { type: 'boolean' };
    case 'choice':
      return { type: 'string', enum: [...row.choices] };
    case 'pattern':
      return { type: 'string', pattern: row.pattern.source };
    default:
      return { type: row.form, minimum: row.minimum, maximum: row.maximum };
  }
}

/** The documented name of a parameter; others keep theirs. */
const imageParameterName = (name: ImageParameterName): `image.${ImageParameterName}` => `image.${name}`;

type ImageParameterObjects = Record<`image.${ImageParameterName}`, JsonObject>;

const imageParameters = Object.fromEntries(
  IMAGE_PARAMETERS.map((row: ImageParameter) => {
    const also = row.aliases.length > 0 ? ` Also \`${row.aliases.join('`, `')}\`.` : '';
    return [`image.${row.name}`, query(row.name, row.description + also, imageSchema(row))];
  }),
) as ImageParameterObjects;

export const PARAMETERS = {
  ...imageParameters,
  ...SHEET_PARAMETERS,
  preset: query('p', 'Name of a preset, such as `small` or `medium-crop`.', text),
  hash: query('hash', 'Hash of the image; with it the response can be cached permanently.', text),
  folder: query('path', 'Folder inside a depot.', text),
  pwd: query('pwd', 'Encrypted password of a link.', text),
  range: {
    name: 'Range',
    in: 'header',
    description: 'One range of bytes, as `bytes=0-1023`.',
    schema: text,
  },
  watched: query('collections', 'Comma-separated collections; default: all readable ones.', text),
  grouped: query(
    'grouped',
    'Changes that come together are one event `changes`, whose data has a list `changes`.',
    flag,
  ),
  window: query(
    'window',
    'A window of the admin, of which forms are reported as open: they count as closed when the stream ends.',
    text,
  ),
  transaction: {
    name: TRANSACTION_HEADER,
    in: 'header',
    description:
      'Id of a transaction that an earlier response had there: the changes of this request become part of it. ' +
      'Ignored if it is not one of the same caller, or is older than an hour.',
    schema: { ...text, format: 'uuid' },
  },
  lastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    description: 'Id of the last event received; later ones are sent first. Also as parameter `lastEventId`.',
    schema: text,
  },
  treeParent: query('parent', 'The object whose children are listed; the top level without it.', text),
  groupedBy: { ...query('by', 'The property whose values make the groups.', text), required: true },
  groupPart: query('part', '`month`: dates count by their month.', { ...text, enum: ['month'] }),
  limit: query('limit', 'Maximum number of objects; clamped to its bounds.', LIMIT),
  offset: query('offset', 'Number of objects to skip.', { type: 'integer', minimum: 0, default: 0 }),
  sort: query(
    'sort',
    'Comma-separated sort criteria: `date:desc`, `-date`, `title:asc:natural`, `state:options`, `shuffle`.',
    text,
  ),
  order: query('order', 'Direction of a plain `sort`.', { ...text, enum: ['asc', 'desc'], default: 'desc' }),
  filter: {
    ...query('filter', 'Criteria that must all match, as `filter[property]=value`.', {
      type: 'object',
      additionalProperties: text,
    }),
    style: 'deepObject',
    explode: true,
  },
  search: query(
    'search',
    'Whole words, `and`, `or`, and "quoted phrases"; `word*` finds words with this prefix.',
    { ...text, maxLength: 200 },
  ),
  include: query('include', 'Criteria `property:value` or `property:operator:value`; all must match.', text),
  exclude: query('exclude', 'Criteria; objects that match any of them are excluded.', text),
  any: query('any', 'Criteria of which one must match; can be repeated.', text),
  format: query('format', 'Format of the response.', { ...text, enum: [...QUERY_FORMATS], default: 'json' }),
  fieldsFormat: query('format', 'Format of the response.', {
    ...text,
    enum: [...FIELDS_FORMATS],
    default: 'html',
  }),
  fields: {
    ...query('fields', 'Comma-separated field names; dots reach into decks and cards.', text),
    required: true,
  },
  shown: query(
    'fields',
    'Comma-separated names of the properties to show besides `id`; dots reach into cards, decks and expanded relations.',
    text,
  ),
  expand: query(
    'expand',
    'Comma-separated names of relations, such as `author,related.author`: their values are replaced by the objects they name. At most two relations deep.',
    text,
  ),
  locale: query(
    'locale',
    'A language such as `de` or `de_CH`: texts by language are answered as one text, in another language where there is none in this one.',
    text,
  ),
  published: query('published', 'Only what is live now, by the settings of the collection.', {
    ...text,
    enum: ['1', '0'],
  }),
  state: query('state', 'Only objects in this state.', { ...text, enum: [...OBJECT_STATES] }),
  columns: query('fields', 'Comma-separated property names: the columns besides `id`; default: all.', text),
  since: query(
    'since',
    'Cursor of an earlier answer: only what has changed since, without sort and offset, and ids of what is gone.',
    text,
  ),
  changeLimit: query('limit', 'Maximum number of changes; clamped to its bounds.', {
    type: 'integer',
    minimum: 1,
    maximum: 1000,
    default: 500,
  }),
  raw: query('raw', 'The schema as stored, without inherited properties.', flag),
  force: query('force', 'Include the objects of the collection.', flag),
  update: query('update', 'Update existing objects and skip new ones, instead of the reverse.', flag),
  dryRun: query('dryRun', 'Dry run: report what would happen.', flag),
  fqty: query('fqty', 'Number of objects to create.', {
    type: 'integer',
    minimum: 1,
    maximum: 10_000,
    default: 1,
  }),
  name: query('name', 'Name of the template.', text),
  description: query('description', 'What the template is for.', text),
  mode: query('mode', '`sync`: schemas only.', { ...text, enum: ['sync'] }),
  schemas: query('schemas', 'Comma-separated schema ids.', text),
  collections: query('collections', 'Comma-separated collection ids.', text),
  objects: query('objects', 'Single objects as comma-separated `collection/id`.', text),
  kinds: query('filter', 'Only built-in (`reserved`) or only `custom` schemas.', {
    ...text,
    enum: ['reserved', 'custom'],
  }),
  until: query('until', 'Only entries deleted up to this time; default: now.', {
    ...text,
    format: 'date-time',
  }),
  filesOf: query('collection', 'Only files of this collection.', text),
  fileProperty: query('property', 'Only files of this property; with `collection`.', text),
  fileTag: query('tag', 'Only files with this tag.', text),
  fileCounts: query('counts', 'Count the files by collections, properties and tags as well.', flag),
  fileType: query('type', 'Only files of this type.', { ...text, enum: [...MEDIA_TYPES] }),
  fileSort: query('sort', 'Sort order.', { ...text, enum: [...MEDIA_SORTS], default: 'newest' }),
  fileLimit: query('limit', 'Maximum number of files; clamped to its bounds.', {
    type: 'integer',
    minimum: 1,
    maximum: MEDIA_PAGE.max,
    default: MEDIA_PAGE.default,
  }),
  fileOffset: query('offset', 'Number of files to skip.', { type: 'integer', minimum: 0, default: 0 }),
  asOf: query(
    'at',
    'Content as it was at this time, a date or a date with a time; needs the right to change all objects.',
    text,
  ),
  perspective: query(
    'perspective',
    'Ids of change sets, separated by commas: content with their changes in it. The header `X-Plinth-Perspective` does the same. Needs the right to change all objects; callers who may only suggest name suggestions of their own.',
    text,
  ),
  changedCollection: query(
    'collection',
    'Only sets that change an object of this collection, each with these `changes`.',
    text,
  ),
  changedIds: query(
    'id',
    'Only changes of these objects, separated by commas, at most 100; with `collection`.',
    text,
  ),
  changedProperties: query('properties', 'Only these properties, separated by commas.', text),
  versionLimit: query('limit', 'Maximum number of entries; clamped to its bounds.', LIMIT),
  versionOffset: query('offset', 'Number of versions to skip.', { type: 'integer', minimum: 0, default: 0 }),
  withChanged: query('changed', 'Also which properties each version changed.', flag),
  versionFile: query('path', 'The file below the folder of the object, such as `image/quay.jpg`.', text),
  comparedWith: query('with', 'Revision to compare with; default: the object as it is now.', text),
  changedIn: query('collection', 'Only changes in this collection.', text),
  changedId: query('id', 'Only changes of objects with this id.', text),
  changedBy: query(
    'actor',
    'Only changes by this kind of actor, or by the actor with this name or id.',
    text,
  ),
  changeKind: query('kind', 'Only these kinds of changes, separated by commas.', text),
  changedTogether: query('transaction', 'Only changes of this transaction.', text),
  changedBefore: query('before', 'Only changes before this time, or after a page: its `next`.', text),
  changedSince: query('since', 'Only changes at or after this time.', { ...text, format: 'date-time' }),
  openIn: query('collection', 'Only objects of this collection.', text),
  openId: query('id', 'Only objects with this id.', text),
  runOffset: query('offset', 'Number of runs to skip.', { type: 'integer', minimum: 0, default: 0 }),
  minSize: query('minSize', 'Only files with at least this many bytes.', {
    type: 'integer',
    minimum: 0,
    default: 0,
  }),
  withoutAlt: query('withoutAlt', 'Only images without alternative text.', flag),
  duplicates: query('duplicates', 'Only files whose bytes another file has, too.', flag),
  unnamed: query('unnamed', 'Unused files instead of those in use.', flag),
  fileCollection: { ...query('collection', 'Collection of the object.', text), required: true },
  fileObject: { ...query('id', 'Id of the object that has the file.', text), required: true },
  filePath: { ...query('path', 'Path of the file in the object’s folder.', text), required: true },
  onlyFile: query('only', 'Only this file, not the others with its bytes.', flag),
  indexed: query('fields', 'Comma-separated names of the properties to show besides `id`.', text),
  partLimit: query('limit', 'Maximum number of entries; all without it.', { type: 'integer', minimum: 1 }),
  titleWords: query('q', 'Words of the title or the id; the last one can be a prefix.', shortText),
  searched: {
    ...query('q', 'Words, `and`, `or`, and "quoted phrases"; the last word can be a prefix.', shortText),
    required: true,
  },
  foundLimit: query('limit', 'Maximum number of results.', {
    type: 'integer',
    minimum: 1,
    maximum: 50,
    default: 20,
  }),
  partial: query(
    'partial',
    'Do not wait until all texts are indexed: where `partial` is in the answer, of some only titles were searched.',
    flag,
  ),
  referringId: query('id', 'Only references in the object with this id.', text),
  ids: query('ids', 'Comma-separated ids of at most 500 objects.', text),
  idsOfOne: query(
    'ids',
    'Comma-separated ids of at most 500 objects of the one collection that `collections` names: only these, in this order, each as its own address answers it.',
    text,
  ),
  relationValues: query('values', 'A JSON list of at most 500 values.', text),
  addresses: { ...query('addresses', 'A JSON list of at most 200 addresses.', text), required: true },
  words: query('search', 'Only choices whose label or value contains this text.', text),
  // The parameter does the same; generated clients would take it before what they are given of a request.
  perspectiveOfChange: {
    name: 'X-Plinth-Perspective',
    in: 'header',
    description:
      'Ids of change sets, separated by commas: the change goes into the last of them and is not live. Needs the right to change all objects; callers who may only suggest name suggestions of their own.',
    schema: text,
  },
  ifMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'ETag of the version to change; if the version is another one, the response is 412.',
    schema: text,
  },
  prefer: {
    name: 'Prefer',
    in: 'header',
    description:
      '`merge`: with an outdated `If-Match`, the change is merged with what has changed since. Values that both changed are answered with 409.',
    schema: { ...text, enum: ['merge'] },
  },
  ifNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'ETag of a cached response; if nothing has changed, the response is 304.',
    schema: text,
  },
} as const satisfies Record<string, JsonObject>;

export type ParameterName = keyof typeof PARAMETERS;

/** Parameters that select objects of a collection. */
export const LIST_SELECTION = ['sort', 'order', 'filter', 'any', 'search'] as const satisfies ParameterName[];
export const SELECTION = ['include', 'exclude', 'any', 'search', 'sort'] as const satisfies ParameterName[];

/** Parameters of CSV that is written. */
export const WRITTEN = ['written', 'separator', 'decimal', 'dates'] as const satisfies ParameterName[];

/** Parameters that shape the objects of an answer. */
export const SHAPE = ['shown', 'expand', 'locale', 'published'] as const satisfies ParameterName[];

/** Parameters of every image in another size or format. */
export const IMAGE_WORDS: readonly ParameterName[] = [
  'preset',
  'hash',
  ...IMAGE_PARAMETERS.map(({ name }) => imageParameterName(name)),
  'ifNoneMatch',
];

/** Path parameters. */
export const PATH_WORDS: Readonly<Record<string, string>> = {
  collection: 'Id of a collection.',
  id: 'Id of an object.',
  property: 'Name of a property.',
  item: 'Id of an item of the deck.',
  schema: 'Id of a schema.',
  entry: 'Id of an entry of the trash.',
  starter: 'Id of a starter.',
  import: 'Id of an interrupted import.',
  key: 'Id of an API key.',
  user: 'Id of a user.',
  session: 'Id of a session, from the list of sessions.',
  automation: 'Id of the automation.',
  run: 'Id of the run.',
  view: 'Id of a saved view.',
  amount: 'By how much.',
  name: 'Name of a file, of an image without its extension, or of a nested property.',
  child: 'Name of a nested property.',
  part: 'Name of a property of a nested property.',
  file: 'Name of a file.',
  format: '`jpg`, `png`, `webp` or `avif`.',
  action: '`first`, `last`, `random` or `featured`.',
};
