/** The objects of a collection as JSON or CSV (facts 4.11), made while they are sent. */
import { type AnswerOptions, answersOf } from '../content/answers.js';
import type { AskedWords } from '../content/asked.js';
import type { Base } from '../content/base.js';
import { type Chosen, chooseRows } from '../content/chosen.js';
import { isJsonObject, type JsonObject } from '../contract/values.js';
import { csvFile } from '../csv/write.js';
import { PlinthError } from '../errors.js';
import { valueBelow } from '../query/values.js';
import { exportColumns, localisedPaths } from './columns.js';

export interface Export {
  filename: string;
  etag?: string;
  /** How many objects it holds. */
  total: number;
  /** Ids of objects that are left out because their files cannot be read. */
  damaged: readonly string[];
  body: AsyncGenerator<string | Uint8Array>;
}

const objectOf = (answer: Buffer): JsonObject => JSON.parse(answer.toString());

/** The answers of all chosen objects; a file that breaks on the way ends the export with an error. */
async function* wholeAnswers(base: Base, collection: string, { rows }: Chosen, options: AnswerOptions) {
  for await (const { answers, damaged } of answersOf(base, collection, rows, options)) {
    if (damaged.length > 0) throw new PlinthError('damaged', `The file of "${damaged[0]}" cannot be read`);
    yield answers;
  }
}

/**
 * Full objects as one list. Whoever may not write them gets no private properties at all: their empty values would
 * erase the stored ones when the file is imported again. Throws `missing`, `invalid`.
 */
export async function jsonExport(
  base: Base,
  collection: string,
  words: AskedWords,
  options: AnswerOptions,
): Promise<Export> {
  const { hasPrivate, schema } = base.collections.get(collection);
  const chosen = await chooseRows(base, collection, words, `export json ${options.writer}`);
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

/** One row for each object, in the columns of the schema. Throws `missing`, `invalid`. */
export async function csvExport(
  base: Base,
  collection: string,
  words: AskedWords,
  { writer }: AnswerOptions,
): Promise<Export> {
  const { schema } = base.collections.get(collection);
  const chosen = await chooseRows(base, collection, words, `export csv ${writer}`);
  async function* body(): AsyncGenerator<string> {
    const locales = await localesIn(base, collection, chosen, localisedPaths(schema));
    const columns = exportColumns(schema, { writer, locales });
    const cellsOf = (answer: Buffer): string[] => {
      const object = objectOf(answer);
      return columns.map(({ path, write }) => write(valueBelow(object, path)));
    };
    async function* groups() {
      for await (const answers of wholeAnswers(base, collection, chosen, { writer })) {
        yield answers.map(cellsOf);
      }
    }
    const header = columns.map(({ path }) => path.join('.'));
    yield* csvFile(header, groups());
  }
  return fileOf(`collection-${collection}.csv`, chosen, body());
}

/** The locales that occur, A-Z by the path of the property: they are columns, which must be known before the rows. */
async function localesIn(base: Base, collection: string, chosen: Chosen, paths: readonly string[][]) {
  const found = new Map(paths.map((path) => [path.join('.'), new Set<string>()]));
  if (paths.length > 0) {
    for await (const answers of wholeAnswers(base, collection, chosen, { writer: false })) {
      for (const object of answers.map(objectOf)) {
        for (const path of paths) {
          const value = valueBelow(object, path);
          if (isJsonObject(value))
            for (const locale of Object.keys(value)) found.get(path.join('.'))?.add(locale);
        }
      }
    }
  }
  return new Map([...found].map(([path, locales]) => [path, [...locales].sort()]));
}

function fileOf(filename: string, { rows, damaged, etag }: Chosen, body: Export['body']): Export {
  return { filename, total: rows.length, damaged, body, ...(etag !== undefined && { etag }) };
}
