/** Parameters in queries and headers, each described once. */

import { IMAGE_PARAMETERS, type ImageParameter, type ImageParameterName } from '../contract/imageworks.js';
import { MEDIA_PAGE, MEDIA_SORTS, MEDIA_TYPES } from '../contract/media.js';
import type { JsonObject } from '../contract/values.js';

const query = (name: string, description: string, schema: JsonObject): JsonObject => ({
  name,
  in: 'query',
  description,
  schema,
});
/** Forms of the answer to a query, and of the fields a report may have. */
export const QUERY_FORMATS = ['json', 'csv', 'html'] as const;
export const FIELDS_FORMATS = ['json', 'html'] as const;

const text = { type: 'string' };
const flag = { type: 'boolean' };
const LIMIT = { type: 'integer', minimum: 1, maximum: 100, default: 50 };

/** What a parameter of `/imageworks` takes, as a schema. */
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

/** How the parameter of a name is called here: others may be called as it is. */
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
  preset: query('p', 'Name of a set of parameters, such as `small` or `medium-crop`.', text),
  hash: query('hash', 'Hash of the image; with it the answer may be kept for ever.', text),
  folder: query('path', 'Folder inside a depot.', text),
  pwd: query('pwd', 'Encrypted password of a link.', text),
  range: {
    name: 'Range',
    in: 'header',
    description: 'One range of bytes, as `bytes=0-1023`.',
    schema: text,
  },
  watched: query(
    'collections',
    'Only changes in these collections, with commas; all that may be read without it.',
    text,
  ),
  lastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    description:
      'Id of the event heard last; what came after it is sent first. Also as the parameter `lastEventId`.',
    schema: text,
  },
  limit: query('limit', 'How many objects at most; clamped to its bounds.', LIMIT),
  offset: query('offset', 'How many objects to pass over.', { type: 'integer', minimum: 0, default: 0 }),
  sort: query(
    'sort',
    'Sort criteria with commas: `date:desc`, `-date`, `title:asc:natural`, `shuffle`.',
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
    'Whole words, `and`, `or`, and "quoted phrases"; `word*` also finds words that begin so.',
    { ...text, maxLength: 200 },
  ),
  include: query('include', 'Criteria `property:value` or `property:operator:value`; all must match.', text),
  exclude: query('exclude', 'Criteria; an object that matches any of them is left out.', text),
  format: query('format', 'Form of the answer.', { ...text, enum: [...QUERY_FORMATS], default: 'json' }),
  fieldsFormat: query('format', 'Form of the answer.', {
    ...text,
    enum: [...FIELDS_FORMATS],
    default: 'html',
  }),
  fields: {
    ...query('fields', 'Names of fields with commas; dots reach into decks and cards.', text),
    required: true,
  },
  columns: query('fields', 'Names of properties with commas: the columns beside `id`; all without it.', text),
  raw: query('raw', 'The schema as it is stored instead of with what it inherits.', flag),
  force: query('force', 'Also with the objects the collection holds.', flag),
  update: query('update', 'Change what is there and leave new ones out; else the other way round.', flag),
  dryRun: query('dryRun', 'Only say what would happen.', flag),
  fqty: query('fqty', 'How many objects to make.', {
    type: 'integer',
    minimum: 1,
    maximum: 10_000,
    default: 1,
  }),
  name: query('name', 'Name of the template.', text),
  description: query('description', 'What the template is for.', text),
  mode: query('mode', '`sync`: schemas only.', { ...text, enum: ['sync'] }),
  schemas: query('schemas', 'Ids of schemas with commas.', text),
  collections: query('collections', 'Ids of collections with commas.', text),
  objects: query('objects', 'Single objects as `collection/id` with commas.', text),
  kinds: query('filter', 'Only built-in (`reserved`) or only `custom` schemas.', {
    ...text,
    enum: ['reserved', 'custom'],
  }),
  until: query('until', 'Only what was deleted up to then; now, when absent.', {
    ...text,
    format: 'date-time',
  }),
  filesOf: query('collection', 'Only files of this collection.', text),
  fileType: query('type', 'Only files of this type.', { ...text, enum: [...MEDIA_TYPES] }),
  fileSort: query('sort', 'Their order.', {
    ...text,
    enum: [...MEDIA_SORTS],
    default: 'newest',
  }),
  fileLimit: query('limit', 'How many files at most; brought down to the maximum.', {
    type: 'integer',
    minimum: 1,
    maximum: MEDIA_PAGE.most,
    default: MEDIA_PAGE.usual,
  }),
  fileOffset: query('offset', 'How many files to pass over.', { type: 'integer', minimum: 0, default: 0 }),
  runOffset: query('offset', 'How many runs to pass over.', { type: 'integer', minimum: 0, default: 0 }),
  minSize: query('minSize', 'Only files of at least so many bytes.', {
    type: 'integer',
    minimum: 0,
    default: 0,
  }),
  withoutAlt: query('withoutAlt', 'Only images without alternative text.', flag),
  unnamed: query('unnamed', 'Files that nothing names, instead of those that are in use.', flag),
  fileCollection: {
    ...query('collection', 'Collection of the object the file lies beside.', text),
    required: true,
  },
  fileObject: { ...query('id', 'Id of that object.', text), required: true },
  filePath: { ...query('path', 'Where the file lies below the object’s folder.', text), required: true },
  titleWords: query('q', 'Words of the title or the id; of the last one the beginning is enough.', {
    ...text,
    maxLength: 200,
  }),
  foundLimit: query('limit', 'How many at most.', { type: 'integer', minimum: 1, maximum: 50, default: 20 }),
  ids: query('ids', 'Ids of at most 500 objects, with commas.', text),
  relationValues: query('values', 'A JSON list of at most 500 values.', text),
  words: query('search', 'Only choices whose label or value holds this text.', text),
  ifMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'ETag of the version the change is meant for; another version answers 412.',
    schema: text,
  },
  ifNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'ETag of an answer that is there already; when nothing has changed the answer is 304.',
    schema: text,
  },
} as const satisfies Record<string, JsonObject>;

export type ParameterName = keyof typeof PARAMETERS;

/** Parameters that choose objects of a collection. */
export const SELECTION = ['include', 'exclude', 'search', 'sort'] as const satisfies ParameterName[];

/** Parameters of every image in another size or format. */
export const IMAGE_WORDS: readonly ParameterName[] = [
  'preset',
  'hash',
  ...IMAGE_PARAMETERS.map(({ name }) => imageParameterName(name)),
  'ifNoneMatch',
];

/** What stands for a part of a path. */
export const PATH_WORDS: Readonly<Record<string, string>> = {
  collection: 'Id of a collection.',
  id: 'Id of an object.',
  property: 'Name of a property.',
  item: 'Id of an item of the deck.',
  schema: 'Id of a schema.',
  entry: 'Id of an entry of the trash.',
  starter: 'Id of a starter.',
  import: 'Id of an import that was cut off.',
  key: 'Id of an API key.',
  user: 'Id of a user.',
  session: 'Id of a session, as the list names it.',
  automation: 'Id of the automation.',
  run: 'Id of the run.',
  view: 'Id of a saved view.',
  amount: 'By how much.',
  name: 'Name of a file, an image without its extension, or a part.',
  child: 'Name of a property of a part.',
  part: 'Name of a property of a part of a part.',
  file: 'Name of a file.',
  format: '`jpg`, `png`, `webp` or `avif`.',
  action: '`first`, `last`, `random` or `featured`.',
};
