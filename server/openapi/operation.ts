/** A row of the operations' table: what a route does, in words and shapes. */
import type { ParameterName } from './parameters.js';
import type { Content } from './shapes.js';

export interface OperationRow {
  /** Stable name; programs are generated from it. Of one collection: `{collection}.{last part}`. */
  id: string;
  tag: Tag;
  summary: string;
  /** Query parameters and headers. */
  takes?: readonly ParameterName[];
  body?: Content;
  /** Whether the body may be left out. */
  bodyOptional?: boolean;
  /** Status of success; 200 when it is left out. */
  status?: 200 | 201 | 202 | 204;
  /** Absent: an answer without a body. */
  answer?: Content;
  /** Other statuses of success, with what they answer; undefined is no body. */
  others?: Readonly<Record<number, { what: string; answer?: Content }>>;
  /** Files come in: errors of the form are in the short form (interface 7). */
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
  Schemas: 'What objects are made of',
  Reports: 'Chosen fields as CSV and JSON',
  Exports: 'Content out of the folder',
  Imports: 'Content into the folder',
  Files: 'Downloads, streams, images in other sizes',
  Trash: 'What was deleted, what is damaged',
  OAuth: 'Programs that users let in',
  Automations: 'Small programs that run by themselves',
  Server: 'The server itself',
} as const;
export type Tag = keyof typeof TAGS;

/** Rows by method and path as the route table writes them. */
export type OperationTable = Readonly<Record<string, OperationRow>>;

/** A row, its name and words first. */
export const row = (
  id: string,
  tag: Tag,
  summary: string,
  rest: Omit<OperationRow, 'id' | 'tag' | 'summary'> = {},
): OperationRow => ({ id, tag, summary, ...rest });
