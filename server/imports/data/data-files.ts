/** Files of rows as a source: CSV, NDJSON, JSON of Directus, Strapi and others. A file is a group. */
import { basename, extname } from 'node:path/posix';
import type { SourceFormat } from '../../contract/imports.js';
import { isJsonObject, type JsonValue } from '../../contract/values.js';
import type { SourceFolder } from '../../store/host/source-files.js';
import { isUuid, stemOf } from '../mapping/kinds-of-values.js';
import { membersOf } from '../plain-values.js';
import type { FieldHint, ReferredFile, Source, SourceItem } from '../source.js';
import { flattened, keyOf, nameOf, type Related, unwrapped } from './envelopes.js';
import { type DataFile, type Row, rowsOf } from './rows.js';

const DATA_TYPES: Readonly<Record<string, DataFile['type']>> = {
  '.csv': 'csv',
  '.tsv': 'csv',
  '.json': 'json',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
};

export const dataTypeOf = (name: string): DataFile['type'] | undefined =>
  DATA_TYPES[extname(name).toLowerCase()];

/** Formats without types. */
const READS_TEXT: ReadonlySet<DataFile['type']> = new Set(['csv']);

export interface DataParts {
  name: string;
  identity: string;
  files: readonly DataFile[];
  media?: SourceFolder | undefined;
  /** Where files with a path are fetched from: the address of the former site. */
  baseUrl?: string | undefined;
  close?: () => Promise<void>;
}

const createdOf = ({ createdAt, date_created, publishedAt }: Record<string, JsonValue>) =>
  createdAt ?? date_created ?? publishedAt;
const modifiedOf = ({ updatedAt, date_updated }: Record<string, JsonValue>) => updatedAt ?? date_updated;

export class DataFiles implements Source {
  readonly format: SourceFormat;
  readonly name: string;
  readonly identity: string;
  readonly #parts: DataParts;
  readonly #groups = new Set<string>();
  /** Groups whose values are all text. */
  readonly #untyped = new Set<string>();
  /** Fields that hold related rows, as `group/field`; whether each holds several. */
  readonly #related = new Map<string, boolean>();
  /** Files of the folder of media, by their names and by these without extension. */
  #mediaByName: Map<string, string> | undefined;

  constructor(parts: DataParts) {
    this.#parts = parts;
    this.name = parts.name;
    this.identity = parts.identity;
    this.format = parts.files[0]?.type ?? 'json';
  }

  /** Lines that name their groups: relations to them must be known before the first row. */
  async #findGroups(): Promise<void> {
    for (const file of this.#parts.files.filter(({ type }) => !READS_TEXT.has(type))) {
      for await (const { group } of rowsOf(file)) {
        if (group === file.group) break;
        this.#groups.add(group);
      }
    }
  }

  async *items(): AsyncGenerator<SourceItem> {
    const isFirst = this.#groups.size === 0;
    for (const { group, type } of this.#parts.files) {
      this.#groups.add(group);
      if (READS_TEXT.has(type)) this.#untyped.add(group);
    }
    if (isFirst) await this.#findGroups();
    for (const file of this.#parts.files) {
      for await (const row of rowsOf(file)) {
        this.#groups.add(row.group);
        yield this.#item(file, row);
      }
    }
  }

  #item({ name }: DataFile, { group, number, where, value, problem }: Row): SourceItem {
    const place = `${name}, ${where} ${number}`;
    const at = { group, key: `${where} ${number}`, place };
    if (problem !== undefined) return { ...at, fields: new Map(), problem };
    if (!isJsonObject(value)) return { ...at, fields: new Map(), problem: 'It must be an object' };
    const row = flattened(value);
    const fields = new Map<string, JsonValue>();
    for (const [field, sent] of membersOf(row)) {
      const { value: plain, related } = unwrapped(sent);
      fields.set(field, related ? this.#relation(group, field, plain, related) : plain);
    }
    const { slug } = row;
    const [created, modified] = [createdOf(row), modifiedOf(row)];
    return {
      ...at,
      key: keyOf(row) ?? at.key,
      ...(typeof slug === 'string' && { slug }),
      fields,
      ...(typeof created === 'string' && { created }),
      ...(typeof modified === 'string' && { modified }),
    };
  }

  /** Keys of related rows where they are in the source themselves, else what they are called. */
  #relation(group: string, field: string, value: JsonValue, { keys, many }: Related): JsonValue {
    const target = this.#target(field);
    if (target === undefined) {
      const names = (Array.isArray(value) ? value : [value]).flatMap((one) => nameOf(one) ?? []);
      return many ? names : (names[0] ?? null);
    }
    const known = `${group}/${field}`;
    this.#related.set(known, this.#related.get(known) === true || many);
    return many ? keys : (keys[0] ?? null);
  }

  #target(field: string): string | undefined {
    const stem = stemOf(field);
    return [...this.#groups].find((group) => stemOf(group) === stem);
  }

  hint(group: string, name: string): FieldHint | undefined {
    const target = this.#target(name);
    const many = this.#related.get(`${group}/${name}`);
    if (target !== undefined && many !== undefined) return { relation: target, many };
    const untyped = this.#untyped.has(group);
    if (['id', '_id', 'documentId', 'uuid'].includes(name)) return { to: name === 'id' ? 'id' : null };
    if (untyped) return { untyped };
    return /^(?:createdBy|updatedBy|user_created|user_updated|locale|localizations)$/.test(name)
      ? { to: null }
      : undefined;
  }

  async file(
    reference: string,
    _item: SourceItem,
    use: 'value' | 'text',
  ): Promise<ReferredFile | string | undefined> {
    const isAddress = /^https?:\/\//i.test(reference);
    const path = isAddress ? new URL(reference).pathname : (reference.split(/[?#]/, 1)[0] ?? '');
    const found = await this.#inMedia(decodeURI(path));
    if (found) return found;
    const { baseUrl } = this.#parts;
    const base = baseUrl !== undefined && URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
    if (isAddress) {
      const isOwn = base?.hostname === new URL(reference).hostname;
      return use === 'value' || isOwn ? { name: basename(path), from: { url: reference } } : undefined;
    }
    const isFile = isUuid(reference) || /\.\w{2,5}$/.test(path);
    if (!isFile || /^[a-z][a-z0-9+.-]*:/i.test(reference)) return undefined;
    if (!base) return 'its file is not in the folder of media, and no base URL was given';
    const url = isUuid(reference)
      ? new URL(`assets/${reference}`, `${base.href.replace(/\/$/, '')}/`)
      : new URL(reference, base);
    return { name: basename(url.pathname), from: { url: url.href } };
  }

  async #inMedia(path: string): Promise<ReferredFile | undefined> {
    const { media } = this.#parts;
    if (!media) return undefined;
    this.#mediaByName ??= new Map(
      (await media.list(() => false)).files.flatMap(({ path: one }) => {
        const name = basename(one);
        return [[name, one] as const, [name.slice(0, name.length - extname(name).length), one] as const];
      }),
    );
    const direct = path.replace(/^\/+/, '');
    const found =
      (await media.factsOf(direct)) === undefined ? this.#mediaByName.get(basename(path)) : direct;
    const facts = found === undefined ? undefined : await media.factsOf(found);
    if (found === undefined || !facts) return undefined;
    return { name: basename(found), from: { open: () => media.stream(found), ...facts } };
  }

  notes(): string[] {
    return [];
  }

  async close(): Promise<void> {
    await this.#parts.close?.();
  }
}
