/** Which kind a property has: by its field kind, its aliases, or its type alone (spec/field-kinds.md#kinds). */
import { KIND_NAMES, type KindName, type PropertyDefinition } from '../contract/schemas.js';
import { kinds } from './index.js';
import { keptKinds } from './kept/index.js';
import type { PropertyKind } from './kind.js';
import { referenceTail } from './reference.js';
import { unknownKind } from './text/index.js';

export { referenceTail } from './reference.js';

/** The kind of a text no field is named for, and of a choice. */
const TEXT = 'text' satisfies KindName;
const CHOICE = 'select' satisfies KindName;

const KINDS: ReadonlyMap<string, ResolvedKind> = new Map(
  KIND_NAMES.map((name) => [name, { name, kind: kinds[name] }]),
);

/** Other names of fields, and property types, with the kind they mean. */
const namedBy = (names: (kind: PropertyKind) => readonly string[] | undefined) =>
  new Map([...KINDS.values()].flatMap((one) => (names(one.kind) ?? []).map((name) => [name, one] as const)));
const KIND_OF_ALIAS: ReadonlyMap<string, ResolvedKind> = namedBy(({ aliases }) => aliases);
const KIND_OF_TYPE: ReadonlyMap<string, ResolvedKind> = namedBy(({ ofTypes }) => ofTypes);

/** Whether a name is a property type Plinth knows, special ones included. */
export const isPropertyType = (name: string): boolean => KIND_OF_TYPE.has(name) || keptKinds.has(name);

export interface ResolvedKind {
  /** The kind the form shows. */
  name: KindName;
  /** The module its values are read, checked and shown by. */
  kind: PropertyKind;
}

/** The property type a definition states, by `type` or by `$ref`; a `$ref` beside a type is the more exact one. */
export function statedType(definition: PropertyDefinition): string | undefined {
  const referred = referenceTail(definition.$ref);
  return referred ?? (typeof definition.type === 'string' ? definition.type : undefined);
}

function byType(type: string | undefined, definition: PropertyDefinition): ResolvedKind {
  const kept = type === undefined ? undefined : keptKinds.get(type);
  if (kept) return { name: 'json', kind: kept };
  if ((type === undefined || type === 'string') && (definition.enum ?? definition.options) !== undefined) {
    return { name: CHOICE, kind: kinds[CHOICE] };
  }
  return KIND_OF_TYPE.get(type ?? 'string') ?? { name: TEXT, kind: unknownKind };
}

/** A kind whose input takes the type that a definition names, such as a hidden date. */
function typedAs({ name, kind }: ResolvedKind, type: string | undefined): ResolvedKind {
  const typed = type === undefined ? undefined : KIND_OF_TYPE.get(type)?.kind;
  if (!kind.heldBy || type === undefined || typed === undefined || typed.type === kind.type) {
    return { name, kind };
  }
  return { name, kind: kind.heldBy(typed, type) };
}

/** The kind of a definition. Names Plinth does not know become text for strings and leave other values alone. */
export function resolveKind(definition: PropertyDefinition): ResolvedKind {
  const type = statedType(definition);
  const field = typeof definition.field === 'string' ? definition.field : undefined;
  if (field === undefined || field === '') return byType(type, definition);
  const kept = keptKinds.get(field) ?? (type === undefined ? undefined : keptKinds.get(type));
  if (kept) return { name: 'json', kind: kept };
  const byField = KIND_OF_ALIAS.get(field) ?? KINDS.get(field);
  const structure = type === undefined ? undefined : KIND_OF_TYPE.get(type);
  if (structure?.kind.exclusive && byField?.kind.type !== type) return structure;
  if (byField) return typedAs(byField, type);
  const typed = byType(type, definition);
  return type === undefined || typed.name === TEXT ? { name: TEXT, kind: unknownKind } : typed;
}
