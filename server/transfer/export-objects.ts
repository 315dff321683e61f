/** Exports the objects of a collection as JSON or CSV (spec/import-export.md#export), streamed. */

import type { Base, Content, Live } from '../content/core/base.js';
import { type AnswerOptions, answersOf } from '../content/reading/answer-batches.js';
import { type SelectedRows, selectRows } from '../content/reading/select-rows.js';
import type { QueryParams } from '../content/search/query-params.js';
import { message } from '../contract/messages/message.js';
import { SYSTEM_PROPERTIES } from '../contract/names.js';
import type { WrittenFormat } from '../contract/sheets.js';
import type { JsonObject } from '../contract/values.js';
import { type Cells, csvFile } from '../csv/write.js';
import { invalid, PlinthError } from '../errors.js';
import { valueBelow } from '../query/values.js';
import type { Schema } from '../schemas/schema.js';
import { exportColumns, type LocalisedPath, localisedPaths } from './columns.js';

export interface Export {
  filename: string;
  etag?: string;
  /** How many objects it holds. */
  total: number;
  /** Ids of objects that are skipped because their files cannot be read. */
  damaged: readonly string[];
  body: AsyncGenerator<string | Uint8Array>;
}

const objectOf = (answer: Buffer): JsonObject => JSON.parse(answer.toString());

/** The responses of all selected objects; a file that becomes unreadable while streaming aborts the export. */
async function* wholeAnswers(
  base: Content & Live,
  collection: string,
  { rows }: SelectedRows,
  options: AnswerOptions,
) {
  for await (const { answers, damaged } of answersOf(base, collection, rows, options)) {
    if (damaged.length > 0)
      throw new PlinthError('damaged', message('fileUndecodable', { name: damaged[0] ?? '' }));
    yield answers;
  }
}

/**
 * Full objects as one list. Callers without write access get no private properties at all: their empty values would
 * erase the stored ones when the file is imported again. Throws `missing`, `invalid`.
 */
export async function jsonExport(
  base: Base,
  collection: string,
  words: QueryParams,
  options: AnswerOptions,
): Promise<Export> {
  const { hasPrivate, schema } = base.collections.get(collection);
  const chosen = await selectRows(base, collection, words, `export json ${options.writer}`);
  const hidden = [...schema.properties.values()].filter(({ kind }) => kind.private).map(({ name }) => name);
  const textOf = (answer: Buffer): string => {
    if (options.writer || !hasPrivate) return answer.toString();
    const object = objectOf(answer);
    for (const name of hidden) delete object[name];
    return JSON.stringify(object);
  };
  async function* body(): AsyncGenerator<string> {
    yield '[';
    let separator = '\n';
    for await (const answers of wholeAnswers(base, collection, chosen, options)) {
      if (answers.length === 0) continue;
      yield separator + answers.map(textOf).join(',\n');
      separator = ',\n';
    }
    yield '\n]\n';
  }
  return fileOf(`collection-${collection}.json`, chosen, body());
}

/** One row per object, in the columns of the schema, or in `id` and those of `fields`. Throws `missing`, `invalid`. */
export async function csvExport(
  base: Base,
  collection: string,
  { fields, ...words }: QueryParams & { fields?: string | undefined },
  { writer }: AnswerOptions,
  format: WrittenFormat = {},
): Promise<Export> {
  const { schema } = base.collections.get(collection);
  const wanted = wantedColumns(schema, fields);
  const purpose = `export csv ${writer} ${JSON.stringify(format)} ${wanted ? [...wanted].join() : ''}`;
  const chosen = await selectRows(base, collection, words, purpose);
  async function* body(): AsyncGenerator<string | Uint8Array> {
    const locales = await localesIn(base, collection, chosen, localisedPaths(schema));
    const columns = exportColumns(schema, { writer, locales, format }).filter(
      ({ path }) => !wanted || path.some((_, at) => wanted.has(path.slice(0, at + 1).join('.'))),
    );
    const cellsOf = (answer: Buffer): Cells => {
      const object = objectOf(answer);
      return columns.map(({ path, write }) => write(valueBelow(object, path)));
    };
    async function* groups() {
      for await (const answers of wholeAnswers(base, collection, chosen, { writer })) {
        yield answers.map(cellsOf);
      }
    }
    const header = columns.map(({ path }) => path.join('.'));
    yield* csvFile(header, groups(), { ...format, quoteEmpty: true });
  }
  return fileOf(`collection-${collection}.csv`, chosen, body());
}

/** The columns in `fields`, including `id`; undefined for all. Throws `invalid` for an unknown one. */
function wantedColumns(schema: Schema, fields: string | undefined): ReadonlySet<string> | undefined {
  const names = (fields ?? '').split(',').map((name) => name.trim());
  const wanted = new Set(names.filter((name) => name !== ''));
  if (wanted.size === 0) return undefined;
  const known = (name: string) =>
    SYSTEM_PROPERTIES.has(name) || schema.properties.has(name.split('.', 1)[0] ?? '');
  const unknown = [...wanted].filter((name) => !known(name));
  if (unknown.length > 0) {
    const problems = unknown.slice(0, 20).map((name) => message('notColumn', { name: name.slice(0, 100) }));
    throw invalid(message('fieldsUnknown'), { fields: problems });
  }
  return wanted.add('id');
}

/** Existing locales, sorted by the path of the property: they are columns, which must be known before the rows. */
async function localesIn(
  base: Content & Live,
  collection: string,
  chosen: SelectedRows,
  paths: readonly LocalisedPath[],
) {
  const found = new Map(paths.map(({ path }) => [path.join('.'), new Set<string>()]));
  if (paths.length > 0) {
    for await (const answers of wholeAnswers(base, collection, chosen, { writer: false })) {
      for (const object of answers.map(objectOf)) {
        for (const { path, locales } of paths) {
          const value = valueBelow(object, path);
          for (const locale of value === undefined ? [] : locales(value))
            found.get(path.join('.'))?.add(locale);
        }
      }
    }
  }
  return new Map([...found].map(([path, locales]) => [path, [...locales].sort()]));
}

function fileOf(filename: string, { rows, damaged, etag }: SelectedRows, body: Export['body']): Export {
  return { filename, total: rows.length, damaged, body, ...(etag !== undefined && { etag }) };
}
