/** What a user, key or app may do, as `{methods, paths, suggests}`. Pure. */
import { KEY_METHODS, type KeyMethod } from '#contract/access';
import { isJsonObject, type JsonObject, type JsonValue } from '#contract/values';

export interface ScopeValue {
  methods: KeyMethod[];
  paths: string[];
}

/** What may be done: everything, or methods on paths; `suggests`: what is changed are suggestions. */
export interface ReadScope {
  chosen: 'everything' | ScopeValue;
  suggests: boolean;
}

/** What a scope begins with that is no longer everything. */
export const FIRST_SCOPE: ScopeValue = { methods: ['GET'], paths: ['/collections'] };

const isText = (value: JsonValue): value is string => typeof value === 'string';

/** A stored scope that can be chosen here; undefined for one only its JSON shows. */
export function readScope(value: JsonValue | undefined): ReadScope | undefined {
  const everything: ReadScope = { chosen: 'everything', suggests: false };
  if (value === undefined || value === null || value === '') return everything;
  if (!isJsonObject(value)) return Array.isArray(value) && value.length === 0 ? everything : undefined;
  const { suggests = false, ...scope } = value;
  if (typeof suggests !== 'boolean') return undefined;
  const names = Object.keys(scope);
  if (names.length === 0) return { chosen: 'everything', suggests };
  const { methods, paths } = scope;
  if (names.length !== 2 || !Array.isArray(methods) || !Array.isArray(paths)) return undefined;
  const known = KEY_METHODS.filter((method) => methods.includes(method));
  const texts = paths.filter(isText);
  if (known.length !== methods.length || texts.length !== paths.length) return undefined;
  return { chosen: { methods: known, paths: texts }, suggests };
}

/** The scope as it is stored, methods in their usual order; null for everything. */
export function scopeJson({ chosen, suggests }: ReadScope): JsonObject | null {
  const suggesting: JsonObject = suggests ? { suggests } : {};
  if (chosen === 'everything') return suggests ? suggesting : null;
  const { methods, paths } = chosen;
  return {
    methods: KEY_METHODS.filter((method) => methods.includes(method)),
    paths: [...paths],
    ...suggesting,
  };
}
