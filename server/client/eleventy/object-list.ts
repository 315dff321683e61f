/** The objects of a collection, kept between the builds of one run of Eleventy. */
import { CollectionReader } from '../collection.js';
import type { Connection } from '../connection.js';
import type { ListOptions } from '../index.js';
import { type Known, readAgain } from '../replica.js';

export class ObjectList {
  readonly #connection: Connection;
  readonly #collection: string;
  readonly #options: ListOptions;
  #objects = new Map<string, { id: string }>();
  #known: Known | undefined;

  constructor(connection: Connection, collection: string, options: ListOptions) {
    this.#connection = connection;
    this.#collection = collection;
    this.#options = options;
  }

  /** The objects as they are now, in their order. Templates may change what they get. */
  async read(): Promise<{ id: string }[]> {
    const { objects, deleted, complete, known } = await this.#reading();
    if (complete) this.#objects = new Map();
    for (const object of objects) this.#objects.set(object.id, object);
    for (const id of deleted) this.#objects.delete(id);
    this.#known = known;
    const ids = complete ? [...this.#objects.keys()] : await this.#order();
    const inOrder = ids.flatMap((id) => this.#objects.get(id) ?? []);
    if (inOrder.length === this.#objects.size && inOrder.length === ids.length)
      return structuredClone(inOrder);
    // The content has changed between the answers.
    this.#known = undefined;
    return await this.read();
  }

  #reading() {
    return readAgain(this.#connection, this.#collection, this.#options, this.#known);
  }

  /** Ids of all objects. */
  async #order(): Promise<string[]> {
    const { expand: _expand, ...options } = this.#options;
    const reader = new CollectionReader(this.#connection, this.#collection);
    return (await reader.all({ ...options, fields: ['id'] })).map(({ id }) => id);
  }
}
