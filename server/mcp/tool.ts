/** Definition of a tool and its arguments. */
import type { Base, WriteBase } from '../content/core/base.js';
import type { JsonObject, JsonValue } from '../contract/values.js';
import { isJsonObject } from '../contract/values.js';
import type { Perspectives } from '../perspectives.js';
import type { Conversions } from '../rich-text/conversions.js';
import { FORMATS, type Format } from '../rich-text/formats.js';
import type { McpClient } from './client.js';

/** What tools use besides the content. */
export interface McpSite extends Base {
  /** The title of the site. */
  title(): string;
  /** Deletes cached derivatives; returns their number. */
  clearImages(of?: { collection: string; id: string }): Promise<number>;
  readonly version: string;
  readonly perspectives: Perspectives;
  /** Converts rich text without blocking other work. */
  readonly conversions: Conversions;
}

export interface ToolCall {
  readonly site: McpSite & WriteBase;
  readonly client: McpClient;
  /** Validated by the tool's `input`. */
  readonly args: JsonObject;
}

/** Annotations of a tool for clients. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: ToolAnnotations;
  /** JSON Schema of the arguments' properties. */
  readonly input: Readonly<Record<string, JsonObject>>;
  readonly required: readonly string[];
  /** Of a tool that changes objects: for clients that may only suggest it changes their suggestion. */
  readonly suggestible?: true;
  /** Whether the tool is listed for a client; each call is authorized again. */
  isAvailable(site: McpSite, client: McpClient): boolean;
  /** Throws `PlinthError`. */
  run(call: ToolCall): Promise<JsonValue>;
}

export const READS: ToolAnnotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true };
export const ADDS: ToolAnnotations = { readOnlyHint: false, destructiveHint: false, idempotentHint: false };
export const CHANGES: ToolAnnotations = { readOnlyHint: false, destructiveHint: true, idempotentHint: true };

const text = (description: string, more: JsonObject = {}): JsonObject => ({
  type: 'string',
  description,
  ...more,
});

/** Criteria and sorts are limited to the length of a URL. */
const QUERY_TEXT = { maxLength: 8000 };

/** Arguments shared by several tools. */
export const INPUT = {
  collection: text('Id of a collection, as returned by list_collections.', { maxLength: 120 }),
  id: text('Id of an object.', { maxLength: 120 }),
  include: text(
    'Comma-separated criteria that must all match: property:value or property:operator:value. Operators: eq (default), ne, lt, lte, gt, gte, contains, starts, ends, in and notin, the last two with values separated by |.',
    QUERY_TEXT,
  ),
  exclude: text('Comma-separated criteria; objects that match any of them are excluded.', QUERY_TEXT),
  sort: text(
    'Comma-separated properties, each as name, -name or name:desc. Default: the order of the collection.',
    QUERY_TEXT,
  ),
  query: text('Words to search for, with quotes around phrases. Best matches come first.', {
    minLength: 1,
    maxLength: 200,
  }),
  limit: { type: 'integer', minimum: 1, maximum: 50, default: 20, description: 'Maximum number of results.' },
  at: text(
    'Read the content as it was at this time, such as 2026-01-31 or 2026-01-31T12:00:00Z. For clients who may change all objects.',
    { maxLength: 40 },
  ),
  perspective: text(
    'Ids of change sets, separated by commas, such as draft: content with their changes, which are not live yet. For clients who may change all objects; those who may only suggest name suggestions of their own.',
    { maxLength: 700 },
  ),
  offset: { type: 'integer', minimum: 0, default: 0, description: 'Number of results to skip.' },
  format: {
    type: 'string',
    enum: [...FORMATS],
    default: 'markdown',
    description: 'Format of rich text in results and in the values you send.',
  },
  schema: text('Id of a schema.', { maxLength: 120 }),
  object: {
    type: 'object',
    description:
      'Properties of the object by name, as returned by describe_collection. Rich text is in the given format.',
  },
  rev: text('The rev that came with the object when it was read.', { pattern: '^[A-Za-z0-9_-]{1,100}$' }),
  definition: {
    type: 'object',
    description:
      'The schema document: id, description, properties by name (each with field, label, settings), required and index.',
  },
} as const satisfies Record<string, JsonObject>;

/** A text argument; empty when omitted. */
export function textIn(args: JsonObject, name: string): string {
  const value = args[name];
  return typeof value === 'string' ? value : '';
}

export function numberIn(args: JsonObject, name: string, otherwise: number): number {
  const value = args[name];
  return typeof value === 'number' ? value : otherwise;
}

export function objectIn(args: JsonObject, name: string): JsonObject {
  const value = args[name];
  return isJsonObject(value) ? value : {};
}

export const formatIn = (args: JsonObject): Format =>
  FORMATS.find((format) => format === args.format) ?? 'markdown';
