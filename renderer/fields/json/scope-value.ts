/** What a user, key or app may do, as `{methods, paths}`. Pure. */
import { KEY_METHODS, type KeyMethod } from '#contract/access';
import { isJsonObject, type JsonObject, type JsonValue } from '#contract/values';

export interface ScopeValue {
  methods: KeyMethod[];
  paths: string[];
}

/** What a scope begins with that is no longer everything. */
export const FIRST_SCOPE: ScopeValue = { methods: ['GET'], paths: ['/collections'] };

const isText = (value: JsonValue): value is string => typeof value === 'string';

/** A stored scope: everything, one that can be chosen here, or one only its JSON shows. */
export function readScope(value: JsonValue | undefined): 'everything' | ScopeValue | undefined {
  if (value === undefined || value === null || value === '') return 'everything';
  if (!isJsonObject(value)) return Array.isArray(value) && value.length === 0 ? 'everything' : undefined;
  const names = Object.keys(value);
  if (names.length === 0) return 'everything';
  const { methods, paths } = value;
  if (names.length !== 2 || !Array.isArray(methods) || !Array.isArray(paths)) return undefined;
  const known = KEY_METHODS.filter((method) => methods.includes(method));
  const texts = paths.filter(isText);
  if (known.length !== methods.length || texts.length !== paths.length) return undefined;
  return { methods: known, paths: texts };
}

/** The scope as it is stored, methods in their usual order. */
export const scopeJson = ({ methods, paths }: ScopeValue): JsonObject => ({
  methods: KEY_METHODS.filter((method) => methods.includes(method)),
  paths: [...paths],
});
