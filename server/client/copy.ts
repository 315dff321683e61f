/**
 * A copy that `plinth mirror --as api` has written, read as if a server answered. Loaded when it is used. What a copy
 * cannot answer is an error that says so.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CopiedObject, found, sorted } from './copy-query.js';
import { type CopiedCollection, Shaper } from './copy-shape.js';
import { PlinthError } from './errors.js';
import { needsServer } from './failures.js';
import { pause } from './waiting.js';

/** Layouts that are read. */
const FORMAT = 1;
const MANIFEST = 'plinth.json';
/** Between two looks at whether the copy was written again, in ms. */
const LOOK = 500;
/** Looks between two signs of life in a stream. */
const QUIET = 30;
/** How often a collection is read that is just being written again. */
const ATTEMPTS = 20;
const LARGEST_PAGE = 100;
const MOST_WARNINGS = 50;

interface Manifest {
  published: boolean;
  files: string;
  collections: { id: string; pages: number; lists: string }[];
}

const answer = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });

const missing = (message: string): Response => answer({ error: { message } }, 404);

/** The criteria of a query, `name` and `operator:value`. */
const criteriaOf = (query: URLSearchParams): [name: string, text: string][] =>
  [...query].flatMap(([key, text]) => {
    const name = /^filter\[([^\]]+)\](?:\[\d+\])?$/.exec(key)?.[1];
    return name === undefined ? [] : [[name, text]];
  });

const listIn = (query: URLSearchParams, name: string): string[] =>
  (query.get(name) ?? '').split(',').filter((one) => one !== '');

export class Copy {
  readonly #root: string;
  /** The text of the manifest that the collections were read by. */
  #text = '';
  #collections = new Map<string, Promise<CopiedCollection>>();

  constructor(url: string) {
    this.#root = fileURLToPath(url);
  }

  /** The answer to a GET. */
  async answer(address: string, headers: Record<string, string>, signal?: AbortSignal): Promise<Response> {
    const { pathname, searchParams } = new URL(address, 'file:///');
    const manifest = await this.#manifest();
    if (pathname === '/api/events') return this.#events(manifest, headers['Last-Event-ID'], signal);
    if (pathname === '/api/collections') return answer(await this.#read('collections.json'));
    const [, api, kind, name = '', ...rest] = pathname.split('/').map(decodeURIComponent);
    if (api !== 'api' || kind !== 'collections' || rest.length === 0) throw needsServer(pathname);
    if (!manifest.collections.some(({ id }) => id === name))
      return missing(`The copy does not have a collection "${name}"`);
    const [last = ''] = rest;
    if (rest.join('/') === 'schema/json-schema')
      return answer(await this.#read(`collections/${name}/json-schema.json`));
    if (rest.length > 1) throw needsServer(pathname);
    if (['schema', 'settings', 'index'].includes(last))
      return answer(await this.#read(`collections/${name}/${last}.json`));
    this.#checkPublished(manifest, searchParams);
    const collection = await this.#collection(manifest, name);
    if (last === 'query') return this.#page(manifest, collection, searchParams);
    const object = collection.objects.find(({ id }) => id === last);
    if (!object) return missing(`There is no object "${last}" in "${name}"`);
    const { objects, warnings } = await this.#shaped(manifest, collection, [object], searchParams);
    return answer(objects[0], 200, warnings);
  }

  /** A page of the objects that match. */
  async #page(manifest: Manifest, collection: CopiedCollection, query: URLSearchParams): Promise<Response> {
    if (query.has('since'))
      return answer({ error: { message: 'A copy does not know what has changed' } }, 410);
    if (query.get('search')) throw needsServer('a search');
    const { settings, properties, objects } = collection;
    const criteria = criteriaOf(query);
    const keys = listIn(query, 'sort');
    const own =
      typeof settings.sortBy === 'string' && properties.has(settings.sortBy) ? settings.sortBy : 'id';
    const order = keys.length > 0 ? keys : [settings.reverseSort === true ? `-${own}` : own];
    const all = sorted(found(objects, criteria), order);
    const between = (name: string, otherwise: number, least: number, most: number) =>
      Math.min(Math.max(Number(query.get(name) ?? otherwise), least), most);
    const limit = between('limit', LARGEST_PAGE, 1, LARGEST_PAGE);
    const offset = between('offset', 0, 0, Number.MAX_SAFE_INTEGER);
    const names = [...criteria.map(([name]) => name), ...keys.map((key) => key.replace(/^-/, ''))];
    const shaped = await this.#shaped(manifest, collection, all.slice(offset, offset + limit), query, names);
    const pagination = { total: all.length, count: shaped.objects.length, per_page: limit };
    return answer({ data: shaped.objects, pagination }, 200, shaped.warnings);
  }

  /** Objects as the query asks for them, and the header that warns of names. */
  async #shaped(
    manifest: Manifest,
    collection: CopiedCollection,
    objects: readonly CopiedObject[],
    query: URLSearchParams,
    names: readonly string[] = [],
  ) {
    const fields = listIn(query, 'fields');
    const unknown = [...names, ...fields].filter(
      (name) => !collection.properties.has(name.split('.', 1)[0] ?? name),
    );
    const shaper = new Shaper((name) => this.#target(manifest, name), collection, {
      fields,
      expand: listIn(query, 'expand'),
      locale: query.get('locale') ?? undefined,
    });
    const shaped = await shaper.objects(objects);
    const warnings = [...new Set([...unknown, ...shaper.warnings()])].slice(0, MOST_WARNINGS).join(', ');
    return { objects: shaped, warnings: warnings === '' ? undefined : { 'x-plinth-warnings': warnings } };
  }

  /** A collection that relations name; undefined where the copy does not have it. */
  async #target(manifest: Manifest, name: string): Promise<CopiedCollection | undefined> {
    return manifest.collections.some(({ id }) => id === name) ? this.#collection(manifest, name) : undefined;
  }

  /** Throws where the copy has less than is asked for, or more. */
  #checkPublished({ published }: Manifest, query: URLSearchParams): void {
    const asked = query.get('published') === '1';
    if (asked === published) return;
    throw asked
      ? needsServer('what is published', 'Pass { drafts: true }, or write the copy without --drafts')
      : needsServer('what is not published', 'Write the copy with --drafts');
  }

  /** A collection, read once. */
  #collection(manifest: Manifest, name: string): Promise<CopiedCollection> {
    const known = this.#collections.get(name) ?? this.#readCollection(manifest, name);
    this.#collections.set(name, known);
    known.catch(() => this.#collections.delete(name));
    return known;
  }

  /** All pages of one state: the manifest is written after them. */
  async #pages(first: Manifest, name: string): Promise<string[]> {
    let manifest = first;
    for (let attempt = 1; ; attempt += 1) {
      const { pages = 0, lists } = manifest.collections.find(({ id }) => id === name) ?? {};
      const texts: string[] = [];
      for (let page = 1; page <= pages; page += 1) texts.push(await this.#read(`lists/${name}/${page}.json`));
      if (createHash('sha256').update(texts.join('')).digest('hex') === lists) return texts;
      if (attempt === ATTEMPTS) {
        throw new PlinthError('truncated', `The collection "${name}" of the copy is being written`, {
          hint: 'Read it when "plinth mirror" has ended; run it again if it was interrupted',
        });
      }
      await pause(LOOK);
      manifest = JSON.parse(await this.#read(MANIFEST));
    }
  }

  async #readCollection(manifest: Manifest, name: string): Promise<CopiedCollection> {
    const objects: CopiedObject[] = [];
    for (const text of await this.#pages(manifest, name)) objects.push(...JSON.parse(text).objects);
    const schema = JSON.parse(await this.#read(`collections/${name}/json-schema.json`));
    const settings = JSON.parse(await this.#read(`collections/${name}/settings.json`));
    const properties = new Set(['id', 'created', 'modified', ...Object.keys(Object(schema.properties))]);
    return { objects, schema, settings, properties };
  }

  /** The manifest; what was read before is forgotten when it has changed. */
  async #manifest(): Promise<Manifest> {
    const text = await this.#read(MANIFEST);
    const manifest = JSON.parse(text);
    if (manifest.format !== FORMAT)
      throw new PlinthError(
        'failed',
        `The copy in ${this.#root} has a format that this version does not read`,
      );
    if (text !== this.#text) this.#collections.clear();
    this.#text = text;
    return manifest;
  }

  async #read(path: string): Promise<string> {
    try {
      return await readFile(join(this.#root, path), 'utf8');
    } catch (cause) {
      if (path !== MANIFEST)
        throw new PlinthError('truncated', `${path} of the copy cannot be read`, { cause });
      throw new PlinthError('no-server', `There is no copy of a folder in ${this.#root}`, {
        hint: 'Write it with "plinth mirror --data DIR --as api --out COPY"',
        cause,
      });
    }
  }

  /** A stream with an event for each time that the copy was written again. */
  #events({ files }: Manifest, since: string | undefined, signal?: AbortSignal): Response {
    const message = (event: string, id: string) => `id: ${id}\nevent: ${event}\ndata: {}\n\n`;
    const manifest = () => this.#manifest();
    async function* messages() {
      let last = files;
      yield message(since === undefined || since === files ? 'ready' : 'reset', files);
      for (let looks = 1; ; looks += 1) {
        await pause(LOOK, signal);
        // It may be replaced at this moment.
        const now = (await manifest().catch(() => undefined))?.files ?? last;
        if (now !== last) yield message('reset', now);
        else if (looks % QUIET === 0) yield ':\n\n';
        last = now;
      }
    }
    const texts = messages();
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const { value, done } = await texts.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        await texts.return();
      },
    });
    return new Response(body);
  }
}

/** The copy at a `file:` URL. */
export const openCopy = (url: string): Copy => new Copy(url);
