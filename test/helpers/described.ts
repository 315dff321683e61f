/** Whether an answer is as the OpenAPI document of its folder says: status, content type, JSON body. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { apiRoutes, rootRoutes } from '../../server/app.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../server/contract/values.js';
import { openApiOf } from '../../server/openapi/document.js';
import type { Schema } from '../../server/schemas/schema.js';
import type { Site } from '../../server/site.js';

const ROUTES = [
  ...apiRoutes.map((route) => ({ ...route, prefixed: true })),
  ...rootRoutes.map((route) => ({ ...route, prefixed: false })),
];

interface Answered {
  method: string;
  /** With the query, as it was asked for. */
  path: string;
  status: number;
  headers: Headers;
  text: string;
}

interface Template {
  address: string;
  matcher: RegExp;
  /** Parts without a parameter: the more there are, the more the address is meant. */
  literal: number;
}

const WILD = new Set(ROUTES.flatMap(({ path }) => [...path.matchAll(/\*(\w+)/g)].map(([, name]) => name)));

function templateOf(address: string): Template {
  const segments = address.split('/').slice(1);
  const source = segments
    .map((segment) =>
      segment
        .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
        .replace(/\{(\w+)\}/g, (_all, name) => (WILD.has(name) ? '.+' : '[^/]+')),
    )
    .join('/');
  const prefix = address.startsWith('/api/')
    ? '(?:/api)?/'
    : address.startsWith('/report/')
      ? '(?:/api)?/'
      : '/';
  const rest = address.startsWith('/api/') ? source.replace(/^api\//, '') : source;
  return {
    address,
    matcher: new RegExp(`^${prefix}${rest}$`),
    literal: segments.filter((segment) => !segment.includes('{')).length,
  };
}

const ajv = new Ajv2020({ strict: false, logger: false, validateSchema: false });
addFormats.default(ajv);

/** Compiled schemas by their text and that of all they refer to: most documents have these parts alike. */
const compiled = new Map<string, ValidateFunction>();

/** Errors of one route, which its row must name; any route may answer the others, such as 413, 429 and 503. */
const NAMED = [400, 401, 403, 404, 409, 410, 412, 416, 422];

/** Whether a document must name a status. Errors of OAuth have one form for all. */
const isNamed = (status: number, { default: other }: JsonObject): boolean =>
  status < 400 || (isJsonObject(other) && String(other.$ref).endsWith('/Failed') && NAMED.includes(status));

/** One state of a folder's schemas and collections, and its document. */
class Description {
  readonly #document: JsonObject;
  readonly #templates: Template[];
  /** What checks a schema of this document, by the schema's text. */
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(document: JsonObject) {
    this.#document = document;
    this.#templates = Object.keys(Object(document.paths))
      .map(templateOf)
      .sort((a, b) => b.literal - a.literal);
  }

  /** What is wrong with an answer; undefined for one that is right, or of an address the document does not have. */
  problem({ method, path, status, headers, text }: Answered): string | undefined {
    const pathname = path.replace(/[?#].*/, '');
    const operationAt = ({ address }: Template) =>
      Object(this.#document.paths)[address][method.toLowerCase()];
    const template = this.#templates.find(
      (one) => operationAt(one) !== undefined && one.matcher.test(pathname),
    );
    const operation = template && operationAt(template);
    if (operation === undefined) return undefined;
    const responses = Object(operation).responses;
    const other = isNamed(status, responses) ? undefined : responses.default;
    const response = this.#resolved(responses[status] ?? other);
    if (response === undefined) return `the status ${status} is not described`;
    const { content } = Object(response);
    // Redirects have a line of text for whom they do not lead on.
    if (text === '' || (status >= 300 && status < 400)) return undefined;
    if (content === undefined) return 'has a body, which is not described';
    const type = (headers.get('content-type') ?? '').replace(/;.*/, '');
    const described = content[type] ?? content['*/*'];
    if (described === undefined) return `the content type ${type} is not described`;
    if (type !== 'application/json' || content[type] === undefined) return undefined;
    return this.#wrong(described.schema, JSON.parse(text));
  }

  #resolved(response: unknown): unknown {
    const name = isJsonObject(response) ? response.$ref : undefined;
    if (typeof name !== 'string') return response;
    return Object(this.#document.components).responses[name.split('/').at(-1) ?? ''];
  }

  #wrong(schema: JsonValue | undefined, value: unknown): string | undefined {
    if (schema === undefined) return undefined;
    const source = JSON.stringify(schema);
    const validate = this.#validators.get(source) ?? this.#compile(source);
    this.#validators.set(source, validate);
    return validate(value) ? undefined : ajv.errorsText(validate.errors);
  }

  #compile(source: string): ValidateFunction {
    const components: Record<string, Record<string, JsonValue>> = {};
    const add = (text: string): void => {
      for (const [, kind = '', name = ''] of text.matchAll(/"#\/components\/([^"/]+)\/([^"/]+)/g)) {
        const part = Object(this.#document.components)[kind]?.[name];
        components[kind] ??= {};
        if (part === undefined || components[kind][name] !== undefined) continue;
        components[kind][name] = part;
        add(JSON.stringify(part));
      }
    };
    add(source);
    const whole = JSON.stringify({ components, schema: JSON.parse(source) });
    const known = compiled.get(whole);
    if (known) return known;
    const $id = `doc-${compiled.size}`;
    const validate = ajv.compile({ $id, ...JSON.parse(whole), $ref: '#/schema' });
    compiled.set(whole, validate);
    return validate;
  }
}

/** Descriptions by what they depend on: most folders of tests are alike. */
const known = new Map<string, Promise<Description | undefined>>();

/** `whole`: with what each collection has of its own, for which the folder is read. */
async function describe(site: Site, whole: boolean): Promise<Description> {
  return new Description(
    await openApiOf(site, {
      routes: ROUTES,
      version: '0',
      url: 'http://127.0.0.1',
      mayRead: () => whole,
      mayReadSchema: () => whole,
    }),
  );
}

/** What a schema makes of properties, as text. */
const texts = new WeakMap<Schema, string>();

function textOf(schema: Schema): string {
  const text =
    texts.get(schema) ??
    JSON.stringify(
      [...schema.properties.values()].map(({ name, definition, required }) => [name, definition, required]),
    );
  texts.set(schema, text);
  return text;
}

/** The state of a site's schemas and collections: folders of the same state have the same document. */
function stateOf(site: Site): { key: string; whole: boolean } {
  // Some tests move the folder; what is true of every collection is known without it.
  const whole = site.store.folder.isAvailable();
  const all = whole ? site.collections.all() : [];
  return { key: all.map(({ settings, schema }) => `${settings.id} ${textOf(schema)}`).join('\n'), whole };
}

/** The description of the present state; undefined where the state changed while it was made. */
function descriptionOf(site: Site): Promise<Description | undefined> {
  const { key, whole } = stateOf(site);
  const made =
    known.get(key) ??
    describe(site, whole).then((description) => {
      if (stateOf(site).key === key) return description;
      known.delete(key);
      return undefined;
    });
  known.set(key, made);
  return made;
}

/** Descriptions of each state of a site that requests have met, in order. */
const met = new WeakMap<Site, Promise<Description | undefined>[]>();

function meet(site: Site): Promise<Description | undefined>[] {
  const states = met.get(site) ?? [];
  met.set(site, states);
  const now = descriptionOf(site);
  if (states.at(-1) !== now) states.push(now);
  return states;
}

/**
 * Call it before a request, and what it gives back with the answer: that throws an error that says in what the answer
 * differs from its description. Where schemas change while the request goes on, one of the states has to fit.
 */
export function expectDescribed(site: Site): (answered: Answered) => Promise<void> {
  const first = meet(site).length - 1;
  return async (answered) => {
    // The document describes objects that follow the rules of their schema: this one says that it does not.
    if (answered.headers.get('x-plinth-warnings')?.includes('invalid:')) return;
    let problem: string | undefined;
    for (const state of meet(site).slice(first).reverse()) {
      const found = (await state)?.problem(answered);
      if (found === undefined) return;
      problem ??= found;
    }
    const { method, path, status, text } = answered;
    throw new Error(
      `${method} ${path} answered ${status}, not as openapi.json says: ${problem}\n${text.slice(0, 500)}`,
    );
  };
}
