/** Reports (spec/reports.md): selected fields of the objects of a collection as CSV or JSON, streamed. */

import type { Base } from '../content/core/base.js';
import { type AnswerBatch, answersOf } from '../content/reading/answer-batches.js';
import { selectRows } from '../content/reading/select-rows.js';
import type { QueryParams } from '../content/search/query-params.js';
import { message } from '../contract/messages/message.js';
import type { WrittenFormat } from '../contract/sheets.js';
import type { JsonObject } from '../contract/values.js';
import { csvFile } from '../csv/write.js';
import { PlinthError } from '../errors.js';
import { columnsOf, picker, rowsOf } from './columns.js';

/** The raw query. `fields` is required; the others select and sort objects. */
export interface ReportQuery extends QueryParams {
  fields?: string | undefined;
}

export interface Report {
  /** ETag of the body; absent when it is not known in advance. */
  etag?: string;
  /** Number of objects in the report. */
  total: number;
  /** Ids of objects that are skipped because their files cannot be read. */
  damaged: readonly string[];
  body: AsyncGenerator<string | Uint8Array>;
}

/** Reports contain public data only, for every caller. */
const FOR_ALL = { writer: false };

const objectOf = (answer: Buffer): JsonObject => JSON.parse(answer.toString());

/** A file that becomes unreadable while streaming aborts the report, so that it does not look complete. */
function refuse({ damaged }: AnswerBatch): void {
  if (damaged.length > 0)
    throw new PlinthError('damaged', message('fileUndecodable', { name: damaged[0] ?? '' }));
}

/**
 * The report as CSV: a header, then one row for each object, or one for each item of its decks. Throws `missing` for an
 * unknown collection and `invalid` without fields.
 */
export async function csvReport(
  base: Base,
  collection: string,
  query: ReportQuery,
  format: WrittenFormat,
): Promise<Report> {
  const columns = columnsOf(base.collections.get(collection).schema, query.fields);
  const purpose = `csv ${JSON.stringify(format)} ${columns.header}`;
  const { rows, damaged, ...tag } = await selectRows(base, collection, query, purpose);
  async function* groups() {
    for await (const batch of answersOf(base, collection, rows, FOR_ALL)) {
      refuse(batch);
      for (const answer of batch.answers) yield rowsOf(columns, objectOf(answer), format);
    }
  }
  return { ...tag, total: rows.length, damaged, body: csvFile(columns.header, groups(), format) };
}

/**
 * The report as JSON: a list of objects with the requested fields and nested decks. If objects are skipped it is
 * `{data, errors}` with their ids. Throws as `csvReport`.
 */
export async function jsonReport(base: Base, collection: string, query: ReportQuery): Promise<Report> {
  const columns = columnsOf(base.collections.get(collection).schema, query.fields);
  const { rows, damaged, ...tag } = await selectRows(base, collection, query, `json ${columns.header}`);
  const pick = picker(columns);
  async function* body(): AsyncGenerator<string> {
    yield damaged.length > 0 ? '{"data":[' : '[';
    let separator = '\n';
    for await (const batch of answersOf(base, collection, rows, FOR_ALL)) {
      refuse(batch);
      if (batch.answers.length === 0) continue;
      yield separator + batch.answers.map((answer) => JSON.stringify(pick(objectOf(answer)))).join(',\n');
      separator = ',\n';
    }
    yield damaged.length > 0 ? `\n],"errors":${JSON.stringify(damaged)}}\n` : '\n]\n';
  }
  return { ...tag, total: rows.length, damaged, body: body() };
}
