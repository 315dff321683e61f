/** Imports and reports on the wire (spec/import-export.md#import). */
import * as wire from './json-schema.js';
import { READ_FORMAT } from './sheets.js';

const ERROR = wire.all(
  {
    /** Line or position in the file, counted from 1. */
    row: wire.count,
    message: wire.text,
  },
  { id: wire.text, details: wire.messages, problems: wire.problems },
);
export type ImportError = wire.Typed<typeof ERROR>;

/** What happens to one row. */
const ROW = wire.all(
  { row: wire.count, action: wire.choice('create', 'update', 'same', 'skip', 'fail') },
  {
    id: wire.text,
    /** Of an object that was created. */
    etag: wire.text,
    /** Names of the properties an update changes. */
    changes: wire.listOf(wire.text),
  },
);
export type ImportedRow = wire.Typed<typeof ROW>;

const ANSWER = wire.all(
  {
    /** Objects created or changed; in a dry run those that would be. */
    import_count: wire.count,
    created: wire.count,
    updated: wire.count,
    /** Rows whose objects have the same values already. */
    same: wire.count,
    /** Skipped rows: existing ones, or with `update` missing ones. */
    skipped: wire.count,
    failed: wire.count,
    dryRun: wire.bool,
    /** The first 200. */
    errors: wire.listOf(ERROR),
    /** The first 1,000. */
    rows: wire.listOf(ROW),
  },
  {
    /** Of a dry run: when it began, for `since` of the import. */
    at: wire.time,
    /** Columns the schema does not know. */
    ignored: wire.listOf(wire.text),
  },
);
export type ImportAnswer = wire.Typed<typeof ANSWER>;

/** Only a CSV file has a format. */
export const IMPORT_RESULT = wire.named('ImportResult', wire.extended(ANSWER, {}, { format: READ_FORMAT }));
export type CsvImportAnswer = ImportAnswer & Required<Pick<wire.Typed<typeof IMPORT_RESULT>, 'format'>>;

/** Names as `fields` takes them, their labels and types (spec/resources.md#report-field). */
export const REPORT_FIELDS = wire.named(
  'ReportFields',
  wire.listOf(wire.all({ name: wire.text, label: wire.text, type: wire.text })),
);
export type ReportField = wire.Typed<typeof REPORT_FIELDS>[number];
