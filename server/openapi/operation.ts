/** The documentation in a route's row: names, parameters, bodies, responses. */
import type { ParameterName } from './parameters.js';
import type { Content, Described } from './shapes.js';

export interface Operation {
  /** Stable name; clients are generated from it. For a single collection: `{collection}.{last part}`. */
  id: string;
  tag: Tag;
  summary: string;
  /** Query parameters and headers. */
  parameters?: readonly ParameterName[];
  /** The body; a JSON body is read before the handler runs. Absent: no body is read. */
  input?: Content;
  /** Whether the body is optional. */
  inputOptional?: boolean;
  /** The handler reads the body itself: a form, a file, or a message whose errors have another format. */
  handlerReadsBody?: true;
  /** Status of success; 200 when it is left out. */
  status?: 200 | 201 | 202 | 204;
  /** Absent: a response without a body. */
  output?: Content;
  /** Other success statuses; without an output there is no body. */
  others?: Readonly<Record<number, { description: string; output?: Described }>>;
  /** Statuses of errors that do not follow from the rest of the row, as of handlers that decide about access. */
  fails?: readonly (401 | 403 | 404 | 409 | 412)[];
  /** It changes content: the response names the transaction of the changes. */
  changes?: true | undefined;
  /** The route accepts files: errors of the form are in the short form (spec/errors.md#short-form). */
  uploads?: true;
  /** Errors are in the format of RFC 6749; browsers get a page. */
  errors?: 'OAuthError' | 'OAuthErrorPage';
  /** The response has bytes or ranges of them, possibly password-protected. */
  sendsFile?: true;
  /** The route is also listed for each collection. */
  perCollection?: true;
}

export const TAGS = {
  Collections: 'Collections and their settings',
  Objects: 'Objects of collections',
  Properties: 'Single properties and deck items',
  Schemas: 'Definitions of objects',
  Reports: 'Selected fields as CSV and JSON',
  Exports: 'Exports of content',
  Imports: 'Imports of content',
  Files: 'Downloads, streams, images in other sizes',
  Trash: 'Deleted and damaged content',
  'Change sets': 'Edits that are not live yet',
  Conflicts: 'Versions that sync tools and git could not merge',
  History: 'Earlier versions and changes of the folder',
  Unsaved: 'Unsaved changes, and who has which object open',
  Preview: 'The pages of the site beside a form',
  OAuth: 'Apps authorized by users',
  Sites: 'Sites that this machine builds from the folder, for its owner',
  Automations: 'Handlers that run by webhook, schedule or event',
  Server: 'The server itself',
} as const;
export type Tag = keyof typeof TAGS;
