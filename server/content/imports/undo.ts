/**
 * Work of many steps that is rolled back when it does not finish. A canceled import is undone: half a file in the
 * folder would have no list of which half, as the answer that names the rows is never sent. A journal, as batches
 * have it, would need the whole import in memory and twice on disk.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { CollectionSettings, ObjectDocument, TrashEntry } from '../../contract/objects.js';
import type { SchemaDocument } from '../../contract/schemas.js';
import { PlinthError } from '../../errors.js';
import { isReadWhole } from '../../store/disk/json-file.js';
import type { StoredObject } from '../../store/types/documents.js';
import { removeCollection } from '../collections/manage-collections.js';
import { changeSettings } from '../collections/settings-file.js';
import type { WriteBase } from '../core/base.js';
import { inFlight } from '../core/in-flight.js';
import { checkMatch, commit, readCurrent, withObjectLock } from '../objects/commit.js';
import { removeObject } from '../objects/write.js';
import { removeSchema, saveSchema } from '../schemas/manage-schemas.js';
import { restoreEntry } from '../trash.js';
import { importing } from './importing.js';

type Step = () => Promise<unknown>;

/** What was changed or removed elsewhere since then is left as it is. */
const CONFLICTED: ReadonlySet<string> = new Set([
  'stale',
  'missing',
  'conflict',
  'damaged',
  'taken',
  'validation',
]);

/** How to undo what was done so far, step by step. */
export class Undo {
  readonly #base: WriteBase;
  readonly #parts: Step[][] = [[]];

  constructor(base: WriteBase) {
    this.#base = base;
  }

  /** Later steps may depend on earlier ones, so they are undone first. */
  nextPart(): void {
    this.#parts.push([]);
  }

  add(step: Step): void {
    this.#parts.at(-1)?.push(step);
  }

  /** An object was created: it is deleted permanently, unless it was changed since. */
  created(collection: string, id: string, etag: string): void {
    this.add(() => this.#drop(collection, id, etag));
  }

  /** An object was changed, and files it dropped went to the trash: its former version is restored. */
  changed(collection: string, before: StoredObject, etag: string, dropped?: TrashEntry): void {
    const { id } = before.document;
    // An import may change every object of a large collection: packed, their former versions fit into memory.
    const packed = deflateRawSync(JSON.stringify(before.document), { level: 1 });
    const bytes = isReadWhole(before.bytes) ? undefined : before.bytes;
    this.add(() =>
      withObjectLock(this.#base, collection, id, async () => {
        const { stored, collectionIndex } = await readCurrent(this.#base, collection, id);
        checkMatch(
          this.#base,
          { ifMatch: etag },
          this.#base.collections.get(collection),
          collectionIndex,
          stored,
        );
        if (!stored) return;
        if (dropped) await this.#base.store.trash.restore(dropped.id, this.#base.change);
        const former: ObjectDocument = JSON.parse(inflateRawSync(packed).toString());
        const own = { ...this.#base, read: bytes ? [{ bytes, document: former }] : [] };
        await commit(own, collection, former, stored, {
          type: 'object.updated',
          collection,
          id,
        });
      }),
    );
  }

  /** An object took the place of another one, which went to the trash with its files. */
  replaced(collection: string, id: string, etag: string, former: TrashEntry): void {
    this.add(async () => {
      await this.#drop(collection, id, etag);
      await restoreEntry(this.#base, former);
    });
  }

  collectionCreated(id: string): void {
    this.add(async () => {
      const { id: entry } = await removeCollection(this.#base, id, { force: true });
      await this.#base.store.trash.purge(entry, this.#base.change);
    });
  }

  schemaCreated(id: string): void {
    this.add(async () => {
      const { id: entry } = await removeSchema(this.#base, id);
      await this.#base.store.trash.purge(entry, this.#base.change);
    });
  }

  collectionChanged(before: CollectionSettings): void {
    const { id } = before;
    this.add(async () => {
      await changeSettings(this.#base, id, () => before);
      this.#base.events.emit({ type: 'collection.updated', collection: id }, this.#base.change);
    });
  }

  schemaChanged(before: SchemaDocument): void {
    this.add(() => saveSchema(this.#base, before, { create: false, id: before.id }));
  }

  async #drop(collection: string, id: string, ifMatch: string): Promise<void> {
    const { id: entry } = await removeObject(this.#base, collection, id, { ifMatch });
    await this.#base.store.trash.purge(entry, this.#base.change);
  }

  /**
   * Undoes everything, the last step first. A failing step does not stop the others; its error is thrown at the end.
   */
  async run(): Promise<void> {
    const faults: unknown[] = [];
    const undoStep = async (step: Step) => {
      try {
        await step();
      } catch (error) {
        if (!(error instanceof PlinthError) || !CONFLICTED.has(error.kind)) faults.push(error);
      }
    };
    // Steps on the same object wait for each other in the order in which they begin.
    for (const steps of this.#parts.splice(0).reverse()) await inFlight(steps.reverse(), undoStep);
    if (faults.length > 0) throw faults[0];
  }
}

/**
 * Does the work of an import completely or not at all: when it throws, every recorded step is undone first. `own`: the
 * folder as the import changes it. `progress` is called before the rollback and after it.
 */
export function allOrNothing<T>(
  base: WriteBase,
  kind: 'import' | 'template',
  work: (undo: Undo, own: WriteBase) => Promise<T>,
  progress?: { startRollback(): Promise<void>; undone(): Promise<void> },
): Promise<T> {
  return importing(base, kind, async (own) => {
    const undo = new Undo(own);
    try {
      return await work(undo, own);
    } catch (error) {
      await progress?.startRollback();
      await undo.run();
      await progress?.undone();
      throw error;
    }
  });
}
