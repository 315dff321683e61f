/** Imports and reports on the wire (spec/import-export.md#import). */
import {
  all,
  bool,
  choice,
  count,
  extended,
  listOf,
  messages,
  named,
  problems,
  type Typed,
  text,
  time,
} from './json-schema.js';
import { READ_FORMAT } from './sheets.js';

const ERROR = all(
  {
    /** Line or position in the file, counted from 1. */
    row: count,
    message: text,
  },
  { id: text, details: messages, problems },
);
export type ImportError = Typed<typeof ERROR>;

/** What happens to one row. */
const ROW = all(
  { row: count, action: choice('create', 'update', 'same', 'skip', 'fail') },
  {
    id: text,
    /** Of an object that was created. */
    etag: text,
    /** Names of the properties an update changes. */
    changes: listOf(text),
  },
);
export type ImportedRow = Typed<typeof ROW>;

const ANSWER = all(
  {
    /** Objects created or changed; in a dry run those that would be. */
    import_count: count,
    created: count,
    updated: count,
    /** Rows whose objects have the same values already. */
    same: count,
    /** Skipped rows: existing ones, or with `update` missing ones. */
    skipped: count,
    failed: count,
    dryRun: bool,
    /** The first 200. */
    errors: listOf(ERROR),
    /** The first 1,000. */
    rows: listOf(ROW),
  },
  {
    /** Of a dry run: when it began, for `since` of the import. */
    at: time,
    /** Columns the schema does not know. */
    ignored: listOf(text),
  },
);
export type ImportAnswer = Typed<typeof ANSWER>;

/** Only a CSV file has a format. */
export const IMPORT_RESULT = named('ImportResult', extended(ANSWER, {}, { format: READ_FORMAT }));
export type CsvImportAnswer = ImportAnswer & Required<Pick<Typed<typeof IMPORT_RESULT>, 'format'>>;

/** Names as `fields` takes them, their labels and types (spec/resources.md#report-field). */
export const REPORT_FIELDS = named('ReportFields', listOf(all({ name: text, label: text, type: text })));
export type ReportField = Typed<typeof REPORT_FIELDS>[number];
