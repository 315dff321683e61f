/** The library of an open folder (spec/schemas.md#lookup): built-in schemas and those of `.schemas/`. */
import type { ChangeOrigin } from '../contract/changes.js';
import { type Details, message } from '../contract/messages/message.js';
import { FORBIDDEN_SCHEMA_IDS, isLegalId } from '../contract/names.js';
import type { TrashEntry } from '../contract/objects.js';
import type { SchemaDocument } from '../contract/schemas.js';
import { isJsonObject } from '../contract/values.js';
import { conflict, failed, missing } from '../errors.js';
import type { Store } from '../store/store.js';
import { readBuiltInSchemas } from './built-in.js';
import { compileSchema } from './compile.js';
import { documentProblems } from './document-problems.js';
import { flatten, parentIds } from './inherit.js';
import type { Library, Proposal, SchemaProblem } from './library.js';
import { affectedBy, checkReferences, referredSchemas } from './references.js';
import { storedDocument } from './save-document.js';
import type { Schema } from './schema.js';

class FolderLibrary implements Library {
  readonly #files: Store['schemas'];
  readonly #builtIn: ReadonlyMap<string, SchemaDocument>;
  #custom: ReadonlyMap<string, SchemaDocument> = new Map();
  #problems: SchemaProblem[] = [];
  /** Compiled schemas, until they or a parent change. */
  readonly #compiled = new Map<string, Schema>();

  constructor(files: Store['schemas'], builtIn: ReadonlyMap<string, SchemaDocument>) {
    this.#files = files;
    this.#builtIn = builtIn;
  }

  ids(): string[] {
    return [...this.#builtIn.keys(), ...[...this.#custom.keys()].sort()];
  }

  isBuiltIn(id: string): boolean {
    return this.#builtIn.has(id);
  }

  document(id: string): SchemaDocument | undefined {
    return this.#builtIn.get(id) ?? this.#custom.get(id);
  }

  schema(id: string): Schema | undefined {
    const compiled = this.#compiled.get(id);
    if (compiled) return compiled;
    const document = this.document(id);
    if (!document) return undefined;
    const schema = compileSchema(
      flatten(document, (parent) => this.document(parent)),
      (other) => this.schema(other),
    );
    this.#compiled.set(id, schema);
    return schema;
  }

  problems(): SchemaProblem[] {
    const ofDocuments = [...this.#custom.values()].flatMap((document) => {
      const sentences = documentProblems(document);
      return sentences.length === 0 ? [] : [{ id: document.id, reason: sentences.join('; '), usable: true }];
    });
    return [...this.#problems, ...ofDocuments];
  }

  proposal(body: unknown, options: { create: boolean; id?: string }): Proposal {
    const { create, id: addressed } = options;
    const named = isJsonObject(body) && typeof body.id === 'string' ? body.id : addressed;
    const id = addressed ?? named;
    if (id !== undefined && FORBIDDEN_SCHEMA_IDS.has(id)) {
      throw conflict(message('schemaReserved', { id }), { id: [message('nameReserved', { name: id })] });
    }
    if (!create && id !== undefined && !this.#custom.has(id)) throw missing(message('schemaMissing', { id }));
    if (create && id !== undefined && this.#custom.has(id)) {
      throw conflict(message('schemaExists', { id }), { id: [message('nameTaken', { name: id })] });
    }
    const document = storedDocument(body, {
      ...(addressed === undefined ? {} : { id: addressed, existing: this.#custom.get(addressed) }),
      parentOf: (parent) => this.document(parent),
    });
    const proposal = this.#with(document);
    this.#checkReferences(proposal);
    return proposal;
  }

  hasChanged(id: string): boolean {
    return !this.isBuiltIn(id) && this.#files.hasChanged(id);
  }

  async save(
    body: unknown,
    { keep = false, ...options }: { create: boolean; id?: string; keep?: boolean },
    change: ChangeOrigin,
  ): Promise<SchemaDocument> {
    const { document } = this.proposal(body, options);
    await this.#files.write(document, { keep }, change);
    this.#custom = new Map([...this.#custom, [document.id, document]]);
    this.#problems = this.#problems.filter((problem) => problem.id !== document.id);
    this.#forget([document.id]);
    return document;
  }

  async remove(id: string, usedBy: readonly string[], change: ChangeOrigin): Promise<TrashEntry> {
    if (this.isBuiltIn(id)) throw conflict(message('schemaBuiltInUndeletable', { id }));
    if (!this.#custom.has(id)) throw missing(message('schemaMissing', { id }));
    const descendants = this.dependents(id).filter((dependent) => dependent !== id);
    if (descendants.length > 0) {
      const inherit = descendants.length === 1 ? 'inherits' : 'inherit';
      throw conflict(message('schemaHasDescendants', { id, schemas: named(descendants), inherit }));
    }
    const holders = this.#documents().filter(
      (other) => other.id !== id && referredSchemas(other).includes(id),
    );
    if (holders.length > 0) {
      const names = named(holders.map((holder) => holder.id));
      throw conflict(message('schemaUsedByCards', { id, schemas: names }));
    }
    if (usedBy.length > 0) {
      throw conflict(message('schemaUsedByCollections', { id, collections: named(usedBy) }));
    }
    const entry = await this.#files.remove(id, change);
    const left = new Map(this.#custom);
    left.delete(id);
    this.#custom = left;
    this.#forget([id]);
    return entry;
  }

  dependents(id: string): string[] {
    const descendants = this.ids().filter((other) => {
      const document = this.document(other);
      return other !== id && document !== undefined && parentIds(document).includes(id);
    });
    return [id, ...descendants];
  }

  affected(id: string): string[] {
    return affectedBy([id], this.#documents());
  }

  async refresh(): Promise<void> {
    const { documents, damaged } = await this.#files.readAll();
    const problems: SchemaProblem[] = damaged.map(({ id, reason }) => ({ id, reason, usable: false }));
    const custom = new Map<string, SchemaDocument>();
    for (const document of documents) {
      const reason = this.#unusable(document);
      if (reason === undefined) custom.set(document.id, document);
      else problems.push({ id: String(document?.id), reason, usable: false });
    }
    const before = this.#custom;
    this.#custom = custom;
    this.#problems = problems;
    const isChanged = (id: string) => JSON.stringify(before.get(id)) !== JSON.stringify(custom.get(id));
    this.#forget([...new Set([...before.keys(), ...custom.keys()])].filter(isChanged));
  }

  /** Why a file's content cannot be a schema at all. */
  #unusable(document: SchemaDocument): string | undefined {
    if (!isJsonObject(document)) return 'is not a JSON object';
    if (typeof document.id !== 'string' || !isLegalId(document.id)) return 'has an invalid id';
    if (this.isBuiltIn(document.id)) return 'has the id of a built-in schema, which takes precedence';
    return isJsonObject(document.properties) ? undefined : '"properties" is not an object';
  }

  /** Drops what was compiled from documents. */
  #forget(ids: readonly string[]): void {
    for (const affected of affectedBy(ids, this.#documents())) this.#compiled.delete(affected);
  }

  #documents(): SchemaDocument[] {
    return this.ids().flatMap((id) => this.document(id) ?? []);
  }

  /** The library with one document in the place of what has its id. */
  #with(proposed: SchemaDocument): Proposal {
    const documentOf = (id: string) => (id === proposed.id ? proposed : this.document(id));
    const documents = [...this.#documents().filter(({ id }) => id !== proposed.id), proposed];
    const affected = affectedBy([proposed.id], documents);
    const compiled = new Map<string, Schema>();
    const schema = (id: string): Schema | undefined => {
      if (!affected.includes(id)) return this.schema(id);
      const document = documentOf(id);
      const made = compiled.get(id) ?? (document && compileSchema(flatten(document, documentOf), schema));
      if (made) compiled.set(id, made);
      return made;
    };
    return { document: proposed, schema, affected };
  }

  #checkReferences({ document, schema }: Proposal): void {
    const flat = schema(document.id);
    const holders = this.#documents().filter(
      (other) => other.id !== document.id && referredSchemas(other).includes(document.id),
    );
    const details: Details = {};
    const complain = (path: string, problem: string) => {
      details[path] = [...(details[path] ?? []), message('rule', { rule: problem })];
    };
    if (flat) checkReferences(flat, document, holders, complain);
    if (Object.keys(details).length > 0) throw failed(details, message('schemaProblems'));
  }
}

const named = (ids: readonly string[]) => ids.map((id) => `"${id}"`).join(', ');

/** Reads the built-in schemas and the folder's. A damaged file costs that schema only; `problems` lists it. */
export async function openLibrary(store: Pick<Store, 'schemas'>): Promise<Library> {
  const library = new FolderLibrary(store.schemas, readBuiltInSchemas());
  await library.refresh();
  return library;
}
