/** Operations beside the objects: schemas, reports, exports and imports, trash, the server (interface 4.5, 4.7, 4.11). */
import { type OperationTable, row } from './operation.js';
import type { ParameterName } from './parameters.js';
import { anyJson, cleared, either, file, form, json, objectArray } from './shapes.js';

const CHOICE: readonly ParameterName[] = ['include', 'exclude', 'search', 'sort', 'ifNoneMatch'];
const FLAGS = ['update', 'dryRun'];

export const SERVER_OPERATIONS: OperationTable = {
  'GET /schemas': row('api.schemas.list', 'Schemas', 'All schemas', {
    takes: ['kinds', 'ifNoneMatch'],
    answer: json('SchemaSummaries'),
  }),
  'POST /schemas': row('api.schemas.create', 'Schemas', 'Create a schema', {
    body: json('SchemaDocument'),
    status: 201,
    answer: json('SchemaDefinition'),
  }),
  'GET /schemas/:schema': row('api.schemas.get', 'Schemas', 'A schema, by its id or that of a collection', {
    takes: ['raw', 'ifNoneMatch'],
    answer: json('SchemaDefinition'),
  }),
  'PUT /schemas/:schema': row('api.schemas.replace', 'Schemas', 'Change a schema', {
    takes: ['ifMatch'],
    body: json('SchemaDocument'),
    answer: json('SchemaDefinition'),
  }),
  'DELETE /schemas/:schema': row('api.schemas.delete', 'Schemas', 'Move a schema nobody uses to the trash', {
    takes: ['ifMatch'],
    status: 204,
  }),
  'POST /schemas/:schema/impact': row(
    'api.schemas.impact',
    'Schemas',
    'What a changed schema would mean for the objects',
    { body: json('SchemaDocument'), answer: anyJson },
  ),
  'POST /schemas/:schema/rename': row(
    'api.schemas.rename',
    'Schemas',
    'Rename a property, in the objects as well',
    { takes: ['ifMatch'], body: anyJson, answer: anyJson },
  ),
  'GET /report/collections/:collection/fields': row(
    'api.reports.fields',
    'Reports',
    'What a report can have as columns',
    { takes: ['format'], answer: either(json('ReportFields'), file('text/html')) },
  ),
  'GET /report/collections/:collection/csv': row(
    'api.reports.csv',
    'Reports',
    'Chosen fields as CSV, a row for each item of a deck',
    { takes: ['fields', ...CHOICE], answer: file('text/csv') },
  ),
  'GET /report/collections/:collection/json': row(
    'api.reports.json',
    'Reports',
    'Chosen fields as JSON, decks nested',
    { takes: ['fields', ...CHOICE], answer: json('Report') },
  ),
  'GET /export/collections/:collection': row('api.exports.objects', 'Exports', 'All objects in full', {
    takes: CHOICE,
    answer: objectArray,
  }),
  'GET /export/collections/:collection/json': row('api.exports.json', 'Exports', 'All objects in full', {
    takes: CHOICE,
    answer: objectArray,
  }),
  'GET /export/collections/:collection/csv': row(
    'api.exports.csv',
    'Exports',
    'All objects in the columns of the schema',
    { takes: ['columns', ...CHOICE], answer: file('text/csv') },
  ),
  'GET /export/collections/:collection/zip': row(
    'api.exports.zip',
    'Exports',
    'Everything of a collection, with files',
    { answer: file('application/zip') },
  ),
  'GET /export/collections/:collection/:id/zip': row(
    'api.exports.objectZip',
    'Exports',
    'An object with its files',
    { answer: file('application/zip') },
  ),
  'GET /export/schemas/:schema': row('api.exports.schema', 'Exports', 'A schema as it is stored', {
    takes: ['ifNoneMatch'],
    answer: json('SchemaDocument'),
  }),
  'GET /export/jumpstart': row(
    'api.exports.template',
    'Exports',
    'The folder, or parts of it, as a template definition',
    { takes: ['name', 'description', 'mode', 'schemas', 'collections', 'objects'], answer: json('Template') },
  ),
  'POST /import/jumpstart': row(
    'api.imports.template',
    'Imports',
    'Make what a template definition describes',
    {
      takes: ['dryRun'],
      body: either(json('Template'), form('jumpstart')),
      answer: json('TemplateResult'),
    },
  ),
  'POST /import/collections/:collection/csv': row('api.imports.csv', 'Imports', 'Objects from a CSV file', {
    takes: ['update', 'dryRun'],
    body: form('csv', FLAGS),
    answer: json('ImportResult'),
  }),
  'POST /import/collections/:collection/json': row(
    'api.imports.json',
    'Imports',
    'Objects from a JSON list',
    {
      takes: ['update', 'dryRun'],
      body: either(form('json', FLAGS), objectArray),
      answer: json('ImportResult'),
    },
  ),
  'POST /import/collections/:collection/zip': row(
    'api.imports.zip',
    'Imports',
    'Objects with their files from an archive',
    { takes: ['update', 'dryRun'], body: form('zip', FLAGS), answer: json('ImportResult') },
  ),
  'POST /import/collections/:collection/factory': row(
    'api.imports.factory',
    'Imports',
    'Generated objects, by rules for their properties',
    { takes: ['fqty'], body: json('SentObject'), bodyOptional: true, answer: json('FactoryResult') },
  ),
  'POST /import/schemas': row(
    'api.imports.schema',
    'Imports',
    'A schema from a file; one of its id is replaced',
    {
      body: either(form('schema'), json('SchemaDocument')),
      status: 201,
      answer: json('SchemaDefinition'),
      others: { 200: { what: 'The schema was there and is replaced.', answer: json('SchemaDefinition') } },
    },
  ),
  'GET /views/collections/:collection': row(
    'api.views.list',
    'Collections',
    'The saved views of a collection',
    { takes: ['ifNoneMatch'], answer: json('SavedViews') },
  ),
  'POST /views/collections/:collection': row('api.views.create', 'Collections', 'Save a view', {
    takes: ['ifMatch'],
    body: json('SavedView'),
    status: 201,
    answer: json('SavedViews'),
  }),
  'PATCH /views/collections/:collection': row(
    'api.views.arrange',
    'Collections',
    'Put the views into an order, and say which one a list opens with',
    { takes: ['ifMatch'], body: json('ViewArrangement'), answer: json('SavedViews') },
  ),
  'PATCH /views/collections/:collection/:view': row('api.views.change', 'Collections', 'Change a view', {
    takes: ['ifMatch'],
    body: json('SavedView'),
    answer: json('SavedViews'),
  }),
  'DELETE /views/collections/:collection/:view': row('api.views.delete', 'Collections', 'Take a view away', {
    takes: ['ifMatch'],
    answer: json('SavedViews'),
  }),
  'GET /search': row('api.search', 'Objects', 'Objects of all collections by title or id, the best first', {
    takes: ['titleWords', 'foundLimit'],
    answer: json('FoundObjects'),
  }),
  'GET /relations/collections/:collection/labels/:property': row(
    'api.relations.labels',
    'Objects',
    'What the objects are called that values of a relation name',
    { takes: ['relationValues'], answer: json('RelatedLabels') },
  ),
  'GET /relations/collections/:collection/referrers': row(
    'api.relations.referrers',
    'Objects',
    'Objects whose relations name some objects',
    { takes: ['ids'], answer: json('Referrers') },
  ),
  'GET /trash': row('api.trash.list', 'Trash', 'What can come back', { answer: json('TrashEntries') }),
  'DELETE /trash': row('api.trash.empty', 'Trash', 'Delete everything in the trash for good', {
    takes: ['until'],
    answer: cleared,
  }),
  'POST /trash/:entry/restore': row('api.trash.restore', 'Trash', 'Put something back in its place', {
    answer: json('TrashEntry'),
  }),
  'DELETE /trash/:entry': row('api.trash.purge', 'Trash', 'Delete something for good', { status: 204 }),
  'GET /damaged': row(
    'api.damaged',
    'Trash',
    'Files that are not what they should be, and copies that sync tools left',
    {
      answer: json('DamagedFiles'),
    },
  ),
  'GET /apikeys': row('api.keys.list', 'Server', 'All API keys, without the keys themselves', {
    answer: json('ApiKeys'),
  }),
  'POST /apikeys': row('api.keys.create', 'Server', 'Make an API key, which is shown only this once', {
    body: json('ApiKeyRequest'),
    status: 201,
    answer: json('ApiKeyAnswer'),
  }),
  'DELETE /apikeys/:key': row('api.keys.revoke', 'Server', 'Revoke an API key at once', {
    answer: anyJson,
  }),
  'GET /users': row('api.users.list', 'Server', 'All users, without their passwords', {
    answer: json('Users'),
  }),
  'POST /users': row('api.users.create', 'Server', 'Make a user with a password and a role', {
    body: json('UserRequest'),
    status: 201,
    answer: json('User'),
  }),
  'GET /users/:user': row('api.users.get', 'Server', 'One user', { answer: json('User') }),
  'PATCH /users/:user': row(
    'api.users.change',
    'Server',
    'Change a user; another role or password ends the user’s sessions',
    { body: json('UserChange'), answer: json('User') },
  ),
  'DELETE /users/:user': row('api.users.delete', 'Server', 'Remove a user at once', { status: 204 }),
  'GET /settings': row('api.settings.list', 'Server', 'The settings of the folder, each with its rules', {
    answer: json('Settings'),
  }),
  'PATCH /settings': row(
    'api.settings.change',
    'Server',
    'Change settings; null takes one back to its default',
    {
      body: json('SettingsChange'),
      answer: json('Settings'),
    },
  ),
  'GET /events': row('api.events', 'Server', 'Changes as they happen, as server-sent events', {
    takes: ['watched', 'lastEventId'],
    answer: file('text/event-stream'),
  }),
  'GET /.well-known/mcp.json': row('api.mcp.discovery', 'Server', 'How AI clients connect', {
    answer: anyJson,
  }),
  'POST /mcp': row('api.mcp', 'Server', 'The door for AI clients (Model Context Protocol)', {
    body: anyJson,
    answer: either(anyJson, file('text/event-stream')),
  }),
  'GET /status': row('api.status', 'Server', 'The open folder', { answer: json('Status') }),
  'GET /starters': {
    id: 'api.starters.list',
    tag: 'Server',
    summary: 'The bundled templates',
    answer: anyJson,
  },
  'GET /starters/:starter': row('api.starters.get', 'Server', 'The definition of a bundled template', {
    answer: json('Template'),
  }),
  'GET /openapi.json': row('api.openapi', 'Server', 'This document', {
    takes: ['ifNoneMatch'],
    answer: anyJson,
  }),
  'GET /admin/session': {
    id: 'api.session.get',
    tag: 'Server',
    summary: 'Who is signed in',
    answer: json('Session'),
  },
  'POST /admin/session/end': row('api.session.end', 'Server', 'Sign out', { status: 204 }),
  'POST /admin/session/link': row('api.session.link', 'Server', 'A fresh one-time link to the admin', {
    answer: anyJson,
  }),
  'POST /admin/session': row('api.session.signIn', 'Server', 'Sign in with a name and a password', {
    body: json('SignIn'),
    answer: json('Session'),
  }),
  'POST /admin/session/password': row('api.session.password', 'Server', 'Change one’s own password', {
    body: json('PasswordChange'),
    answer: json('Session'),
  }),
  'GET /admin/sessions': row(
    'api.sessions.list',
    'Server',
    'Who is signed in; editors and viewers see their own sessions',
    { answer: json('Sessions') },
  ),
  'POST /admin/sessions/end-others': row(
    'api.sessions.endOthers',
    'Server',
    'End all sessions of whoever asks but this one',
    { answer: anyJson },
  ),
  'DELETE /admin/sessions/:session': row('api.sessions.end', 'Server', 'End a session at once', {
    status: 204,
  }),
  'GET /healthz': row('api.health', 'Server', 'A sign of life', { answer: anyJson }),
};
