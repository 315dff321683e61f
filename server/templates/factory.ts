/** Generated content: an object's data from an entry's rules, the schema's rules and its relations (spec/templates.md#factory). */
import { slug, UNSAFE_KEYS } from '../contract/names.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/values.js';
import { PlinthError } from '../errors.js';
import { autogenOf } from '../schemas/autogen.js';
import type { Property, Schema } from '../schemas/schema.js';
import { isMediaRule, ruleOf } from './rules.js';
import type { Source } from './source.js';
import type { Target } from './target.js';

/** How a rule's list becomes text; by default one line, separated by commas. */
const SEPARATORS: Readonly<Record<string, string>> = {
  words: ' ',
  sentences: ' ',
  paragraphs: '\n\n',
};

/**
 * Converts a generated value to the shape of a property. Uses the kind's definition (an empty list means it takes
 * lists, the format means HTML or day), never its name.
 */
function shaped(value: JsonValue, rule: string, property: Property): JsonValue {
  const { blank } = property.kind;
  if (Array.isArray(blank)) return Array.isArray(value) ? value : [value];
  const format = property.kind.onWire?.(property.definition).format;
  if (format === 'html') return asHtml(value);
  const text = Array.isArray(value) ? value.join(SEPARATORS[rule] ?? ', ') : value;
  if (format === 'date' && typeof text === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(text))
    return text.slice(0, 10);
  return typeof blank === 'string' && typeof text === 'number' ? String(text) : text;
}

/** Plain paragraphs as HTML; text with markup stays unchanged. */
function asHtml(value: JsonValue): JsonValue {
  const paragraphs = Array.isArray(value) ? value : [value];
  return paragraphs
    .map((paragraph) =>
      String(paragraph).startsWith('<') ? String(paragraph) : `<p>${escaped(String(paragraph))}</p>`,
    )
    .join('\n');
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** How often a value of a `unique` property is generated again before it is left to validation. */
const TRIES = 50;

/** Properties used for an id when the schema does not define it (spec/content.md#ids). */
const NAMING = ['title', 'name', 'label'];

/** Generates values of a property; undefined leaves it empty. */
type Draw = () => JsonValue | undefined;

/** Called once per property with an invalid rule; the property is skipped from then on. */
export type Complaint = (property: string, error: PlinthError) => void;

/** Generates objects. */
export interface Maker {
  /** The next object's data, without an id. */
  data(): JsonObject;
  /** The next object's id by its rule, possibly taken; undefined when the schema creates it from `data`. */
  id(data: JsonObject): string | undefined;
}

/**
 * Prepares an entry: its own data first, then the schema's `factory` rules for missing properties, then an object of
 * the other collection for relations without a rule.
 */
export async function openMaker(
  target: Target,
  source: Source,
  schema: Schema,
  data: JsonObject,
  complain: Complaint,
): Promise<Maker> {
  const broken = new Set<string>();
  const guarded = (name: string, draw: Draw): Draw => {
    return () => {
      if (broken.has(name)) return undefined;
      try {
        return draw();
      } catch (error) {
        if (!(error instanceof PlinthError)) throw error;
        broken.add(name);
        complain(name, error);
        return undefined;
      }
    };
  };
  const draws = new Map<string, Draw>();
  for (const [name, property] of schema.properties) {
    if (name === 'id' || UNSAFE_KEYS.has(name)) continue;
    const given = Object.hasOwn(data, name) ? data[name] : property.definition.factory;
    const draw =
      given === undefined ? await relation(target, source, property) : drawOf(source, given, property);
    if (draw) draws.set(name, guarded(name, draw));
  }
  const idDraw = drawOfId(source, schema, data);
  const word = (): string => source.faker.lorem.word();
  const drawId = idDraw && guarded('id', idDraw);
  return {
    data: () => {
      const made: JsonObject = {};
      for (const [name, draw] of draws) {
        const value = draw();
        if (value !== undefined) made[name] = value;
      }
      return made;
    },
    id: (made) => {
      if (drawId) return slug(String(drawId() ?? '')) || word();
      const named = NAMING.some((name) => typeof made[name] === 'string' && slug(made[name]) !== '');
      return named || ownIdRule(schema) ? undefined : word();
    },
  };
}

/** Literal data for storing: image rules leave their properties empty (spec/templates.md#factory). */
export function withoutImages(schema: Schema, data: JsonObject): JsonObject {
  const kept = Object.entries(data).filter(([name, value]) => {
    const property = schema.properties.get(name);
    return !(property && holdsFiles(property) && isMediaRule(value));
  });
  return Object.fromEntries(kept);
}

/** Whether values name files; content from a template has none (spec/templates.md#factory). */
const holdsFiles = ({ kind }: Property): boolean => kind.files !== undefined;

/** Whether a gallery can be generated without its files: the kind's value is a list of them. */
const takesImages = ({ kind }: Property): boolean => Array.isArray(kind.blank) && kind.kept !== true;

/** Whether the schema defines how ids are created. */
const ownIdRule = (schema: Schema): boolean =>
  autogenOf(schema.properties.get('id')?.definition) !== undefined;

/** The generator of a property's values from a literal or a rule; undefined when the property stays empty. */
function drawOf(source: Source, given: JsonValue, property: Property): Draw | undefined {
  const rule = ruleOf(given);
  if (holdsFiles(property) && !(rule && takesImages(property))) return undefined;
  if (!rule) return () => given;
  const draw: Draw = () => {
    const value = rule.make(source);
    return value === undefined ? undefined : shaped(value, rule.name, property);
  };
  return property.definition.unique === true ? unlike(draw) : draw;
}

/** Generates again while the value is a duplicate. */
function unlike(draw: Draw): Draw {
  const drawn = new Set<string>();
  return () => {
    let value = draw();
    for (let tried = 0; tried < TRIES && drawn.has(JSON.stringify(value)); tried++) value = draw();
    drawn.add(JSON.stringify(value));
    return value;
  };
}

/**
 * The rule of the id: the entry's, else the schema's. A plain `slug` in the schema means any slug, so where the schema
 * also defines how ids are created, that is used, and a generated post is named after its title.
 */
function drawOfId(source: Source, schema: Schema, data: JsonObject): Draw | undefined {
  const given = data.id ?? schema.properties.get('id')?.definition.factory;
  if (given === undefined || given === null) return undefined;
  const rule = ruleOf(given);
  if (!rule) return () => given;
  if (data.id === undefined && rule.name === 'slug' && ownIdRule(schema)) return undefined;
  return () => rule.make(source);
}

/** An object of the collection a relation refers to, or several where the property is a list. */
async function relation(target: Target, source: Source, property: Property): Promise<Draw | undefined> {
  const options = property.definition.settings?.relationalOptions;
  if (!isJsonObject(options) || typeof options.collection !== 'string') return undefined;
  const field = typeof options.value === 'string' ? options.value : 'id';
  const values = (await target.values(options.collection, field)).filter((value) => value !== null);
  if (values.length === 0) return undefined;
  const { helpers } = source.faker;
  return Array.isArray(property.kind.blank)
    ? () => helpers.arrayElements(values, { min: 1, max: Math.min(3, values.length) })
    : () => helpers.arrayElement(values);
}
