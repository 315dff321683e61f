/** The rows of CSV, NDJSON and JSON files, one after another. */
import type { Readable } from 'node:stream';
import { parseInPieces } from '../../content/core/json-pieces.js';
import { checkCount, checkNumbers, checkShape } from '../../content/core/json-shape.js';
import { message } from '../../contract/messages/message.js';
import { isJsonObject, type JsonValue } from '../../contract/values.js';
import { readText } from '../../csv/cell.js';
import { readCsv } from '../../csv/read.js';
import { invalid, PlinthError } from '../../errors.js';
import { readItems } from '../../transfer/json-items.js';
import { decode, decoded, linesOf } from '../text.js';
import { listsIn } from './envelopes.js';

/** Largest file that is read as a whole, in bytes; NDJSON has no limit. */
const MAX_WHOLE = 400_000_000;

export interface Row {
  group: string;
  /** Line, or position in a list, from 1. */
  number: number;
  where: 'line' | 'item' | 'row';
  value: JsonValue;
  problem?: string;
}

export interface DataFile {
  name: string;
  group: string;
  type: 'csv' | 'ndjson' | 'json';
  size: number;
  open(): Readable;
}

async function wholeBytes({ name, size, open }: DataFile): Promise<Buffer> {
  if (size > MAX_WHOLE) {
    throw new PlinthError('tooLarge', message('sourceTooLarge', { name, limit: MAX_WHOLE / 1e6 }));
  }
  const parts: Buffer[] = [];
  for await (const part of open()) parts.push(part);
  return Buffer.concat(parts);
}

/** Errors of a file name it. */
async function named<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PlinthError) || error.message.startsWith(name)) throw error;
    throw new PlinthError(error.kind, message('sourceProblem', { name, problem: error.message }), {
      ...(error.details && { details: error.details }),
    });
  }
}

async function* csvRows(file: DataFile): AsyncGenerator<Row> {
  const table = await named(file.name, async () => readCsv(await wholeBytes(file)));
  for (const { line, cells } of table.rows) {
    const at = { group: file.group, number: line, where: 'line' as const };
    if (cells.length > table.header.length) {
      const problem = `The row has ${cells.length} cells, but the file ${table.header.length} columns`;
      yield { ...at, value: null, problem };
      continue;
    }
    const entries = table.header.flatMap((name, column): [string, JsonValue][] => {
      const cell = cells[column];
      return cell === null || cell === undefined || cell === '' ? [] : [[name, readText(cell)]];
    });
    yield { ...at, value: Object.fromEntries(entries) };
  }
}

/** A line of an export of Strapi (`type`) or Plinth (`collection`) names its group. */
function grouped(value: JsonValue, group: string): { group: string; value: JsonValue } {
  if (!isJsonObject(value) || !isJsonObject(value.data)) return { group, value };
  const { type, collection, id, data } = value;
  const named =
    typeof collection === 'string'
      ? collection
      : typeof type === 'string'
        ? type.split('.').at(-1)
        : undefined;
  if (named === undefined) return { group, value };
  return {
    group: named,
    value: { ...((typeof id === 'string' || typeof id === 'number') && { id }), ...data },
  };
}

async function* ndjsonRows({ name, group, open }: DataFile): AsyncGenerator<Row> {
  for await (const { line, number } of linesOf(decoded(open(), name), name)) {
    if (line.trim() === '') continue;
    const at = { group, number, where: 'line' as const };
    try {
      checkCount(line);
      const value: JsonValue = JSON.parse(line);
      checkShape(value);
      checkNumbers(line);
      // The last line of a stream of Plinth says that it is complete.
      if (isJsonObject(value) && 'cursor' in value && 'count' in value && !('data' in value)) continue;
      yield { ...at, ...grouped(value, group) };
    } catch (error) {
      yield {
        ...at,
        value: null,
        problem: `It is not valid JSON: ${error instanceof Error ? error.message : ''}`,
      };
    }
  }
}

async function* jsonRows(file: DataFile): AsyncGenerator<Row> {
  const bytes = await wholeBytes(file);
  const lists = await named(file.name, async () => {
    const text = decode(bytes, file.name);
    if (text.trimStart().startsWith('[')) {
      return [{ group: file.group, rows: await readItems(Buffer.from(text), checkShape) }];
    }
    return listsIn(await parseInPieces(text), file.group);
  });
  if (lists.length === 0) throw invalid(message('sourceWithoutObjects', { name: file.name }));
  for (const { group, rows } of lists) {
    for (const [at, value] of rows.entries()) yield { group, number: at + 1, where: 'item', value };
  }
}

const READERS = { csv: csvRows, ndjson: ndjsonRows, json: jsonRows };

/** The rows of a file. Throws `invalid` for a file that is damaged as a whole, `tooLarge`. */
export const rowsOf = (file: DataFile): AsyncGenerator<Row> => READERS[file.type](file);
