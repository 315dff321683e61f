/** Custom schemas, `.schemas/{id}.json` (spec/schemas.md). */
import type { ChangeOrigin } from '../../contract/changes.js';
import { message } from '../../contract/messages/message.js';
import type { TrashEntry } from '../../contract/objects.js';
import type { SchemaDocument } from '../../contract/schemas.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/values.js';
import { missing, PlinthError } from '../../errors.js';
import type { DurableFiles } from '../disk/durable.js';
import { damaged, stale } from '../disk/fs-errors.js';
import { fileToReplace, parseDocument, readBytes, serialise, stampOfBytes } from '../disk/json-file.js';
import { idOfFile, type Layout, SCHEMA_FOLDER } from '../disk/layout.js';
import { namesIn } from '../disk/names-in.js';
import type { OwnWrites } from '../disk/own-writes.js';
import { retryUntilFound, retryWhileBeingWritten } from '../disk/retry-read.js';
import { isFolder, sameStamp, stampAt } from '../disk/stamp.js';
import type { TrashFolder } from '../trash/trash.js';
import type { ReplaceOptions, SchemaFiles } from '../types/documents.js';
import type { History } from '../types/history.js';
import type { Stamp } from '../types/stamp.js';

const TEXT_KEYS = ['$schema', '$id', 'type', 'description', 'category', 'formgrid'] as const;

export class CustomSchemaFiles implements SchemaFiles {
  readonly #layout: Layout;
  readonly #durable: DurableFiles;
  readonly #own: OwnWrites;
  readonly #trash: TrashFolder;
  readonly #history: History;
  /** What the last reading saw: a save onto anything else is rejected. */
  readonly #seen = new Map<string, Stamp>();

  constructor(parts: {
    layout: Layout;
    durable: DurableFiles;
    own: OwnWrites;
    trash: TrashFolder;
    history: History;
  }) {
    this.#layout = parts.layout;
    this.#durable = parts.durable;
    this.#own = parts.own;
    this.#trash = parts.trash;
    this.#history = parts.history;
  }

  /** Ids of the files there are, damaged ones included, in order. */
  async ids(): Promise<string[]> {
    if (!isFolder(this.#layout.schemas)) return [];
    const names = await namesIn(this.#layout.schemas);
    return names
      .map(idOfFile)
      .filter((id) => id !== undefined)
      .sort();
  }

  async readAll(): Promise<{ documents: SchemaDocument[]; damaged: { id: string; reason: string }[] }> {
    const documents: SchemaDocument[] = [];
    const broken: { id: string; reason: string }[] = [];
    await this.#waitUntilWritten();
    const ids = await this.ids();
    this.#seen.clear();
    for (const id of ids) {
      try {
        const file = readBytes(this.#layout.schema(id));
        if (!file) continue;
        this.#seen.set(id, file.stamp);
        documents.push(asSchema(parseDocument(file.bytes, id)));
      } catch (error) {
        broken.push({ id, reason: unlessDamaged(error).message });
      }
    }
    return { documents, damaged: broken };
  }

  /** Waits for files that another program is writing, or has removed to write them again. */
  async #waitUntilWritten(): Promise<void> {
    for (const id of new Set([...this.#seen.keys(), ...(await this.ids())])) {
      const path = this.#layout.schema(id);
      const seen = this.#seen.get(id);
      const existing = seen ? await retryUntilFound(async () => stampAt(path)) : stampAt(path);
      if (sameStamp(existing, seen)) continue;
      await retryWhileBeingWritten(path, () => {
        const file = readBytes(path);
        if (file) parseSchema(file.bytes, id);
      }).catch(unlessDamaged);
    }
  }

  hasChanged(id: string): boolean {
    return !sameStamp(stampAt(this.#layout.schema(id)), this.#seen.get(id));
  }

  async write(
    document: SchemaDocument,
    { keep = false }: ReplaceOptions,
    change: ChangeOrigin,
  ): Promise<void> {
    const { id } = document;
    const path = this.#layout.schema(id);
    this.#layout.guard(path);
    const key = `${SCHEMA_FOLDER}/${id}.json`;
    await this.#own.during(key, async () => {
      await this.#durable.makeFolder(this.#layout.schemas);
      const existing = stampAt(path);
      if (existing && !sameStamp(existing, this.#seen.get(id))) {
        throw stale(message('schemaChangedElsewhere', { id }));
      }
      const before = existing && fileToReplace(path, (found) => parseSchema(found, id));
      const bytes = serialise(document, before ? [before] : []);
      const kept = existing && (!before || (keep && !before.bytes.equals(bytes)));
      if (kept) await this.#trash.keepDamaged('', id, path);
      const expect = existing ?? 'absent';
      this.#history.intend(key, bytes, change);
      const stamp = await this.#durable.replace(path, bytes, { expect }).catch((error: unknown) => {
        // Written, although the disk failed to confirm it: the next try starts from the file as it is now.
        const ours = stampOfBytes(path, bytes);
        if (ours) this.#seen.set(id, ours);
        throw error;
      });
      this.#seen.set(id, stamp);
      this.#own.recordStamp(key, stamp);
      this.#history.record(key, bytes, change, stamp);
    });
  }

  async remove(id: string, change: ChangeOrigin): Promise<TrashEntry> {
    const path = this.#layout.schema(id);
    if (this.#layout.linkOn(path) || !stampAt(path)) throw missing(message('schemaCustomMissing', { id }));
    const key = `${SCHEMA_FOLDER}/${id}.json`;
    return this.#own.during(key, async () => {
      const entry = await this.#trash.trashSchema(id);
      this.#seen.delete(id);
      this.#own.recordStamp(key, undefined);
      this.#history.record(key, null, change);
      return entry;
    });
  }
}

/** The error when it is about a damaged file; throws any other. */
function unlessDamaged(error: unknown): PlinthError {
  if (error instanceof PlinthError && error.kind === 'damaged') return error;
  throw error;
}

/** The least a schema document must be; lists that are missing count as empty. Throws `damaged`. */
function asSchema(document: JsonObject & { id: string }): SchemaDocument {
  const { properties = {}, required = [], index = [], inheritFrom = [] } = document;
  if (!isJsonObject(properties)) throw damaged(message('schemaNeedsProperties'));
  const definitions: SchemaDocument['properties'] = {};
  for (const [name, definition] of Object.entries(properties)) {
    if (!isJsonObject(definition)) throw damaged(message('schemaNeedsDefinition', { name }));
    definitions[name] = definition;
  }
  const lists = {
    required: names(required, 'required'),
    index: names(index, 'index'),
    ...(document.inheritFrom === undefined ? {} : { inheritFrom: names(inheritFrom, 'inheritFrom') }),
  };
  return { ...document, ...texts(document), ...lists, properties: definitions };
}

/** The document of a schema's file as it is there. Throws `damaged`. */
function parseSchema(bytes: Buffer, id: string): JsonObject {
  const document = parseDocument(bytes, id);
  asSchema(document);
  return document;
}

/** The optional keys that must be text where they are there. */
function texts(document: JsonObject): Partial<Record<(typeof TEXT_KEYS)[number], string>> {
  const found: Partial<Record<(typeof TEXT_KEYS)[number], string>> = {};
  for (const key of TEXT_KEYS) {
    const value = document[key];
    if (value === undefined) continue;
    if (typeof value !== 'string') throw damaged(message('schemaNeedsText', { key }));
    found[key] = value;
  }
  return found;
}

function names(value: JsonValue, key: string): string[] {
  const problem = () => damaged(message('schemaNeedsNames', { key }));
  if (!Array.isArray(value)) throw problem();
  return value.map((name) => {
    if (typeof name !== 'string') throw problem();
    return name;
  });
}
