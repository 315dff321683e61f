/** Operations on collections, objects and their properties (interface 4.1 to 4.3). */
import { type OperationTable, row } from './operation.js';
import type { ParameterName } from './parameters.js';
import {
  anyJson,
  changedObject,
  either,
  file,
  inline,
  json,
  newObject,
  objectList,
  queryPage,
  storedObject,
} from './shapes.js';

const LIST: readonly ParameterName[] = [
  'limit',
  'offset',
  'sort',
  'order',
  'filter',
  'search',
  'ifNoneMatch',
];
const CHOICE: readonly ParameterName[] = ['include', 'exclude', 'search', 'sort'];
const step = inline({
  type: 'object',
  required: ['property', 'value'],
  properties: { property: { type: 'string' }, value: { type: 'number' } },
});

export const CONTENT_OPERATIONS: OperationTable = {
  'GET /collections': row('api.collections.list', 'Collections', 'All collections', {
    takes: ['ifNoneMatch'],
    answer: json('CollectionSummaries'),
  }),
  'POST /collections': row('api.collections.create', 'Collections', 'Create a collection', {
    body: json('CollectionSettings'),
    status: 201,
    answer: json('CollectionSettings'),
  }),
  'GET /collections/:collection': row('api.objects.list', 'Objects', 'A page of objects', {
    takes: LIST,
    answer: objectList,
    perCollection: true,
  }),
  'HEAD /collections/:collection': row(
    'api.collections.exists',
    'Collections',
    'Whether a collection is there',
  ),
  'POST /collections/:collection': row(
    'api.objects.create',
    'Objects',
    'Create an object; without an id it gets one',
    { body: newObject, status: 201, answer: storedObject, perCollection: true },
  ),
  'PUT /collections/:collection': row(
    'api.collections.replace',
    'Collections',
    'Set the settings, others to their defaults',
    { takes: ['ifMatch'], body: json('CollectionSettings'), answer: json('CollectionSettings') },
  ),
  'PATCH /collections/:collection': row('api.collections.patch', 'Collections', 'Change some settings', {
    takes: ['ifMatch'],
    body: json('CollectionSettings'),
    answer: json('CollectionSettings'),
  }),
  'DELETE /collections/:collection': row(
    'api.collections.delete',
    'Collections',
    'Move a collection to the trash',
    { takes: ['force', 'ifMatch'], status: 204 },
  ),
  'GET /collections/:collection/schema': row(
    'api.collections.schema',
    'Schemas',
    'The schema its objects follow',
    { takes: ['raw', 'ifNoneMatch'], answer: json('SchemaDefinition'), perCollection: true },
  ),
  'GET /collections/:collection/schema/options/:property': row(
    'api.collections.options',
    'Schemas',
    'The choices a property offers',
    { takes: ['words', 'limit'], answer: anyJson },
  ),
  'GET /collections/:collection/settings': row(
    'api.collections.settings',
    'Collections',
    'The settings of a collection',
    { takes: ['ifNoneMatch'], answer: json('CollectionSettings') },
  ),
  'GET /collections/:collection/query': row(
    'api.objects.query',
    'Objects',
    'Objects that match, with chosen properties',
    {
      takes: [...CHOICE, 'limit', 'offset', 'format', 'ifNoneMatch'],
      answer: either(queryPage, file('text/csv', 'text/html')),
      perCollection: true,
    },
  ),
  'GET /collections/:collection/index': row(
    'api.objects.index',
    'Objects',
    'The indexed properties of all objects that match',
    { takes: [...CHOICE, 'ifNoneMatch'], answer: json('Index'), perCollection: true },
  ),
  'PUT /collections/:collection/index': row(
    'api.objects.rebuildIndex',
    'Objects',
    'Build the index from the files anew',
    { takes: CHOICE, answer: json('Index'), perCollection: true },
  ),
  'GET /collections/:collection/:id': row('api.objects.get', 'Objects', 'One object', {
    takes: ['ifNoneMatch'],
    answer: storedObject,
    perCollection: true,
  }),
  'HEAD /collections/:collection/:id': row('api.objects.exists', 'Objects', 'Whether an object is there'),
  'PUT /collections/:collection/:id': row(
    'api.objects.replace',
    'Objects',
    'Set properties; what is not sent stays, null removes',
    { takes: ['ifMatch'], body: changedObject, answer: storedObject, perCollection: true },
  ),
  'PATCH /collections/:collection/:id': row(
    'api.objects.patch',
    'Objects',
    'Change some properties; null removes one',
    { takes: ['ifMatch'], body: changedObject, answer: storedObject, perCollection: true },
  ),
  'DELETE /collections/:collection/:id': row(
    'api.objects.delete',
    'Objects',
    'Move an object and its files to the trash',
    { takes: ['ifMatch'], status: 204, perCollection: true },
  ),
  'POST /collections/:collection/:id/clone': row(
    'api.objects.clone',
    'Objects',
    'Copy an object with its files',
    { body: json('CloneRequest'), bodyOptional: true, answer: storedObject, perCollection: true },
  ),
  'PUT /collections/:collection/:id/:property': row(
    'api.properties.replace',
    'Properties',
    'Set a property to the value of the body',
    { takes: ['ifMatch'], body: anyJson, answer: storedObject },
  ),
  'PATCH /collections/:collection/:id/:property': row(
    'api.properties.patch',
    'Properties',
    'Merge the body into the value of a property',
    { takes: ['ifMatch'], body: anyJson, answer: storedObject },
  ),
  'DELETE /collections/:collection/:id/:property': row(
    'api.properties.delete',
    'Properties',
    'Remove a property',
    { takes: ['ifMatch'], answer: storedObject },
  ),
  'POST /collections/:collection/:id/:property/increment': row(
    'api.properties.increment',
    'Properties',
    'Add one to a number',
    { takes: ['ifMatch'], answer: step },
  ),
  'POST /collections/:collection/:id/:property/increment/:amount': row(
    'api.properties.incrementBy',
    'Properties',
    'Add an amount to a number',
    { takes: ['ifMatch'], answer: step },
  ),
  'POST /collections/:collection/:id/:property/decrement': row(
    'api.properties.decrement',
    'Properties',
    'Take one off a number',
    { takes: ['ifMatch'], answer: step },
  ),
  'POST /collections/:collection/:id/:property/decrement/:amount': row(
    'api.properties.decrementBy',
    'Properties',
    'Take an amount off a number',
    { takes: ['ifMatch'], answer: step },
  ),
  'POST /collections/:collection/:id/:property/deck': row(
    'api.items.create',
    'Properties',
    'Add an item to a deck',
    { takes: ['ifMatch'], body: json('SentObject'), status: 201, answer: storedObject },
  ),
  'GET /collections/:collection/:id/:property/deck/:item': row(
    'api.items.get',
    'Properties',
    'One item of a deck',
    { takes: ['ifNoneMatch'], answer: json('SentObject') },
  ),
  'PUT /collections/:collection/:id/:property/deck/:item': row(
    'api.items.replace',
    'Properties',
    'Replace an item of a deck',
    { takes: ['ifMatch'], body: json('SentObject'), answer: storedObject },
  ),
  'DELETE /collections/:collection/:id/:property/deck/:item': row(
    'api.items.delete',
    'Properties',
    'Take an item out of a deck',
    { takes: ['ifMatch'], answer: storedObject },
  ),
  'POST /batch': row('api.batch', 'Objects', 'Many changes at once, all or none', {
    takes: ['dryRun'],
    body: json('Batch'),
    answer: json('BatchResults'),
  }),
};
