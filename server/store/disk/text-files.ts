/**
 * Properties whose text is stored in a separate file, `{collection}/{id}/{file}`, instead of in the JSON: code is
 * edited with the tools made for it. Above the store the text is a value of the document.
 */
import { join } from 'node:path';
import type { ObjectDocument } from '../../contract/objects.js';
import type { Texts } from '../types/documents.js';
import type { Stamp } from '../types/stamp.js';
import type { DurableFiles } from './durable.js';
import { stale } from './fs-errors.js';
import { readBytes } from './json-file.js';
import type { Layout } from './layout.js';
import { sameStamp, stampAt } from './stamp.js';

type Files = ReadonlyMap<string, string>;

const same = (a: Stamp | undefined, b: Stamp | undefined): boolean =>
  a === undefined ? b === undefined : sameStamp(a, b);

export class TextFiles implements Texts {
  readonly #layout: Layout;
  readonly #durable: DurableFiles;
  readonly #declared = new Map<string, Files>();
  /** Stamps of the files at the last check, by path. */
  readonly #seen = new Map<string, Stamp | undefined>();

  constructor({ layout, durable }: { layout: Layout; durable: DurableFiles }) {
    this.#layout = layout;
    this.#durable = durable;
  }

  declare(collection: string, files: Files): void {
    if (files.size > 0) this.#declared.set(collection, files);
    else this.#declared.delete(collection);
  }

  complete<T extends ObjectDocument>(collection: string, document: T): T {
    const files = this.#declared.get(collection);
    if (!files) return document;
    const whole = { ...document };
    for (const [property, file] of files) {
      const path = this.#pathOf(collection, document.id, file);
      // Before the text is read: a later change is then found by the next check.
      if (!this.#seen.has(path)) this.#seen.set(path, stampAt(path));
      const text = this.#layout.linkOn(path) ? undefined : readBytes(path)?.bytes.toString('utf8');
      if (text !== undefined) Object.assign(whole, { [property]: text });
    }
    return whole;
  }

  /**
   * Writes the texts of a document to their files, durably, and returns the rest for the JSON. Throws `stale` when the
   * JSON on disk is not the expected one: then no text is touched.
   */
  async place(
    collection: string,
    document: ObjectDocument,
    expect: Stamp | 'absent' | 'damaged',
  ): Promise<ObjectDocument> {
    const files = this.#declared.get(collection);
    if (!files) return document;
    const existing = stampAt(this.#layout.object(collection, document.id));
    const expected = expect === 'absent' ? existing === undefined : expect === 'damaged';
    if (!expected && !(typeof expect === 'object' && sameStamp(existing, expect))) throw stale();
    const rest = { ...document };
    for (const [property, file] of files) {
      const text = Object.hasOwn(rest, property) ? rest[property] : undefined;
      if (text !== undefined && typeof text !== 'string') continue;
      delete rest[property];
      await this.#write(this.#pathOf(collection, document.id, file), text);
    }
    return rest;
  }

  /** Ids of objects whose text files have changed since the last check. */
  changed(collection: string, ids: Iterable<string>): string[] {
    const files = this.#declared.get(collection);
    if (!files) return [];
    const found: string[] = [];
    for (const id of ids) {
      for (const file of files.values()) {
        const path = this.#pathOf(collection, id, file);
        const existing = stampAt(path);
        const first = !this.#seen.has(path);
        const known = this.#seen.get(path);
        this.#seen.set(path, existing);
        if (!first && !same(known, existing)) found.push(id);
      }
    }
    return found;
  }

  filesOf(collection: string): Iterable<string> {
    return this.#declared.get(collection)?.values() ?? [];
  }

  /** Collections that have such files. */
  collections(): string[] {
    return [...this.#declared.keys()];
  }

  #pathOf(collection: string, id: string, file: string): string {
    return join(this.#layout.files(collection, id), file);
  }

  async #write(path: string, text: string | undefined): Promise<void> {
    this.#layout.guard(path);
    if (text === undefined) {
      if (stampAt(path)) await this.#durable.discard(path);
      return;
    }
    const bytes = Buffer.from(text);
    if (readBytes(path)?.bytes.equals(bytes)) return;
    await this.#durable.makeFolder(join(path, '..'));
    await this.#durable.replace(path, bytes);
  }
}
