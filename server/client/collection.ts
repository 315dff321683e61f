/** Reading the objects of one collection. */
import type { Connection } from './connection.js';
import { PlinthError } from './errors.js';
import type { Answer, Query } from './requests.js';
import type {
  ExpandPath,
  FieldPath,
  FilterValue,
  ListOptions,
  ObjectPage,
  Page,
  PageReader,
  ReadOptions,
  Result,
  Synced,
} from './types.js';

/** Objects per request, and requests at the same time. */
const PAGE = 100;
const PARALLEL = 4;
/** How often everything is read again because the content changed meanwhile. */
const ATTEMPTS = 5;

/** All objects: `await` gives them as a list, `for await` one after the other. Read when first used. */
export interface AllObjects<T> extends PromiseLike<T[]>, AsyncIterable<T> {}

type List<F, C extends keyof F, E, P, L> = ListOptions<E, P, L, Extract<FieldPath<F, C>, string>>;

export interface Collection<F, C extends keyof F> {
  /** All objects that match. Rejects rather than leaving any out. */
  all<
    E extends ExpandPath<F, C> = never,
    P extends FieldPath<F, C> = never,
    L extends string | undefined = undefined,
  >(options?: Omit<List<F, C, E, P, L>, 'limit' | 'offset'>): AllObjects<Result<F, C, E, P, L>>;
  /** A page of the objects that match, at most 100. */
  list<
    E extends ExpandPath<F, C> = never,
    P extends FieldPath<F, C> = never,
    L extends string | undefined = undefined,
  >(options?: List<F, C, E, P, L>): Promise<ObjectPage<Result<F, C, E, P, L>>>;
  /** The first object that matches; undefined if none does. */
  first<
    E extends ExpandPath<F, C> = never,
    P extends FieldPath<F, C> = never,
    L extends string | undefined = undefined,
  >(options?: Omit<List<F, C, E, P, L>, 'limit'>): Promise<Result<F, C, E, P, L> | undefined>;
  /**
   * What has changed since a cursor; everything without one, and where the cursor is too old. `complete` says which:
   * objects that are not in a complete answer are gone.
   */
  sync<
    E extends ExpandPath<F, C> = never,
    P extends FieldPath<F, C> = never,
    L extends string | undefined = undefined,
  >(
    cursor: string | undefined,
    options?: Omit<List<F, C, E, P, L>, 'limit' | 'offset'>,
  ): Promise<Synced<Result<F, C, E, P, L>>>;
  /** The object with an id; undefined if there is none. */
  get<
    E extends ExpandPath<F, C> = never,
    P extends FieldPath<F, C> = never,
    L extends string | undefined = undefined,
  >(id: string, options?: ReadOptions<E, P, L>): Promise<Result<F, C, E, P, L> | undefined>;
}

const criterion = (value: FilterValue): string[] => {
  if (Array.isArray(value)) return [`in:${value.join('|')}`];
  if (typeof value !== 'object') return [`eq:${value}`];
  return Object.entries(value).map(([operator, operand]) => `${operator}:${[operand].flat().join('|')}`);
};

const listed = (names: readonly string[] | undefined): string | undefined =>
  names && names.length > 0 ? names.join(',') : undefined;

function readQuery({ expand, fields, locale, drafts }: ReadOptions): Query {
  return {
    published: drafts ? undefined : '1',
    expand: listed(expand),
    fields: listed(fields),
    locale,
  };
}

function listQuery(options: ListOptions): Query {
  const { filter = {}, sort, search } = options;
  const query: Query = { ...readQuery(options), sort: listed(sort), search };
  for (const [name, value] of Object.entries(filter)) {
    if (value === undefined) continue;
    const criteria = criterion(value);
    criteria.forEach((text, at) => {
      query[criteria.length === 1 ? `filter[${name}]` : `filter[${name}][${at}]`] = text;
    });
  }
  return query;
}

/** Names of properties that options ask for. */
function requestedNames({ filter = {}, sort = [], expand = [], fields = [] }: ListOptions): string[] {
  return [...Object.keys(filter), ...sort.map((name) => name.replace(/^-/, '')), ...expand, ...fields];
}

const warningsOf = ({ headers }: Answer): string => headers['x-plinth-warnings'] ?? '';

function pageOf(data: unknown, answer: Answer): Page {
  const { data: objects, pagination, deleted = [], cursor, more = false } = Object(data);
  if (!Array.isArray(objects) || typeof pagination !== 'object') {
    throw new PlinthError('truncated', 'The answer is not a page of objects');
  }
  return {
    objects,
    total: pagination.total,
    size: pagination.per_page || PAGE,
    cursor: cursor ?? answer.headers['x-plinth-cursor'] ?? '',
    deleted: deleted.map(({ id }: { id: string }) => id),
    more,
    warnings: warningsOf(answer),
  };
}

export class CollectionReader implements PageReader {
  readonly #connection: Connection;
  readonly #name: string;
  readonly #path: string;

  constructor(connection: Connection, name: string) {
    this.#connection = connection;
    this.#name = name;
    this.#path = `/api/collections/${encodeURIComponent(name)}`;
  }

  all(options: ListOptions = {}): AllObjects<{ id: string }> {
    let reading: Promise<{ id: string }[]> | undefined;
    const read = () => {
      reading ??= this.whole(options).then(({ objects }) => objects);
      return reading;
    };
    return {
      // biome-ignore lint/suspicious/noThenProperty: awaiting it gives the list
      then: (resolve, reject) => read().then(resolve, reject),
      async *[Symbol.asyncIterator]() {
        yield* await read();
      },
    };
  }

  async list(options: ListOptions = {}): Promise<ObjectPage<{ id: string }>> {
    const { limit = PAGE, offset = 0 } = options;
    const { objects, total } = await this.page(options, { limit: `${limit}`, offset: `${offset}` });
    return { objects, total, offset };
  }

  async first(options: ListOptions = {}): Promise<{ id: string } | undefined> {
    return (await this.list({ ...options, limit: 1 })).objects[0];
  }

  async get(id: string, options: ReadOptions = {}): Promise<unknown> {
    try {
      const path = `${this.#path}/${encodeURIComponent(id)}`;
      return await this.#read(path, readQuery(options), options);
    } catch (error) {
      if (error instanceof PlinthError && error.code === 'not-found') return undefined;
      throw error;
    }
  }

  async sync(cursor: string | undefined, options: ListOptions = {}): Promise<Synced<{ id: string }>> {
    return (await this.#connection.parts.sync()).sync(this, cursor, options);
  }

  /** Every page, all of one state of the collection. */
  async whole(options: ListOptions): Promise<Page> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const first = await this.page(options, { limit: `${PAGE}`, offset: '0' });
      const { size, total, cursor } = first;
      const offsets: number[] = [];
      for (let at = size; at < total; at += size) offsets.push(at);
      const pages = [first];
      const work = async () => {
        for (let at = offsets.shift(); at !== undefined; at = offsets.shift()) {
          pages[at / size] = await this.page(options, { limit: `${size}`, offset: `${at}` });
        }
      };
      await Promise.all(Array.from({ length: PARALLEL }, work));
      const objects = pages.flatMap((page) => page.objects);
      const whole = new Set(objects.map(({ id }) => id)).size === total && objects.length === total;
      const steady = pages.every((page) => page.cursor === cursor);
      if (
        whole &&
        (steady || (await (await this.#connection.parts.sync()).isUnchanged(this, cursor, options)))
      ) {
        return { ...first, objects };
      }
    }
    throw new PlinthError('truncated', `The collection "${this.#name}" changed whenever it was read`, {
      hint: 'Try again when no import is running',
    });
  }

  /** One page. `more`: parameters beside those of the options. */
  async page(options: ListOptions, more: Query): Promise<Page> {
    const { data, answer } = await this.#answer(
      `${this.#path}/query`,
      { ...listQuery(options), ...more },
      options,
    );
    return pageOf(data, answer);
  }

  async #read(path: string, query: Query, options: ListOptions): Promise<unknown> {
    return (await this.#answer(path, query, options)).data;
  }

  async #answer(path: string, query: Query, options: ListOptions) {
    try {
      const result = await this.#connection.json(path, query, options.signal);
      const warnings = warningsOf(result.answer);
      if (warnings) {
        const { checkNames } = await this.#connection.parts.names();
        await checkNames(this.#connection, this.#name, warnings.split(/,\s*/), requestedNames(options));
      }
      return result;
    } catch (error) {
      if (error instanceof PlinthError && error.code === 'not-found') {
        await (await this.#connection.parts.names()).checkCollection(this.#connection, this.#name);
      }
      throw error;
    }
  }
}
