/** Which room a property lives in: by its field kind, its aliases, or its type alone (spec/field-kinds.md#kinds). */
import { FILE_KINDS } from '../contract/files.js';
import type { KindName, PropertyDefinition } from '../contract/schemas.js';
import { kinds } from './index.js';
import { keptKinds } from './kept/index.js';
import type { PropertyKind } from './kind.js';
import { referenceTail } from './reference.js';
import { unknownKind } from './text/index.js';

export { referenceTail } from './reference.js';

const ALIASES: ReadonlyMap<string, KindName> = new Map([
  ['input', 'text'],
  ['tel', 'phone'],
  ['checklist', 'multicheckbox'],
  ['deckTable', 'deck'],
]);

/** Property types and the kind whose values they are. */
const KIND_OF_TYPE: ReadonlyMap<string, KindName> = new Map([
  ['string', 'text'],
  ['empty', 'text'],
  ['number', 'number'],
  ['integer', 'number'],
  ['boolean', 'toggle'],
  ['array', 'list'],
  ['object', 'json'],
  ['slug', 'slug'],
  ['date', 'date'],
  ['time', 'time'],
  ['email', 'email'],
  ['url', 'url'],
  ['phone', 'phone'],
  ['list', 'list'],
  ['color', 'color'],
  ['password', 'password'],
  ['svg', 'svg'],
  ['code', 'code'],
  ['json', 'json'],
  ['card', 'card'],
  ['deck', 'deck'],
  ['localizedtext', 'localizedtext'],
  ['image', 'image'],
  ['gallery', 'gallery'],
  ['file', 'file'],
  ['depot', 'depot'],
]);

/** Types whose values no other field can hold: they decide, whatever field a definition asks for. */
const STRUCTURED: ReadonlySet<KindName> = new Set(['card', 'deck', 'localizedtext', ...FILE_KINDS]);

/** Whether a name is a property type Plinth knows, special ones included. */
export const isPropertyType = (name: string): boolean => KIND_OF_TYPE.has(name) || keptKinds.has(name);

/** Inputs that take whatever type the definition names. */
const UNTYPED_INPUTS: ReadonlySet<KindName> = new Set(['text', 'textarea', 'hidden']);

export interface ResolvedKind {
  /** The kind the form shows. */
  name: KindName;
  /** The room its values are read, checked and shown by. */
  kind: PropertyKind;
}

const isKindName = (name: string): name is KindName => Object.hasOwn(kinds, name);

/** The property type a definition states, by `type` or by `$ref`; a `$ref` beside a type is the more exact one. */
export function statedType(definition: PropertyDefinition): string | undefined {
  const referred = referenceTail(definition.$ref);
  return referred ?? (typeof definition.type === 'string' ? definition.type : undefined);
}

function byType(type: string | undefined, definition: PropertyDefinition): ResolvedKind {
  const kept = type === undefined ? undefined : keptKinds.get(type);
  if (kept) return { name: 'json', kind: kept };
  if ((type === undefined || type === 'string') && (definition.enum ?? definition.options) !== undefined) {
    return { name: 'select', kind: kinds.select };
  }
  const name = KIND_OF_TYPE.get(type ?? 'string');
  return name === undefined ? { name: 'text', kind: unknownKind } : { name, kind: kinds[name] };
}

/** An input without a type of its own over a typed value, such as a hidden date. */
function untyped(name: KindName, type: string | undefined): ResolvedKind {
  const typed = type === undefined ? undefined : KIND_OF_TYPE.get(type);
  if (typed === undefined || kinds[typed].type === 'string') return { name, kind: kinds[name] };
  // Nobody types a hidden list by hand: it holds whatever a program put there.
  return { name, kind: name === 'hidden' && type === 'array' ? kinds.json : kinds[typed] };
}

/** The kind of a definition. Names Plinth does not know become text for strings and leave other values alone. */
export function resolveKind(definition: PropertyDefinition): ResolvedKind {
  const type = statedType(definition);
  const field = typeof definition.field === 'string' ? definition.field : undefined;
  if (field === undefined || field === '') return byType(type, definition);
  const kept = keptKinds.get(field) ?? (type === undefined ? undefined : keptKinds.get(type));
  if (kept) return { name: 'json', kind: kept };
  const name = ALIASES.get(field) ?? field;
  const structure = type === undefined ? undefined : KIND_OF_TYPE.get(type);
  if (structure && STRUCTURED.has(structure) && !(isKindName(name) && kinds[name].type === type)) {
    return { name: structure, kind: kinds[structure] };
  }
  if (!isKindName(name)) {
    const typed = byType(type, definition);
    return type === undefined || typed.kind === kinds.text ? { name: 'text', kind: unknownKind } : typed;
  }
  return UNTYPED_INPUTS.has(name) ? untyped(name, type) : { name, kind: kinds[name] };
}
