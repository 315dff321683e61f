/**
 * What imports of a source have made in this folder: which object belongs to which item, and what was sent for it. It
 * is kept on this machine, so that a repeated import finds its objects, and one that was killed goes on. Keys in the
 * objects would be in every answer and file. A canceled import is not rolled back, which would lose hours of
 * downloads; undoing its transaction takes everything back.
 */
import { createHash } from 'node:crypto';
import type { Content } from '../../content/core/base.js';
import type { ChangeOrigin } from '../../contract/changes.js';
import type { SentProperties } from '../../contract/objects.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/values.js';
import type { SourceRecord } from '../../store/types/imports.js';

/** A file that an import has taken from the source. */
export type TakenFacts = {
  /** In the source. */
  size: number;
  modified: number;
  sha256: string;
  /** In the object: below the folder of the property, and the SHA-256 of what was stored there. */
  path: string;
  stored: string;
};

/** By property and reference (`takenKey`). */
export type TakenFiles = Readonly<Record<string, TakenFacts>>;

export const takenKey = (property: string, reference: string): string => `${property}\n${reference}`;

export interface KnownObject {
  collection: string;
  id: string;
  /** Of the object as the import left it; absent while it is being made. */
  etag?: string;
  /** Of the values that were sent. */
  hash?: string;
  /** What references of the item's texts became. */
  links?: Readonly<Record<string, string>>;
  /** Hashes of the references of properties with files. */
  files?: Readonly<Record<string, string>>;
  taken?: TakenFiles;
  /** The values that were sent, where the version of `etag` also has edits of others. */
  sent?: SentProperties;
}

interface Run {
  transaction: string;
  at: string;
}

/** An interrupted import goes on in its transaction this long, so that one undo takes both back. */
const SAME_RUN_MS = 12 * 3_600_000;

const nameOf = (identity: string): string => createHash('sha256').update(identity).digest('hex').slice(0, 32);
const mapKey = (group: string, key: string): string => `${group}\n${key}`;

const textsIn = (value: JsonValue | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries(isJsonObject(value) ? value : {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );

function takenIn(value: JsonValue | undefined): TakenFiles {
  const taken: Record<string, TakenFacts> = {};
  for (const [key, facts] of Object.entries(isJsonObject(value) ? value : {})) {
    const { size, modified, sha256, path, stored } = isJsonObject(facts) ? facts : {};
    if (typeof size !== 'number' || typeof modified !== 'number' || typeof sha256 !== 'string') continue;
    if (typeof path === 'string' && typeof stored === 'string')
      taken[key] = { size, modified, sha256, path, stored };
  }
  return taken;
}

/** What the lines of a record say. */
class Contents {
  readonly objects = new Map<string, KnownObject>();
  mapping: JsonValue | undefined;
  /** The last run, unless it ended. */
  interrupted: Run | undefined;

  constructor(lines: readonly JsonValue[]) {
    for (const line of lines) if (isJsonObject(line)) this.#take(line);
  }

  #take(line: JsonObject): void {
    const { run, at, mapping, ended, group, key, collection, id } = line;
    if (typeof run === 'string' && typeof at === 'string') this.interrupted = { transaction: run, at };
    if (mapping !== undefined) this.mapping = mapping;
    if (ended === true) this.interrupted = undefined;
    if (typeof group !== 'string' || typeof key !== 'string') return;
    if (typeof collection !== 'string' || typeof id !== 'string') return;
    const { etag, hash, links, files, taken, sent } = line;
    this.objects.set(mapKey(group, key), {
      collection,
      id,
      ...(typeof etag === 'string' && { etag }),
      ...(typeof hash === 'string' && { hash }),
      links: textsIn(links),
      files: textsIn(files),
      taken: takenIn(taken),
      ...(isJsonObject(sent) && { sent }),
    });
  }
}

export class ImportedObjects {
  readonly #contents: Contents;
  /** None in a dry run. */
  readonly #record: SourceRecord | undefined;

  private constructor(contents: Contents, record?: SourceRecord) {
    this.#contents = contents;
    this.#record = record;
  }

  static async open(
    base: Content,
    identity: string,
    { dryRun }: { dryRun: boolean },
  ): Promise<ImportedObjects> {
    const { sourceRecords } = base.store;
    if (dryRun) return new ImportedObjects(new Contents(sourceRecords.read(nameOf(identity))));
    const record = await sourceRecords.open(nameOf(identity));
    return new ImportedObjects(new Contents(record.lines), record);
  }

  /** The mapping of the last import of this source. */
  static lastMapping(base: Content, identity: string): JsonValue | undefined {
    return new Contents(base.store.sourceRecords.read(nameOf(identity))).mapping;
  }

  known(group: string, key: string): KnownObject | undefined {
    return this.#contents.objects.get(mapKey(group, key));
  }

  /** Ids of the objects of a collection that imports of this source have made. */
  idsIn(collection: string): Set<string> {
    const own = [...this.#contents.objects.values()].filter((one) => one.collection === collection);
    return new Set(own.map(({ id }) => id));
  }

  /** Begins a run, or continues the transaction of one that was interrupted. */
  async begin<T extends ChangeOrigin>(change: T, mapping: JsonValue, now: Date): Promise<T> {
    const { interrupted } = this.#contents;
    const isRecent = interrupted && now.getTime() - Date.parse(interrupted.at) < SAME_RUN_MS;
    const { transaction: own } = change;
    const transaction = isRecent ? { ...own, id: interrupted.transaction, at: interrupted.at } : own;
    await this.#record?.add({ run: transaction.id, at: transaction.at, mapping });
    return { ...change, transaction };
  }

  /** Notes the object of an item, before it is made and when it is complete. Resolves when that is durable. */
  async note(group: string, key: string, object: KnownObject): Promise<void> {
    await this.#record?.add({ group, key, ...object });
    this.#contents.objects.set(mapKey(group, key), object);
  }

  async end(): Promise<void> {
    await this.#record?.add({ ended: true });
  }

  async close(): Promise<void> {
    await this.#record?.close();
  }
}
