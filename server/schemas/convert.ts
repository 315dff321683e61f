/**
 * Values of properties that changed their kind, converted where there is no doubt (spec/schemas.md#converting). A
 * definition names in `converts` what its values were, until all files have been gone through. Conversions go through
 * text, as a table for each two of 37 kinds would have over a thousand entries. Reading is strict: one wrong value is
 * never found again, and one that stays is listed in Health.
 */
import { inSlices, Yielder } from '../async/yielder.js';
import { type Details, type Message, message } from '../contract/messages/message.js';
import type { Converts, PropertyDefinition } from '../contract/schemas.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/values.js';
import { visibilityRule } from '../contract/visibility.js';
import type { PropertyKind, SaveContext } from '../properties/kind.js';
import { isMarkup } from '../properties/markup/plain.js';
import { Refusal } from '../properties/refusal.js';
import { resolveKind } from '../properties/resolve.js';
import { scalarText } from '../properties/whole-text.js';
import { labelOf } from './check.js';
import { MAX_NESTING } from './reach.js';
import type { Property, Schema } from './schema.js';
import { SlowValues, TooSlow } from './too-slow.js';

/** What a definition converts from; undefined where nothing is left to convert. */
export const convertsOf = ({ converts }: PropertyDefinition): Converts | undefined =>
  isJsonObject(converts) && isJsonObject(converts.from) ? { ...converts, from: converts.from } : undefined;

const formOf = (definition: PropertyDefinition) => {
  const { kind } = resolveKind(definition);
  return JSON.stringify([kind.type, kind.schema(definition), kind.markup?.(definition) === true]);
};

/** Whether values of one definition have another form than those of another. */
export const isRetyped = (before: PropertyDefinition, after: PropertyDefinition): boolean =>
  formOf(before) !== formOf(after);

/** A value of a property that changed its kind. */
export interface Converted {
  property: string;
  /** Dotted path in the object. */
  path: string;
  value: JsonValue;
  /** The value to store; absent where it stays as it is. */
  to?: JsonValue;
  /** Why it stays although it is not right, as sentences. */
  problems?: readonly Message[];
}

export interface ConvertOptions {
  context: SaveContext;
  /** Sentences without a subject about a value that keeps the rules, as a reference to an object that does not exist. */
  alsoWrong?(value: JsonValue, definition: PropertyDefinition): Promise<Message[]>;
  /** Some values may have been converted before. */
  again: boolean;
}

interface Sided {
  definition: PropertyDefinition;
  kind: PropertyKind;
}

const holdsMarkup = ({ kind, definition }: Sided): boolean => kind.markup?.(definition) === true;

/** The value in the other kind; undefined where it stands for none. Throws `Refusal`. */
async function readAs(
  value: JsonValue,
  from: Sided,
  to: Sided,
  context: SaveContext,
): Promise<JsonValue | undefined> {
  const { kind, definition } = to;
  if (!kind.readText) return undefined;
  const several = Array.isArray(value) && value.length > 1;
  if (several && !Array.isArray(kind.blank) && !kind.anyText) throw new Refusal(message('severalValues'));
  const [only] = Array.isArray(value) && !several ? value : [value];
  const text =
    only !== undefined && !several && scalarText(only) !== undefined && !holdsMarkup(from)
      ? scalarText(only)
      : from.kind.wholeText?.(value, from.definition);
  const read = text === undefined ? undefined : kind.readText(text, definition);
  if (read === undefined) return undefined;
  const taken = kind.normalise ? await kind.normalise(read, definition, context) : read;
  if (await kind.lost?.(read, taken, definition, context)) throw new Refusal(message('markupRemoved'));
  return taken;
}

const isEmpty = (value: JsonValue | undefined) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** What is wrong with one value of a part; of others only the one that its visibility follows matters. */
async function problemsAt(
  { schema, part, depth }: { schema: Schema; part: JsonObject; depth: number },
  { name, definition }: Property,
  value: JsonValue,
  yielder: Yielder,
): Promise<Message[]> {
  const watch = visibilityRule(definition.settings)?.watch;
  const watched = watch !== undefined && Object.hasOwn(part, watch) ? part[watch] : undefined;
  const around = watch !== undefined && watched !== undefined ? { [watch]: watched } : {};
  const slow = SlowValues.of(([first]) => first !== name);
  const checking = schema.checkPart({ ...around, [name]: value }, depth, slow);
  const details = await inSlices(checking, yielder).catch((error: unknown): Details => {
    if (error instanceof TooSlow) return { [name]: [error.reason] };
    throw error;
  });
  return Object.entries(details).flatMap(([path, messages]) =>
    path === name || path.startsWith(`${name}.`) ? messages : [],
  );
}

async function convertValue(
  schema: Schema,
  part: JsonObject,
  property: Property & { from: PropertyDefinition },
  { context, alsoWrong, again, depth, yielder }: ConvertOptions & { depth: number; yielder: Yielder },
): Promise<Pick<Converted, 'to' | 'problems'>> {
  const { name, definition } = property;
  const [from, to]: [Sided, Sided] = [
    { definition: property.from, kind: resolveKind(property.from).kind },
    property,
  ];
  const value = part[name] ?? null;
  const wrong = async (candidate: JsonValue): Promise<Message[]> => {
    const found = await problemsAt({ schema, part, depth }, property, candidate, yielder);
    if (found.length > 0 || !alsoWrong) return found;
    return (await alsoWrong(candidate, definition)).map((problem) => problem.of(labelOf(property)));
  };
  const { files, kept, keepWhenBlank } = to.kind;
  if (files || kept || keepWhenBlank) return { problems: [message('unconvertible').of(labelOf(property))] };
  const isText = typeof value === 'string';
  const isAlike = !isText || holdsMarkup(from) === holdsMarkup(to);
  // Plain text that was markup cannot be told from markup without a block.
  if (!isAlike && again && holdsMarkup(from) && !isMarkup(value)) return {};
  const problems = await wrong(value);
  if (isAlike && problems.length === 0) return {};
  try {
    const read = await readAs(value, from, to, context);
    if (read === undefined || read === null) return problems.length > 0 ? { problems } : {};
    const left = await wrong(read);
    if (left.length > 0) return { problems: left };
    return read === value ? {} : { to: read };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { problems: [error.reason.of(labelOf(property))] };
  }
}

/** Converts the values of a part in place, those of the parts in it first. */
async function convertIn(
  schema: Schema,
  part: JsonObject,
  at: { path: string; depth: number },
  options: ConvertOptions & { yielder: Yielder },
): Promise<Converted[]> {
  const found: Converted[] = [];
  for (const [name, property] of schema.properties) {
    const value = Object.hasOwn(part, name) ? part[name] : undefined;
    if (value === undefined || isEmpty(value)) continue;
    const path = `${at.path}${name}`;
    const converts = convertsOf(property.definition);
    if (converts) {
      const done = await convertValue(
        schema,
        part,
        { ...property, from: converts.from },
        { ...options, depth: at.depth },
      );
      if (done.to !== undefined) part[name] = done.to;
      found.push({ property: name, path, value, ...done });
    } else if (property.children && isJsonObject(value) && at.depth < MAX_NESTING) {
      const { children } = property;
      const copy = structuredClone(value);
      const items: [string, JsonValue][] = children.many ? Object.entries(copy) : [['', copy]];
      const inner: Converted[] = [];
      for (const [id, item] of items) {
        const inside = isJsonObject(item) ? children.of(item) : undefined;
        if (!isJsonObject(item) || !inside) continue;
        const start = children.many ? `${path}.${id}.` : `${path}.`;
        inner.push(...(await convertIn(inside, item, { path: start, depth: at.depth + 1 }, options)));
      }
      if (inner.some(({ to }) => to !== undefined)) part[name] = copy;
      found.push(...inner);
    }
  }
  return found;
}

/** A document with its values converted as far as they can be, and what became of each. */
export async function converted(
  schema: Schema,
  document: JsonObject,
  options: ConvertOptions,
): Promise<{ document: JsonObject; values: Converted[] }> {
  const copy: JsonObject = { ...document };
  const values = await convertIn(
    schema,
    copy,
    { path: '', depth: 0 },
    { ...options, yielder: new Yielder() },
  );
  return { document: copy, values };
}
