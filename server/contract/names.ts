/** Names: which ids exist, which are taken by the interface, how a title becomes one (spec/resources.md#names). */
import transliterate from '@sindresorhus/transliterate';
import type { Shape } from './json-schema.js';

/** Longest id in bytes; ids are ASCII, so also in characters. Leaves room for `.json` on every file system. */
export const MAX_ID_LENGTH = 120;

/** Words that are the last segment of a route below `/collections/{collection}/`. */
export const RESERVED_OBJECT_IDS: ReadonlySet<string> = new Set([
  'index',
  'add',
  'edit',
  'id',
  'schema',
  'query',
  'settings',
  'new',
]);

/** Words that are routes below `/collections/{collection}/{id}/{property}/` or `…/{id}/`. */
export const RESERVED_ITEM_NAMES: ReadonlySet<string> = new Set([
  'clone',
  'increment',
  'decrement',
  'deck',
  'folder',
  'cache',
  'move',
  'rename',
]);

/**
 * Name of a file beside an object's JSON that holds the text of one property. With its dot it can be no folder of a
 * property.
 */
export const TEXT_FILE_NAME = /^[a-z0-9][a-z0-9_-]{0,60}\.[a-z0-9]{1,8}$/;

/** Properties the system owns: `id` has special rules, the others are written by Plinth only. */
export const SYSTEM_PROPERTIES: ReadonlySet<string> = new Set(['created', 'modified']);

/** Top-level folders of a data folder that are not collections. */
export const RESERVED_COLLECTION_IDS: ReadonlySet<string> = new Set([
  'templates',
  'logs',
  'schemas',
  'extensions',
  'upload',
  'builder',
  'settings',
]);

/** Built-in schema ids (spec/schemas.md#built-in-schemas). No custom schema may take one. */
export const BUILT_IN_SCHEMA_IDS = [
  'auth',
  'automation-trigger',
  'automations',
  'blog',
  'blog-legacy',
  'builder-page',
  'code',
  'color',
  'dataviews',
  'date',
  'depot',
  'email',
  'feed',
  'file',
  'gallery',
  'image',
  'mailer',
  'number',
  'playground',
  'preset-item',
  'sitemap-meta',
  'styledtext',
  'svg',
  'text',
  'toggle',
  'url',
] as const;

/** Built-in collections whose id is not that of their schema. */
const OTHERWISE_NAMED: ReadonlyMap<string, string> = new Map([['builder-pages', 'builder-page']]);

/** The schema of a built-in collection, by its id; undefined for any other id. */
export function builtInCollectionSchema(id: string): string | undefined {
  const named = OTHERWISE_NAMED.get(id);
  if (named !== undefined) return named;
  return BUILT_IN_SCHEMA_IDS.some((schema) => schema === id) ? id : undefined;
}

/** Ids no custom schema may take, built-in ones and words of the reference system. */
export const FORBIDDEN_SCHEMA_IDS: ReadonlySet<string> = new Set([
  ...BUILT_IN_SCHEMA_IDS,
  'collection',
  'jumpstart',
  'new',
  'schema',
  'template',
  'mcp-prompt',
  'totalcms',
  'totalcms-item',
]);

/** Device names Windows rejects as a file name, with or without an extension. */
const WINDOWS_DEVICES = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])$/;

const LEGAL_ID = /^[a-z0-9_][a-z0-9_-]*$/;
const LEGAL_PROPERTY_NAME = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** The rules of names as patterns of JSON Schema; what `isLegalId` rejects besides is reserved. */
export const NAME_PATTERNS = { id: LEGAL_ID.source, property: LEGAL_PROPERTY_NAME.source } as const;

/** An id of a collection, a schema, an object, a view. */
export const ID: Shape<string> = { type: 'string', pattern: NAME_PATTERNS.id, maxLength: MAX_ID_LENGTH };
export const PROPERTY_NAME: Shape<string> = { ...ID, pattern: NAME_PATTERNS.property };

/** Keys that must never become keys of an ordinary object. */
export const UNSAFE_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Whether a string may name a collection, a schema, an object or an item on every file system:
 * lower-case ASCII letters, digits, `_` and `-`, not starting with `-`, no Windows device name, at most 120 bytes.
 */
export function isLegalId(id: string): boolean {
  return id.length <= MAX_ID_LENGTH && LEGAL_ID.test(id) && !WINDOWS_DEVICES.test(id) && !UNSAFE_KEYS.has(id);
}

/** Why a string is not a valid id, as a sentence with the rule and, where there is one, a valid spelling. */
export function idProblem(id: unknown): string | undefined {
  if (typeof id !== 'string') return 'must be text';
  if (id === '') return 'must not be empty';
  if (id.length > MAX_ID_LENGTH) return `must have at most ${MAX_ID_LENGTH} characters`;
  if (isLegalId(id)) return undefined;
  if (WINDOWS_DEVICES.test(id) || UNSAFE_KEYS.has(id)) return `"${id}" is a reserved name`;
  const spelled = slug(id);
  const hint = isLegalId(spelled) ? `; try "${spelled}"` : '';
  return `must consist of lower-case letters, digits, "_" and "-"${hint}`;
}

/** Property names and card or deck keys: a letter or `_`, then letters, digits, `_` and `-`. */
export function isLegalPropertyName(name: string): boolean {
  return name.length <= MAX_ID_LENGTH && LEGAL_PROPERTY_NAME.test(name) && !UNSAFE_KEYS.has(name);
}

/** Characters that cannot be seen, such as soft hyphens and marks of direction. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}|\p{Cf}/gu;

/** A raised or fractional number after a digit is another number: `5½` is not 51/2. */
const NUMBER_APART = /(?<=\p{Nd})(?=\p{No})/gu;

/** Marks of trade, which are not a part of a name. */
const MARKS_OF_TRADE = /[\u2120\u2122]/g;

/**
 * A text in ASCII, as far as there are letters for it: also for ligatures, raised digits and other forms of the same
 * letters, which transliterating alone leaves as they are.
 */
export function inAscii(text: string): string {
  const seen = text.replace(UNSEEN, '').replace(MARKS_OF_TRADE, '').replace(NUMBER_APART, ' ');
  return transliterate(transliterate(seen).normalize('NFKC'));
}

/**
 * The slug of a text (spec/content.md#slugs): transliterated, `@` spelled out, lower case, every other run of characters
 * one separator, none at the ends. `contact@x.com` becomes `contact-at-x-com`. Cut to the longest valid id.
 */
export function slug(text: string, separator: '-' | '_' = '-'): string {
  const ascii = inAscii(text.replace(/[@\ufe6b\uff20]/g, ' at ')).toLowerCase();
  const joined = ascii.replace(/[^a-z0-9_]+/g, separator).slice(0, MAX_ID_LENGTH);
  return joined.replace(/^-|-$/g, '');
}
