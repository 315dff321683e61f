/** Images in texts without alternative text, looked for again only in objects that changed. */
import type { Base } from '../content/core/base.js';
import { type Looking, type Walk, walkThrough } from '../content/core/walk.js';
import type { Collection } from '../content/model/collection.js';
import { named } from '../content/reading/references.js';
import { titleReader } from '../content/search/title-reader.js';
import type { HealthProblem } from '../contract/health.js';
import { changedReferences } from '../schemas/object-references.js';
import { isUnreadable } from '../store/disk/fs-errors.js';
import type { Row } from '../store/types/catalogue.js';

/** How many images of a text have none, by the path of its property. */
type Counts = ReadonlyMap<string, number>;

export class UndescribedImages {
  readonly #base: Base;
  #counted = new WeakMap<Row, Counts>();

  constructor(base: Base) {
    this.#base = base;
    base.events.on(({ type }) => {
      // Which properties are texts comes from several schemas.
      if (type.startsWith('schema.') || type.startsWith('collection.')) this.#counted = new WeakMap();
    });
  }

  async list(looking: Looking = {}): Promise<HealthProblem[]> {
    const found: HealthProblem[] = [];
    const all = this.#base.collections.all();
    const ids = all.map(({ settings }) => settings.id);
    const walk = await walkThrough(this.#base, ids, 'texts', looking);
    for (const collection of all) {
      for await (const problem of this.#of(collection, walk)) found.push(problem);
    }
    return found;
  }

  async *#of(collection: Collection, walk: Walk): AsyncGenerator<HealthProblem, void> {
    const { id: name } = collection.settings;
    const collectionIndex = await this.#base.store.catalogue.collectionIndex(name);
    const titleOf = titleReader(collection, collectionIndex);
    const counted = this.#counted;
    for (const row of [...collectionIndex.rowsById()]) {
      if (walk.next()) await walk.pause();
      // The image of a text is one of the addresses in it.
      if (row.references === undefined) continue;
      const counts = counted.get(row) ?? (await this.#count(collection, row.id));
      counted.set(row, counts);
      for (const [path, images] of counts) {
        const property = named(collection, path);
        const what = images === 1 ? 'an image' : `${images} images`;
        yield {
          path: `${name}/${row.id}.json`,
          message: `has ${what} without alternative text in "${property.name}"`,
          collection: name,
          id: row.id,
          title: titleOf(row) || row.id,
          text: { property, images },
        };
      }
    }
  }

  async #count({ settings, schema }: Collection, id: string): Promise<Counts> {
    const counts = new Map<string, number>();
    try {
      const stored = await this.#base.store.objects.read(settings.id, id);
      if (!stored) return counts;
      changedReferences(schema, stored.document, (reference, path) => {
        if ('undescribed' in reference) counts.set(path, (counts.get(path) ?? 0) + 1);
        return undefined;
      });
      return counts;
    } catch (error) {
      // Damaged in the meantime, which is a problem of its own.
      if (!isUnreadable(error)) throw error;
      return counts;
    }
  }
}
