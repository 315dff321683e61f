/** Scopes of keys (spec/access.md#scopes): methods, and paths compared segment by segment. */
import { KEY_METHODS, type KeyMethod, type KeyRecord } from '../contract/access.js';
import { type Details, message } from '../contract/messages/message.js';
import { failed } from '../errors.js';

export const MAX_NAME_LENGTH = 100;
const MAX_PATH_LENGTH = 500;
export const MAX_PATHS = 100;

/** The permissions of a new key, as sent. */
export interface KeyInput {
  name?: string;
  methods?: readonly string[];
  paths?: readonly string[];
  /** What it writes are suggestions. */
  suggests?: boolean;
}

/** The checked permissions of a new key. */
export interface KeyRequest {
  name: string;
  methods: KeyMethod[];
  paths: string[];
  suggests?: true;
}

const isMethod = (value: string): value is KeyMethod => KEY_METHODS.some((method) => method === value);

/** The segments of a path without its `/api` prefix; empty segments at the ends are no segments. */
export function segmentsOf(path: string): string[] {
  const segments = path.replace(/^\/+|(?<!\/)\/+$/g, '').split('/');
  const bare = segments[0] === 'api' ? segments.slice(1) : segments;
  return bare.filter((segment, at) => segment !== '' || at > 0);
}

/** A path as it is stored: `*`, or `/` and segments; undefined for what can never match a request. */
function canonicalPath(path: string): string | undefined {
  if (path.length > MAX_PATH_LENGTH) return undefined;
  const trimmed = path.trim();
  if (trimmed === '*' || trimmed === '/*' || trimmed === '/api/*') return '*';
  if (!trimmed.startsWith('/')) return undefined;
  const segments = segmentsOf(trimmed.replace(/\/\*$/, ''));
  if (segments.length === 0) return undefined;
  const sound = segments.every((segment) => /^[^\s%*?#\\]+$/.test(segment) && !/^\.\.?$/.test(segment));
  return sound ? `/${segments.join('/')}` : undefined;
}

/** Checks name, methods and paths of a new key. Throws `validation` with every problem at once. */
export function checkKeyRequest({
  name: sentName = '',
  methods = [],
  paths = [],
  suggests = false,
}: KeyInput): KeyRequest {
  const problems: Details = {};
  const name = sentName.trim();
  if (name === '') problems.name = [message('empty')];
  else if (name.length > MAX_NAME_LENGTH) problems.name = [message('maxLength', { limit: MAX_NAME_LENGTH })];

  const spelled = methods.map((method) => method.toUpperCase());
  if (spelled.length === 0 || !spelled.every(isMethod)) {
    problems.methods = [message('notListOf', { choices: KEY_METHODS.join(', ') })];
  }

  const listed = paths.slice(0, MAX_PATHS + 1);
  const invalidPath = listed.find((path) => canonicalPath(path) === undefined);
  if (listed.length === 0 || listed.length > MAX_PATHS || invalidPath !== undefined) {
    problems.paths = [
      invalidPath === undefined
        ? message('notPaths', { limit: MAX_PATHS })
        : message('notPathsLike', { path: invalidPath.slice(0, 60), limit: MAX_PATHS }),
    ];
  }
  if (Object.keys(problems).length > 0) throw failed(problems);
  return {
    name,
    methods: KEY_METHODS.filter((method) => spelled.includes(method)),
    paths: [...new Set(listed.map(canonicalPath).filter((path) => path !== undefined))],
    ...(suggests && { suggests: true }),
  };
}

const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/** Whether a stored value is a valid key record; invalid ones give no access. */
export function isKeyRecord(value: unknown): value is KeyRecord {
  if (!isRecord(value) || !isRecord(value.scopes)) return false;
  const named = [value.id, value.name, value.hash].every((text) => typeof text === 'string');
  const { methods, paths, suggests } = value.scopes;
  return (
    named && isTexts(methods) && isTexts(paths) && (suggests === undefined || typeof suggests === 'boolean')
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Whether a scope allows a method; HEAD and OPTIONS count as GET. */
export function coversMethod(methods: readonly string[], method: string): boolean {
  const verb = method.toUpperCase();
  return methods.includes(verb === 'HEAD' || verb === 'OPTIONS' ? 'GET' : verb);
}

/**
 * Whether a scope covers a path, given as decoded segments without `api`. Whole segments are compared, so that
 * `/collections/blog` covers its children but not `/collections/blog-private`.
 */
export function coversPath(paths: readonly string[], segments: readonly string[]): boolean {
  // A router may pass such a segment on undecoded, and later code could read it differently.
  if (segments.some((segment) => segment === '.' || segment === '..')) return false;
  return paths.some((path) => {
    if (path === '*') return true;
    const scope = segmentsOf(path);
    return scope.length > 0 && scope.every((segment, at) => segment === segments[at]);
  });
}
