/** What widgets ask of a draft. */
import { isJsonObject, type JsonObject, type JsonValue } from '#contract/values';
import { own, sameJson } from '../json';
import type { Draft, PropertyState } from './draft-state';
import { headOf } from './heads';

/** A property's value as the form shows it: the edit, else what is stored. */
export function shownValue(draft: Draft, property: string): JsonValue | undefined {
  if (!Object.hasOwn(draft.edits, property)) return own(draft.base, property);
  return draft.edits[property] ?? undefined;
}

/** The value at a dotted path inside a value. */
export function valueAt(value: JsonValue | undefined, path: string): JsonValue | undefined {
  return path
    .split('.')
    .reduce<JsonValue | undefined>((part, key) => (isJsonObject(part) ? own(part, key) : undefined), value);
}

/** A property's value and problems. */
export const stateOf = (draft: Draft, property: string): PropertyState => ({
  value: shownValue(draft, property) ?? null,
  problems: Object.fromEntries(Object.entries(draft.problems).filter(([path]) => headOf(path) === property)),
});

/** All values as the form shows them. */
export function valuesOf(draft: Draft): JsonObject {
  const whole = { ...draft.base, ...draft.edits };
  return Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== null));
}

/** Names of changed properties, in the schema's order. */
export function dirtyProperties(draft: Draft): string[] {
  const listed = draft.properties.filter((name) => Object.hasOwn(draft.edits, name));
  return [...listed, ...Object.keys(draft.edits).filter((name) => !draft.properties.includes(name))];
}

export function isDirty({ isNew, edits, preset }: Draft): boolean {
  const names = Object.keys(edits);
  const isPreset = (name: string) => Object.hasOwn(preset, name) && sameJson(edits[name], preset[name]);
  return names.length > 0 && !(isNew && names.every(isPreset));
}

/** Messages at exactly this property or path: why it cannot be saved, then the server's messages. */
export function ownMessagesAt(draft: Draft, path: string): string[] {
  const problem = Object.hasOwn(draft.problems, path) ? [draft.problems[path] ?? ''] : [];
  const refused = Object.hasOwn(draft.errors, path) ? (draft.errors[path] ?? []) : [];
  return [...problem, ...refused];
}

/** Paths of a property with a message, itself first. */
function pathsAt(draft: Draft, property: string): string[] {
  const said = [property, ...Object.keys(draft.problems), ...Object.keys(draft.errors)];
  const paths = said.filter((path) => headOf(path) === property && ownMessagesAt(draft, path).length > 0);
  return [...new Set(paths)];
}

/** Messages at a property and at everything inside it, those from inside with their path in front. */
export function messagesAt(draft: Draft, property: string): string[] {
  return pathsAt(draft, property).flatMap((path) =>
    ownMessagesAt(draft, path).map((message) =>
      path === property ? message : `${path.slice(property.length + 1)}: ${message}`,
    ),
  );
}

/**
 * What breaks rules in the stored value of a property, and, unless `own`, of everything inside it; nothing once it is
 * edited.
 */
export function warningsAt(draft: Draft, property: string, own: boolean): string[] {
  if (Object.hasOwn(draft.edits, property)) return [];
  return Object.entries(draft.warnings).flatMap(([path, messages]) =>
    path === property || (!own && headOf(path) === property) ? messages : [],
  );
}

/** Paths of values that break rules as they are stored, in the schema's order. */
export const warnedPaths = (draft: Draft): string[] =>
  draft.properties.flatMap((name) =>
    Object.hasOwn(draft.edits, name)
      ? []
      : Object.keys(draft.warnings).filter((path) => headOf(path) === name),
  );

/** Properties and paths inside them with a message, in the schema's order. */
export function failingPaths(draft: Draft): string[] {
  return draft.properties.flatMap((name) => pathsAt(draft, name));
}

/** How many messages are inside a property or path, not counting its own. */
export function failingInside(draft: Draft, path: string): number {
  const start = `${path}.`;
  return [...Object.keys(draft.problems), ...Object.keys(draft.errors)].filter((about) =>
    about.startsWith(start),
  ).length;
}

/** Items of a deck with a message at them or inside them. */
export function failingItems(draft: Draft, deck: string): string[] {
  const start = `${deck}.`;
  const about = [...Object.keys(draft.problems), ...Object.keys(draft.errors)];
  const items = about.flatMap((path) =>
    path.startsWith(start) ? (path.slice(start.length).split('.', 1)[0] ?? []) : [],
  );
  return [...new Set(items)];
}

/** Messages that belong to no field of the form, with their path in front. */
export function strayMessages(draft: Draft): string[] {
  return Object.entries(draft.errors)
    .filter(([path]) => !draft.properties.includes(headOf(path)))
    .flatMap(([path, messages]) =>
      messages.map((message) => (path === '' ? message : `${path}: ${message}`)),
    );
}

export type DraftStatus = 'clean' | 'dirty' | 'saving' | 'saved' | 'failed' | 'conflict' | 'deleted';

/** The one word for the state of a draft. */
export function statusOf(draft: Draft): DraftStatus {
  if (draft.sending !== undefined) return 'saving';
  if (draft.outside !== undefined) return draft.outside.kind === 'deleted' ? 'deleted' : 'conflict';
  if (draft.failure !== undefined) return 'failed';
  if (isDirty(draft)) return 'dirty';
  return draft.savedAt === undefined ? 'clean' : 'saved';
}
