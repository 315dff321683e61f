/** Objects of a copy with chosen fields, expanded relations and texts of one language (spec/queries.md#shape). */
import type { CopiedObject } from './copy-query.js';
import { PlinthError } from './errors.js';

/** What is read of a JSON Schema. */
export interface Part {
  $ref?: string;
  const?: unknown;
  anyOf?: Part[];
  allOf?: Part[];
  properties?: Record<string, Part>;
  additionalProperties?: boolean | Part;
  definitions?: Record<string, Part>;
  'x-plinth-kind'?: string;
  'x-plinth-relation'?: { collection: string; property: string };
  /** Of texts by language: the languages in the order they are to be tried. */
  'x-plinth-locales'?: string[];
}

export interface CopiedCollection {
  objects: readonly CopiedObject[];
  schema: Part;
  settings: { sortBy?: unknown; reverseSort?: unknown };
  /** Names of properties. */
  properties: ReadonlySet<string>;
}

/** Dotted names as a tree; a name without any below it is asked for as a whole. */
type Tree = Map<string, Tree>;

function treeOf(paths: readonly string[]): Tree {
  const tree: Tree = new Map();
  for (const path of paths) {
    let at = tree;
    for (const name of path.split('.')) {
      const below: Tree = at.get(name) ?? new Map();
      at.set(name, below);
      at = below;
    }
  }
  return tree;
}

/** Names without those inside of what others name as a whole. */
const widest = (paths: readonly string[]): string[] =>
  paths.filter((path) => !paths.some((other) => path.startsWith(`${other}.`)));

type JsonObject = Record<string, unknown>;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The parts of a value; in lists of each element. */
function picked(value: unknown, fields: Tree): unknown {
  if (fields.size === 0) return value;
  if (Array.isArray(value)) return value.map((item) => picked(item, fields));
  if (!isObject(value)) return value;
  const entries = [...fields].filter(([name]) => Object.hasOwn(value, name));
  return Object.fromEntries(entries.map(([name, below]) => [name, picked(value[name], below)]));
}

/** Relations that may follow each other. */
const DEEPEST = 2;
/** The key of an item of a deck that names its schema. */
const ITEM_SCHEMA = 'schema';

/** `en-us` and `en_US` are one. */
function localeOf(name: string): string {
  const [language = '', region] = name.split(/[-_]/);
  return region === undefined ? language.toLowerCase() : `${language.toLowerCase()}_${region.toUpperCase()}`;
}

/** The text in a locale, in its language, or in another region of the language. */
function inLanguage(texts: ReadonlyMap<string, string>, locale: string): string | undefined {
  const language = locale.slice(0, 2);
  const near = [...texts].find(([name]) => name.slice(0, 2) === language);
  return texts.get(locale) ?? texts.get(language) ?? near?.[1];
}

export class Shaper {
  readonly #open: (collection: string) => Promise<CopiedCollection | undefined>;
  readonly #collection: CopiedCollection;
  readonly #fields: Tree;
  readonly #expand: readonly string[];
  readonly #locale: string | undefined;
  readonly #warnings = new Set<string>();
  /** Whether texts by language were met, and one in the language. */
  #texts = false;
  #inLanguage = false;

  constructor(
    open: (collection: string) => Promise<CopiedCollection | undefined>,
    collection: CopiedCollection,
    {
      fields,
      expand,
      locale,
    }: { fields: readonly string[]; expand: readonly string[]; locale: string | undefined },
  ) {
    this.#open = open;
    this.#collection = collection;
    this.#fields = treeOf(widest(fields));
    this.#expand = expand;
    this.#locale = locale === undefined ? undefined : localeOf(locale);
  }

  /** Names that an answer warns of. */
  warnings(): string[] {
    const isMissing = this.#locale !== undefined && this.#texts && !this.#inLanguage;
    return [...this.#warnings, ...(isMissing ? [`locale:${this.#locale}`] : [])];
  }

  async objects(objects: readonly CopiedObject[]): Promise<unknown[]> {
    const { schema } = this.#collection;
    const paths: string[] = [];
    for (const path of this.#expand) {
      if (await this.#isRelation(path)) paths.push(path);
      else this.#warnings.add(path);
    }
    const expand = paths.length > 0 ? treeOf(paths) : undefined;
    const shaped: unknown[] = [];
    for (const object of objects)
      shaped.push(
        await this.#object(object, { whole: schema, part: schema, fields: this.#fields, expand, path: '' }),
      );
    return shaped;
  }

  /** Whether a path leads to a relation. Throws `invalid` for more relations than may follow each other. */
  async #isRelation(path: string): Promise<boolean> {
    let whole = this.#collection.schema;
    let parts: Part[] = [whole];
    let relation: Part['x-plinth-relation'];
    let depth = 0;
    for (const name of path.split('.')) {
      if (relation) {
        const target = await this.#open(relation.collection);
        if (!target) return false;
        whole = target.schema;
        parts = [whole];
      }
      const [property] = parts.flatMap((part) => part.properties?.[name] ?? []);
      if (!property) return false;
      relation = property['x-plinth-relation'];
      if (relation) depth += 1;
      if (depth > DEEPEST)
        throw new PlinthError('invalid', `"${path}" of expand follows more than ${DEEPEST} relations`);
      parts = partsInside(whole, property);
    }
    return relation !== undefined;
  }

  async #object(object: JsonObject, place: Place): Promise<JsonObject> {
    const { whole, part, fields, expand, path } = place;
    const entries: [string, unknown][] = [];
    for (const [name, value] of Object.entries(object)) {
      const isShown = fields.size === 0 || fields.has(name) || (place.isPart !== true && name === 'id');
      if (!isShown) continue;
      const inside = {
        whole,
        part: part.properties?.[name] ?? {},
        fields: fields.get(name) ?? new Map(),
        expand: expand?.get(name),
        path: path === '' ? name : `${path}.${name}`,
      };
      entries.push([name, await this.#value(value, inside)]);
    }
    return Object.fromEntries(entries);
  }

  async #value(value: unknown, place: Place): Promise<unknown> {
    const { whole, part, fields, expand } = place;
    const relation = part['x-plinth-relation'];
    if (expand && relation) return this.#expanded(value, relation, place);
    if (this.#locale !== undefined && part['x-plinth-kind']?.startsWith('localized'))
      return this.#text(value, part);
    if (fields.size === 0 && !expand && this.#locale === undefined) return value;
    const { properties, additionalProperties: items } = resolved(whole, part);
    if (!isObject(value)) return picked(value, fields);
    if (properties) return this.#object(value, { ...place, part: { properties }, isPart: true });
    if (typeof items !== 'object' || partsOf(whole, items).length === 0) return picked(value, fields);
    const shaped: [string, unknown][] = [];
    for (const [id, item] of Object.entries(value)) {
      const of = isObject(item) ? partOf(whole, items, item) : {};
      shaped.push([
        id,
        isObject(item) ? await this.#object(item, { ...place, part: of, isPart: true }) : item,
      ]);
    }
    return Object.fromEntries(shaped);
  }

  /** The objects that the values of a relation name. */
  async #expanded(
    value: unknown,
    { collection, property }: { collection: string; property: string },
    { fields, expand, path }: Place,
  ): Promise<unknown> {
    const target = await this.#open(collection);
    const one = async (name: unknown) => {
      if (name === '' || !['string', 'number', 'boolean'].includes(typeof name)) return undefined;
      // The list is by id, and of several objects with the value the first one counts.
      const object = target?.objects.find((each) =>
        [each[property]].flat().some((own) => String(own) === String(name)),
      );
      if (!object || !target) {
        this.#warnings.add(`${path}:${encodeURIComponent(String(name))}`);
        return undefined;
      }
      const { schema } = target;
      return this.#object(object, { whole: schema, part: schema, fields, expand, path });
    };
    if (!Array.isArray(value)) return (await one(value)) ?? null;
    const objects: unknown[] = [];
    for (const name of value) {
      const object = await one(name);
      if (object) objects.push(object);
    }
    return objects;
  }

  /** The text in the locale, else in the first of the property's languages that has one, else the first text. */
  #text(value: unknown, { 'x-plinth-locales': locales = [] }: Part): string {
    if (!isObject(value)) return typeof value === 'string' ? value : '';
    const texts = new Map<string, string>();
    for (const [name, text] of Object.entries(value)) {
      if (typeof text === 'string' && text !== '') texts.set(localeOf(name), text);
    }
    if (texts.size === 0) return '';
    this.#texts = true;
    const own = inLanguage(texts, this.#locale ?? '');
    if (own !== undefined) this.#inLanguage = true;
    const others = locales.map((locale) => inLanguage(texts, localeOf(locale)));
    const [first = ''] = texts.values();
    return [own, ...others].find((text) => text !== undefined) ?? first;
  }
}

/** A value on its way, and what is asked of it. */
interface Place {
  /** The JSON Schema of the collection, with its definitions. */
  whole: Part;
  part: Part;
  fields: Tree;
  expand: Tree | undefined;
  path: string;
  /** Inside a card or deck, whose parts do not always show their id. */
  isPart?: boolean;
}

const resolved = ({ definitions = {} }: Part, part: Part): Part =>
  part.$ref === undefined ? part : (definitions[part.$ref.slice(part.$ref.lastIndexOf('/') + 1)] ?? {});

/** The parts that items of a deck can be: of one schema, or of several. */
function partsOf(whole: Part, items: Part): Part[] {
  const options = items.anyOf ?? [items];
  return options
    .filter(({ $ref, allOf, properties }) => $ref !== undefined || allOf || (properties && !items.anyOf))
    .map((option) => resolved(whole, option.allOf?.[0] ?? option));
}

/** What one item of a deck is. */
function partOf(whole: Part, items: Part, item: JsonObject): Part {
  if (!items.anyOf) return resolved(whole, items);
  const own = items.anyOf.find(
    ({ allOf }) => allOf?.[1]?.properties?.[ITEM_SCHEMA]?.const === item[ITEM_SCHEMA],
  );
  return own?.allOf?.[0] ? resolved(whole, own.allOf[0]) : {};
}

/** Where the names after a property lead: into a card, or into the items of a deck. */
function partsInside(whole: Part, property: Part): Part[] {
  const part = resolved(whole, property);
  if (part.properties) return [part];
  return typeof part.additionalProperties === 'object' ? partsOf(whole, part.additionalProperties) : [];
}
