/** Addresses of the HTTP API, ids escaped. */
const part = encodeURIComponent;

export const COLLECTIONS = '/api/collections';
export const SCHEMAS = '/api/schemas';
export const SETTINGS = '/api/settings';
export const API_KEYS = '/api/apikeys';
export const AUTOMATIONS = '/api/automations';
export const BACKUPS = '/api/backups';
export const CHANGE_SETS = '/api/change-sets';
export const SITES = '/api/sites';
export const TRUST = '/api/trust';
export const TRASH = '/api/trash';
export const ACTIVITY = '/api/activity';
export const HISTORY = '/api/history';
export const EVENTS = '/api/events';
export const USERS = '/api/users';
export const SESSION = '/admin/session';
export const SESSIONS = '/admin/sessions';
export const IMPORT = '/import/jumpstart';
export const SOURCES = '/import/sources';
export const UNFINISHED_IMPORTS = '/api/unfinished-imports';

/** `/import/sources/{upload}`. */
export const sourcePath = (upload: string): string => `${SOURCES}/${part(upload)}`;

/** `/api/collections/{collection}`. */
export const collectionPath = (collection: string): string => `${COLLECTIONS}/${part(collection)}`;

/** `/api/collections/{collection}/{id}`. */
export const objectPath = (collection: string, id: string): string =>
  `${collectionPath(collection)}/${part(id)}`;

/** `/api/collections/{collection}/{id}/history`. */
export const historyPath = (collection: string, id: string): string =>
  `${objectPath(collection, id)}/history`;

/** `/api/schemas/{id}`. */
export const schemaPath = (id: string): string => `${SCHEMAS}/${part(id)}`;

/** `/api/users/{id}`. */
export const userPath = (id: string): string => `${USERS}/${part(id)}`;

/** `/api/trash/{entry}`. */
export const trashPath = (entry: string): string => `${TRASH}/${part(entry)}`;

/** `/api/sites/{site}`. */
export const sitePath = (site: string): string => `${SITES}/${part(site)}`;

/** `/api/automations/{id}`: an automation's runs, not the object itself. */
export const automationPath = (id: string): string => `${AUTOMATIONS}/${part(id)}`;

/** `/automations/{id}`: the address of its web request. */
export const webhookPath = (id: string): string => `/automations/${part(id)}`;
