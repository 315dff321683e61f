/** What widgets ask of a form. */
import { isJsonObject, type JsonObject, type JsonValue } from '#contract/values';
import { own, sameJson } from '../json';
import type { FormState, PropertyState } from './form-state';
import { headOf } from './heads';

/** A property's value as the form shows it: the edit, else what is stored. */
export function shownValue(state: FormState, property: string): JsonValue | undefined {
  if (!Object.hasOwn(state.edits, property)) return own(state.base, property);
  return state.edits[property] ?? undefined;
}

/** The value at a dotted path inside a value. */
export function valueAt(value: JsonValue | undefined, path: string): JsonValue | undefined {
  return path
    .split('.')
    .reduce<JsonValue | undefined>((part, key) => (isJsonObject(part) ? own(part, key) : undefined), value);
}

/** A property's value and problems. */
export const stateOf = (state: FormState, property: string): PropertyState => ({
  value: shownValue(state, property) ?? null,
  problems: Object.fromEntries(Object.entries(state.problems).filter(([path]) => headOf(path) === property)),
});

/** All values as the form shows them. */
export function valuesOf(state: FormState): JsonObject {
  const whole = { ...state.base, ...state.edits };
  return Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== null));
}

/** Names of changed properties, in the schema's order. */
export function dirtyProperties(state: FormState): string[] {
  const listed = state.properties.filter((name) => Object.hasOwn(state.edits, name));
  return [...listed, ...Object.keys(state.edits).filter((name) => !state.properties.includes(name))];
}

export function isDirty({ isNew, edits, preset }: FormState): boolean {
  const names = Object.keys(edits);
  const isPreset = (name: string) => Object.hasOwn(preset, name) && sameJson(edits[name], preset[name]);
  return names.length > 0 && !(isNew && names.every(isPreset));
}

/** Messages at exactly this property or path: why it cannot be saved, then the server's messages. */
export function ownMessagesAt(state: FormState, path: string): string[] {
  const problem = Object.hasOwn(state.problems, path) ? [state.problems[path] ?? ''] : [];
  const refused = Object.hasOwn(state.errors, path) ? (state.errors[path] ?? []) : [];
  return [...problem, ...refused];
}

/** Paths of a property with a message, itself first. */
function pathsAt(state: FormState, property: string): string[] {
  const said = [property, ...Object.keys(state.problems), ...Object.keys(state.errors)];
  const paths = said.filter((path) => headOf(path) === property && ownMessagesAt(state, path).length > 0);
  return [...new Set(paths)];
}

/** Messages at a property and at everything inside it, those from inside with their path in front. */
export function messagesAt(state: FormState, property: string): string[] {
  return pathsAt(state, property).flatMap((path) =>
    ownMessagesAt(state, path).map((message) =>
      path === property ? message : `${path.slice(property.length + 1)}: ${message}`,
    ),
  );
}

/**
 * What breaks rules in the stored value of a property, and, unless `own`, of everything inside it; nothing once it is
 * edited.
 */
export function warningsAt(state: FormState, property: string, own: boolean): string[] {
  if (Object.hasOwn(state.edits, property)) return [];
  return Object.entries(state.warnings).flatMap(([path, messages]) =>
    path === property || (!own && headOf(path) === property) ? messages : [],
  );
}

/** Paths of values that break rules as they are stored, in the schema's order. */
export const warnedPaths = (state: FormState): string[] =>
  state.properties.flatMap((name) =>
    Object.hasOwn(state.edits, name)
      ? []
      : Object.keys(state.warnings).filter((path) => headOf(path) === name),
  );

/** Properties and paths inside them with a message, in the schema's order. */
export function failingPaths(state: FormState): string[] {
  return state.properties.flatMap((name) => pathsAt(state, name));
}

/** How many messages are inside a property or path, not counting its own. */
export function failingInside(state: FormState, path: string): number {
  const start = `${path}.`;
  return [...Object.keys(state.problems), ...Object.keys(state.errors)].filter((about) =>
    about.startsWith(start),
  ).length;
}

/** Items of a deck with a message at them or inside them. */
export function failingItems(state: FormState, deck: string): string[] {
  const start = `${deck}.`;
  const about = [...Object.keys(state.problems), ...Object.keys(state.errors)];
  const items = about.flatMap((path) =>
    path.startsWith(start) ? (path.slice(start.length).split('.', 1)[0] ?? []) : [],
  );
  return [...new Set(items)];
}

/** Messages that belong to no field of the form, with their path in front. */
export function strayMessages(state: FormState): string[] {
  return Object.entries(state.errors)
    .filter(([path]) => !state.properties.includes(headOf(path)))
    .flatMap(([path, messages]) =>
      messages.map((message) => (path === '' ? message : `${path}: ${message}`)),
    );
}

export type FormStatus = 'clean' | 'dirty' | 'saving' | 'saved' | 'failed' | 'conflict' | 'deleted';

/** The one word for the state of a form. */
export function statusOf(state: FormState): FormStatus {
  if (state.sending !== undefined) return 'saving';
  if (state.outside !== undefined) return state.outside.kind === 'deleted' ? 'deleted' : 'conflict';
  if (state.failure !== undefined) return 'failed';
  if (isDirty(state)) return 'dirty';
  return state.savedAt === undefined ? 'clean' : 'saved';
}
