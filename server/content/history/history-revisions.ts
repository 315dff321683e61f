/** Versions by their ETag: those that are remembered, and those of the history. */
import type { JsonObject } from '../../contract/values.js';
import { isJsonObject } from '../../contract/values.js';
import { present } from '../../schemas/present.js';
import type { History, HistoryEntry } from '../../store/types/history.js';
import { etagOf } from '../answers/answer.js';
import type { RevisionSource, Versions } from '../answers/versions.js';
import type { Collection, Collections } from '../model/collection.js';
import { timesOf } from '../model/times.js';
import { documentAt, type StoredVersions, storedVersions } from './stored-versions.js';

/** Max versions whose answers are made again to find an ETag; older ones count as unknown. */
const MAX_VERSIONS = 50;

export class HistoryRevisions implements RevisionSource {
  readonly #versions: Versions;
  readonly #history: History;
  readonly #collections: Pick<Collections, 'get'>;

  constructor(versions: Versions, history: History, collections: Pick<Collections, 'get'>) {
    this.#versions = versions;
    this.#history = history;
    this.#collections = collections;
  }

  async read(collection: string, id: string, etag: string): Promise<JsonObject | undefined> {
    const remembered = await this.#versions.read(collection, id, etag);
    if (remembered) return remembered;
    const parts = { history: this.#history, collections: this.#collections };
    const stored = await storedVersions(parts, collection, id);
    for (const entry of stored.entries.slice(-MAX_VERSIONS).reverse()) {
      const found = await this.#answerOf(this.#collections.get(collection), id, { stored, entry, etag });
      if (found) return found;
    }
    return undefined;
  }

  /** The answer a version had, in the form with this ETag: with private values for those who had them. */
  async #answerOf(
    { schema, settings, shown }: Collection,
    id: string,
    { stored, entry, etag }: { stored: StoredVersions; entry: HistoryEntry; etag: string },
  ): Promise<JsonObject | undefined> {
    if (entry.revision === null) return undefined;
    const { stamp = { size: 0, mtimeMs: entry.at, ino: 0 } } = entry;
    try {
      const document = await documentAt(this.#history, stored, id, entry);
      if (!document) return undefined;
      for (const writer of [false, true]) {
        const times = timesOf(document, stamp);
        const answer = present(schema, document, { writer, times, collection: settings.id, shown });
        const text = Buffer.from(JSON.stringify(answer));
        const found: unknown = etagOf(text) === etag ? JSON.parse(text.toString()) : undefined;
        if (isJsonObject(found)) return found;
      }
    } catch {
      // Written by another program, and no object.
    }
    return undefined;
  }
}
