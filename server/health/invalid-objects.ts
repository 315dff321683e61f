/** Objects that break rules of their schema, checked again only after they changed. */
import type { Base } from '../content/core/base.js';
import { Walk } from '../content/core/walk.js';
import type { Collection } from '../content/model/collection.js';
import { isTaken } from '../content/objects/unique-values.js';
import { noObject } from '../content/reading/read.js';
import { Duplicates, storedProblems } from '../content/schemas/object-problems.js';
import { titleReader } from '../content/search/title-reader.js';
import type { HealthProblem } from '../contract/health.js';
import type { Details } from '../contract/messages/message.js';
import { onWire } from '../contract/messages/message.js';
import type { ObjectDocument } from '../contract/objects.js';
import { withPresentNames } from '../schemas/former-names.js';
import { checkUnique } from '../schemas/unique.js';
import { isUnreadable } from '../store/disk/fs-errors.js';
import type { Row } from '../store/types/catalogue.js';

/** What is kept of a checked object. */
interface Checked {
  details: Details | undefined;
  /** Its id and the values that must be unique. */
  unique: ObjectDocument;
}

export class InvalidObjects {
  readonly #base: Base;
  #checked = new WeakMap<Row, Checked>();

  constructor(base: Base) {
    this.#base = base;
    base.events.on(({ type }) => {
      // The rules of a collection may come from several schemas.
      if (type.startsWith('schema.') || type.startsWith('collection.')) this.#checked = new WeakMap();
    });
  }

  /** Those of a collection, by id. */
  async *of(collection: Collection, walk = new Walk('rules', 0)): AsyncGenerator<HealthProblem, void> {
    const { settings, schema } = collection;
    const { store, library } = this.#base;
    if (library.schema(settings.schema) === undefined) return;
    const checked = this.#checked;
    const collectionIndex = await store.catalogue.collectionIndex(settings.id);
    const titleOf = titleReader(collection, collectionIndex);
    const duplicates = new Duplicates(schema);
    for (const row of [...collectionIndex.rowsById()]) {
      if (walk.next()) await walk.pause();
      const known = checked.get(row) ?? (await this.#check(collection, row.id, duplicates));
      if (!known) continue;
      checked.set(row, known);
      const details = { ...duplicates.problems(known.unique), ...known.details };
      if (Object.keys(details).length === 0) continue;
      yield {
        path: `${settings.id}/${row.id}.json`,
        message: `breaks rules of the schema "${settings.schema}"`,
        collection: settings.id,
        id: row.id,
        title: titleOf(row) || row.id,
        ...onWire(details),
      };
    }
  }

  /** Whether one breaks rules that need no look at the others. */
  async has(collection: Collection, row: Row): Promise<boolean> {
    const { settings, schema } = collection;
    if (this.#base.library.schema(settings.schema) === undefined) return false;
    const checked = this.#checked;
    const known = checked.get(row) ?? (await this.#check(collection, row.id, new Duplicates(schema)));
    if (known) checked.set(row, known);
    return known?.details !== undefined && Object.keys(known.details).length > 0;
  }

  /** What breaks rules in an object as it is stored, values that another one has as well included. Throws `missing`. */
  async detailsOf({ settings, schema }: Collection, id: string): Promise<Details> {
    const collectionIndex = await this.#base.store.catalogue.collectionIndex(settings.id);
    const stored = await this.#base.store.objects.read(settings.id, id);
    if (!stored) throw noObject(collectionIndex, settings.id, id);
    if (this.#base.library.schema(settings.schema) === undefined) return {};
    const { document } = stored;
    return {
      ...checkUnique(schema, withPresentNames(schema, document), isTaken(collectionIndex, id)),
      ...(await storedProblems(schema, document, this.#base.now())),
    };
  }

  /** Undefined for an object that cannot be read any more. */
  async #check(
    { settings, schema }: Collection,
    id: string,
    duplicates: Duplicates,
  ): Promise<Checked | undefined> {
    try {
      // As stored: answers omit properties the schema lacks.
      const stored = await this.#base.store.objects.read(settings.id, id);
      if (!stored) return undefined;
      const { document } = stored;
      const details = await storedProblems(schema, document, this.#base.now());
      return { details, unique: duplicates.valuesOf(document) };
    } catch (error) {
      if (isUnreadable(error)) return undefined;
      throw error;
    }
  }
}
