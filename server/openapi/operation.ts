/** What a route's row says of it beside its method, path and right: names, parameters, bodies, answers. */
import type { ParameterName } from './parameters.js';
import type { Content } from './shapes.js';

export interface Operation {
  /** Stable name; programs are generated from it. Of one collection: `{collection}.{last part}`. */
  id: string;
  tag: Tag;
  summary: string;
  /** Query parameters and headers. */
  parameters?: readonly ParameterName[];
  /** The body; a JSON body is read before the handler runs. Absent: no body is read. */
  input?: Content;
  /** Whether the body may be left out. */
  inputOptional?: boolean;
  /** The handler reads the body itself: a form, a file, or a message whose errors have a form of their own. */
  handlerReadsBody?: true;
  /** Status of success; 200 when it is left out. */
  status?: 200 | 201 | 202 | 204;
  /** Absent: an answer without a body. */
  output?: Content;
  /** Other statuses of success; without an output there is no body. */
  others?: Readonly<Record<number, { description: string; output?: Content }>>;
  /** Files come in: errors of the form are in the short form (spec/errors.md#short-form). */
  uploads?: true;
  /** Errors are as RFC 6749 has them; of a page a browser is sent to, also as a page. */
  errors?: 'Refused' | 'RefusedPage';
  /** Bytes go out, also parts of them, and perhaps only with a password. */
  sendsFile?: true;
  /** It exists for each collection on its own as well. */
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
  OAuth: 'Apps authorized by users',
  Automations: 'Handlers that run by webhook, schedule or event',
  Server: 'The server itself',
} as const;
export type Tag = keyof typeof TAGS;
