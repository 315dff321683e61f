/** Former bytes of files that a change brings back to their places (spec/history.md#files). */
import { Readable } from 'node:stream';
import type { FileItem } from '../../contract/files.js';
import type { ObjectDocument, SentProperties } from '../../contract/objects.js';
import { PlinthError } from '../../errors.js';
import { filesOfDocument, withValueAt } from '../../schemas/file-values.js';
import type { Schema } from '../../schemas/schema.js';
import type { KeptFile } from '../../store/types/file-history.js';
import type { Incoming } from '../../store/types/files.js';
import type { Content } from '../core/base.js';
import { asDropped } from './dropped-files.js';
import type { FileChange } from './file-change.js';

/** Bytes for a place; `path` below the object's folder. */
export interface FormerFile {
  path: string;
  former: KeptFile;
}

/** What becomes of the values of a change. */
interface FileValues {
  schema: Schema;
  id: string;
  sent: SentProperties;
  stored: ObjectDocument | undefined;
}

export class FormerFiles {
  readonly #incoming: Incoming;
  /** Entries of the trash that had them, by path. */
  readonly #staged: ReadonlyMap<string, string | undefined>;
  readonly #placed = new Set<string>();
  readonly #lost: Set<string>;

  private constructor(
    incoming: Incoming,
    staged: ReadonlyMap<string, string | undefined>,
    lost: Set<string>,
  ) {
    this.#incoming = incoming;
    this.#staged = staged;
    this.#lost = lost;
  }

  /**
   * Lays the bytes down beside the folder of the object, checked and durable. `lost`: files that are known not to be
   * kept. The caller discards what is left in the end.
   */
  static async stage(
    base: Content,
    files: readonly FormerFile[],
    lost: readonly string[],
  ): Promise<FormerFiles> {
    const incoming = await base.store.files.incoming();
    const staged = new Map<string, string | undefined>();
    const missing = new Set(lost);
    try {
      for (const { path, former } of files) {
        let isRead = true;
        const bytes = readBy(base.store.fileHistory.read(former), () => {
          isRead = false;
        });
        try {
          await incoming.write(path, Readable.from(bytes), former.size);
          staged.set(path, await fileEntryOf(base, former));
        } catch (error) {
          // Changed by another program, or dropped by the retention a moment ago. A disk that does not take them is an error.
          if (isRead || !isUnreadable(error)) throw error;
          missing.add(path);
        }
      }
      return new FormerFiles(incoming, staged, missing);
    } catch (error) {
      await incoming.discard();
      throw error;
    }
  }

  /** Files that could not be brought back, below the object's folder. */
  get lost(): string[] {
    return [...this.#lost].sort();
  }

  get placed(): readonly string[] {
    return [...this.#placed];
  }

  /** For an object that is created again: all files come with it. */
  forNewObject(): Incoming | undefined {
    for (const path of this.#staged.keys()) this.#placed.add(path);
    return this.#staged.size > 0 ? this.#incoming : undefined;
  }

  /**
   * Puts the files in their places. What they replace is in the trash before, and comes back when the change fails;
   * entries of the trash that had them are gone after it.
   */
  async place(change: FileChange, { schema, id, sent, stored }: FileValues): Promise<void> {
    const named = stored ? filesOfDocument(schema, stored) : [];
    const wanted = new Set(filesOfDocument(schema, { ...stored, ...sent, id }).map(({ path }) => path));
    for (const [path, entry] of this.#staged) {
      if (this.#placed.has(path)) continue;
      const before = named.find((one) => one.path === path);
      // A file of a rich text is named by no value.
      if (before && !wanted.has(path)) continue;
      const name = path.split('/').at(-1) ?? path;
      const file = asDropped(before ?? { path, keys: [], within: '', item: { name }, at: 0 });
      const given = entry === undefined ? [] : [entry];
      await change.bring(this.#incoming, path, { file, title: name }, given);
      this.#placed.add(path);
    }
  }

  /** The item of a file that came back, as the version has it. */
  knownIn({ schema, id, sent, stored }: FileValues): (path: string) => FileItem | undefined {
    const items = new Map(
      filesOfDocument(schema, { ...stored, ...sent, id }).map(({ path, item }) => [path, item]),
    );
    return (path) => (this.#placed.has(path) ? items.get(path) : undefined);
  }

  /** Notes files that an object names and does not have. */
  noteMissing(base: Content, collection: string, document: ObjectDocument): void {
    const { schema } = base.collections.get(collection);
    for (const { path } of filesOfDocument(schema, document)) {
      if (base.store.files.stamp(collection, document.id, path) === undefined) this.#lost.add(path);
    }
  }

  /** The values without files that are not there. */
  withoutLost(base: Content, collection: string, { schema, id, sent, stored }: FileValues): SentProperties {
    let document: ObjectDocument = { ...sent, id };
    for (const { path, keys, item, within, property } of filesOfDocument(schema, document)) {
      if (base.store.files.stamp(collection, id, path) !== undefined) continue;
      if (stored && filesOfDocument(schema, stored).some((one) => one.path === path)) continue;
      this.#lost.add(path);
      const folders = within.split('/').slice(0, -1);
      document =
        withValueAt(
          schema,
          document,
          keys,
          (value) => property.kind.files?.remove(value, item.name, folders) ?? {},
        ) ?? document;
    }
    const { id: _id, ...values } = document;
    return values;
  }

  discard(): Promise<void> {
    return this.#incoming.discard();
  }
}

/** The entry of the trash that has this file, and no object or change besides. */
async function fileEntryOf({ store }: Content, { entry: id }: KeptFile): Promise<string | undefined> {
  const entry = id === undefined ? undefined : await store.trash.entry(id);
  return entry?.kind === 'file' ? entry.id : undefined;
}

/** The parts of a source. `failed` is called where it cannot be read, and not where what takes the parts fails. */
async function* readBy(source: Readable, failed: () => void): AsyncGenerator<unknown, void, undefined> {
  const parts = source[Symbol.asyncIterator]();
  const next = () =>
    parts.next().catch((error: unknown) => {
      failed();
      throw error;
    });
  try {
    for (let part = await next(); part.done !== true; part = await next()) yield part.value;
  } finally {
    source.destroy();
  }
}

const isUnreadable = (error: unknown): boolean =>
  (error instanceof PlinthError && error.kind === 'damaged') ||
  (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EIO'));
