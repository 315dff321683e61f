/** Shapes objects as a read asks for them: chosen fields, expanded relations, texts of one language. */
import { Yielder } from '../../async/yielder.js';
import { message } from '../../contract/messages/message.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/values.js';
import { invalid } from '../../errors.js';
import { namesOf } from '../../properties/references.js';
import { addField, type Fields, type FieldTree, pickFields } from '../../query/field-tree.js';
import type { Property, Schema } from '../../schemas/schema.js';
import type { Base } from '../core/base.js';
import { jsonLength } from '../core/json-text.js';
import { isScalar, relationOf, type Scalar, targetOf } from '../model/relation.js';
import { type ExpandTree, expandTree, unknownInside } from './expand-tree.js';
import { Localizer } from './localize.js';
import type { ShapeRequest } from './shape-request.js';
import { type MayReadObject, Targets } from './targets.js';

/** Objects put in place of values in one answer, an object that is put in several places counted in each. */
const MAX_TARGETS = 10_000;
/** The length of their JSON texts together. */
const MAX_LENGTH = 16 * 1024 * 1024;
/** Objects with more expanded text than this are written in slices. */
export const LARGE = 1024 * 1024;
/** Objects that are named as missing. */
const MAX_MISSING = 100;

/** What is done with the objects of a schema at one place of an answer. */
interface Place {
  readonly schema: Schema;
  readonly fields: Fields;
  readonly expand: ExpandTree | undefined;
  /** The dotted name that leads here, with a dot at its end; empty for the objects of the answer. */
  readonly path: string;
  /** An object of its own, whose id is always shown. */
  readonly isObject: boolean;
  /** What was worked out of properties. */
  readonly steps: Map<string, Step>;
}

type Step = (value: JsonValue) => JsonValue | Promise<JsonValue>;

/** An object in place of a value, with what it costs. */
interface Expanded {
  readonly object: JsonObject;
  readonly targets: number;
  readonly length: number;
}

const below = (fields: Fields, name: string): Fields =>
  fields === 'all' ? 'all' : (fields.get(name) ?? 'all');

export class Shaper {
  readonly #targets: Targets;
  readonly #localizer: Localizer | undefined;
  readonly #top: Place;
  readonly #unknown: readonly string[];
  readonly #missing = new Set<string>();
  readonly #yielder = new Yielder();
  #count = 0;
  #length = 0;

  /** Throws `invalid` for relations that are too deep. */
  constructor(base: Base, schema: Schema, request: ShapeRequest, mayRead: MayReadObject) {
    const { tree, unknown } = expandTree(base, schema, request.expand);
    const fields: FieldTree = new Map();
    for (const name of request.fields ?? []) addField(fields, name.split('.'));
    this.#targets = new Targets(base, mayRead, request.published);
    this.#localizer = request.locale === undefined ? undefined : new Localizer(request.locale);
    this.#unknown = [...unknown, ...unknownInside(base, schema, fields, tree)];
    this.#top = {
      schema,
      path: '',
      isObject: true,
      steps: new Map(),
      fields: request.fields ? fields : 'all',
      expand: tree.size > 0 ? tree : undefined,
    };
  }

  /** The length of the objects that were put in place of values. */
  get expandedLength(): number {
    return this.#length;
  }

  /** What the caller is to be warned of: names of no property, relations without an object, a missing language. */
  get warnings(): string[] {
    const missing = this.#localizer?.isMissing ? [`locale:${this.#localizer.locale}`] : [];
    return [...this.#unknown, ...this.#missing, ...missing];
  }

  /** An object as requested. Throws `invalid` for more targets than one answer may have. */
  object(object: JsonObject): Promise<JsonObject> {
    return this.#shaped(object, this.#top);
  }

  async #shaped(object: JsonObject, place: Place): Promise<JsonObject> {
    if (this.#yielder.exhausted) await this.#yielder.yieldToEventLoop();
    const { fields, isObject, steps } = place;
    const entries: [string, JsonValue][] = [];
    for (const [name, value] of Object.entries(object)) {
      const isShown = fields === 'all' || fields.has(name) || (isObject && name === 'id');
      if (!isShown) continue;
      let step = steps.get(name);
      if (!step) {
        step = this.#step(place, name);
        steps.set(name, step);
      }
      const shaped = step(value);
      entries.push([name, shaped instanceof Promise ? await shaped : shaped]);
    }
    return Object.fromEntries(entries);
  }

  /** What is done with the values of a property at a place. */
  #step({ schema, fields, expand, path }: Place, name: string): Step {
    const property = schema.properties.get(name);
    const inside = below(fields, name);
    const part = (of: Schema, isObject: boolean): Place => ({
      schema: of,
      fields: inside,
      expand: expand?.get(name),
      isObject,
      path: `${path}${name}.`,
      steps: new Map(),
    });
    const target = property && expand?.has(name) ? targetOf(property) : undefined;
    if (property && target !== undefined) {
      return this.#expanding(property, target, `${path}${name}`, (of) => part(of, true));
    }
    const localizer = this.#localizer;
    if (localizer && property?.kind.locales) return (value) => localizer.textOf(value, property);
    const parts = property?.children?.schema();
    if (!parts || !property?.children || (inside === 'all' && !localizer && !expand?.has(name))) {
      return inside === 'all' ? (value) => value : (value) => pickFields(value, inside);
    }
    const { children } = property;
    const there = part(parts, false);
    if (!children.many) return (value) => (isJsonObject(value) ? this.#shaped(value, there) : value);
    if (!children.named) return (value) => this.#items(value, () => there);
    const places = new Map<Schema, Place>();
    const placeOf = (item: JsonObject): Place => {
      const own = children.of(item);
      if (!own) return there;
      const place = places.get(own) ?? part(own, false);
      places.set(own, place);
      return place;
    };
    return (value) => this.#items(value, placeOf);
  }

  /** The items of a deck, by their ids. */
  async #items(value: JsonValue, placeOf: (item: JsonObject) => Place): Promise<JsonValue> {
    if (!isJsonObject(value)) return value;
    const items: [string, JsonValue][] = [];
    for (const [id, item] of Object.entries(value)) {
      items.push([id, isJsonObject(item) ? await this.#shaped(item, placeOf(item)) : item]);
    }
    return Object.fromEntries(items);
  }

  /** Replaces the values of a relation by the objects they name, each of which is made once. */
  #expanding(property: Property, target: string, path: string, placeOf: (of: Schema) => Place): Step {
    const [by = 'id'] = namesOf(relationOf(property)?.value);
    const known = new Map<Scalar, Promise<Expanded | undefined>>();
    let place: Place | undefined;
    const make = async (value: Scalar): Promise<Expanded | undefined> => {
      const opened = await this.#targets.open(target);
      const found = opened && (await this.#targets.find(opened, by, value));
      if (!opened || !found) return undefined;
      place ??= placeOf(opened.collection.schema);
      const [count, before] = [this.#count, this.#length];
      this.#add({ targets: 1, length: 0 });
      const object = await this.#shaped(parsed(found.bytes), place);
      const isLarge = this.#length - before > LARGE;
      const length = isLarge ? await jsonLength(object) : JSON.stringify(object).length;
      // What is inside has been added.
      this.#add({ targets: 0, length: length - (this.#length - before) });
      return { object, targets: this.#count - count, length };
    };
    const one = async (value: Scalar): Promise<JsonObject | undefined> => {
      const made = known.get(value);
      const making = made ?? make(value);
      if (!made) known.set(value, making);
      const expanded = await making;
      if (!expanded) this.#miss(`${path}:${value}`);
      else if (made) this.#add(expanded);
      return expanded?.object;
    };
    return async (value) => {
      if (!Array.isArray(value)) return isScalar(value) && value !== '' ? ((await one(value)) ?? null) : null;
      const objects: JsonValue[] = [];
      for (const each of value) {
        const object = isScalar(each) && each !== '' ? await one(each) : undefined;
        if (object) objects.push(object);
      }
      return objects;
    };
  }

  #miss(name: string): void {
    if (this.#missing.size < MAX_MISSING) this.#missing.add(name);
  }

  #add({ targets, length }: { targets: number; length: number }): void {
    this.#count += targets;
    this.#length += length;
    if (this.#count <= MAX_TARGETS && this.#length <= MAX_LENGTH) return;
    const most = `${MAX_TARGETS} objects, or ${MAX_LENGTH / 1024 / 1024} MB of them`;
    throw invalid(message('parameterExpandTooLarge'), {
      expand: [message('answerOver', { limit: most })],
    });
  }
}

const parsed = (bytes: Buffer): JsonObject => {
  const object: unknown = JSON.parse(bytes.toString());
  return isJsonObject(object) ? object : {};
};
