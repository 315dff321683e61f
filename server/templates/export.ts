/** Exports the open folder as a template definition (spec/templates.md#export), streamed. */

import { Yielder } from '../async/yielder.js';
import type { Clock, Content } from '../content/core/base.js';
import type { Collection } from '../content/model/collection.js';
import { builtInCollectionSchema, slug } from '../contract/names.js';
import type { SchemaDocument } from '../contract/schemas.js';
import { PlinthError } from '../errors.js';
import { withPresentNames } from '../schemas/former-names.js';
import { storedDocument } from '../schemas/save-document.js';
import { isUnreadable } from '../store/disk/fs-errors.js';
import { chooseParts, type PartsQuery } from './export-parts.js';
import { customEntry, reservedEntry } from './export-settings.js';
import { templateData } from './export-values.js';

const VERSION = '1.0.0';

/** The raw query. */
export interface TemplateQuery extends PartsQuery {
  name?: string | undefined;
  description?: string | undefined;
}

export interface TemplateExport {
  filename: string;
  /** How many objects, collections and schemas it holds. */
  total: number;
  collections: number;
  schemas: number;
  /** Number of objects that are skipped because their files cannot be read. */
  skipped: number;
  body: AsyncGenerator<string>;
}

/** The name of the file: source and date. */
function filenameOf(name: string | undefined, now: Date): string {
  const stamp = now
    .toISOString()
    .replace(/[-:]|\..*/gs, '')
    .replace('T', '-');
  const spelled = slug(name ?? '').slice(0, 60);
  return `jumpstart-${spelled === '' ? 'export' : spelled}-${stamp}.json`;
}

/** Objects as lines of the list, by id. Unreadable ones are skipped. */
async function* objectLines(
  base: Content,
  { settings, schema }: Collection,
  wanted: ReadonlySet<string> | 'all',
): AsyncGenerator<string[]> {
  const { id: collection } = settings;
  const collectionIndex = await base.store.catalogue.collectionIndex(collection);
  const yielder = new Yielder();
  let lines: string[] = [];
  for (const { id } of [...collectionIndex.rowsById()]) {
    if (wanted !== 'all' && !wanted.has(id)) continue;
    try {
      const stored = await base.store.objects.read(collection, id);
      if (!stored) continue;
      const data = templateData(schema, withPresentNames(schema, stored.document));
      lines.push(JSON.stringify({ collection, id, data }));
    } catch (error) {
      if (!isUnreadable(error)) throw error;
    }
    if (lines.length < 100 && !yielder.exhausted) continue;
    yield lines;
    lines = [];
    if (yielder.exhausted) await yielder.yieldToEventLoop();
  }
  yield lines;
}

/** A schema as an import writes it, so that a round trip changes no key; an invalid one is exported unchanged. */
function asSaved({ library }: Content, document: SchemaDocument): SchemaDocument {
  try {
    return storedDocument(document, { id: document.id, parentOf: (id) => library.document(id) });
  } catch (error) {
    if (error instanceof PlinthError) return document;
    throw error;
  }
}

/**
 * The folder, or the parts selected by a query, as a template definition. Importing it into an empty folder and
 * exporting that one gives the same document. Throws `invalid` for unknown parts.
 */
export async function exportTemplate(
  base: Content & Clock,
  query: TemplateQuery = {},
): Promise<TemplateExport> {
  const { collections, schemas, objects } = chooseParts(base, query);
  let total = 0;
  let skipped = 0;
  for (const { settings } of collections) {
    const collectionIndex = await base.store.catalogue.collectionIndex(settings.id);
    const wanted = objects.get(settings.id) ?? 'all';
    total += wanted === 'all' ? collectionIndex.size : wanted.size;
    skipped += wanted === 'all' ? collectionIndex.damaged().length : 0;
  }
  const yielder = new Yielder();
  const saved: SchemaDocument[] = [];
  for (const document of schemas) {
    saved.push(asSaved(base, document));
    if (yielder.exhausted) await yielder.yieldToEventLoop();
  }
  const isReserved = ({ settings }: Collection) => builtInCollectionSchema(settings.id) === settings.schema;
  const head = {
    version: VERSION,
    name: query.name?.trim() || base.store.folderName,
    description: query.description ?? '',
    collections: {
      reserved: collections.filter(isReserved).map(({ settings }) => reservedEntry(settings)),
      custom: collections.filter((one) => !isReserved(one)).map(({ settings }) => customEntry(settings)),
    },
    schemas: saved,
  };
  async function* body(): AsyncGenerator<string> {
    yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "objects": [`;
    let separator = '\n    ';
    for (const collection of collections) {
      for await (const lines of objectLines(base, collection, objects.get(collection.settings.id) ?? 'all')) {
        if (lines.length === 0) continue;
        yield separator + lines.join(',\n    ');
        separator = ',\n    ';
      }
    }
    yield '\n  ],\n  "factory": []\n}\n';
  }
  return {
    filename: filenameOf(query.name, base.now()),
    total,
    collections: collections.length,
    schemas: schemas.length,
    skipped,
    body: body(),
  };
}
