/** Imports and reports on the wire (spec/import-export.md#import). */
import type { ReadFormat } from './sheets.js';
import type { ErrorDetails, ErrorProblems } from './wire.js';

export interface ImportError {
  /** Line or position in the file, counted from 1. */
  row: number;
  id?: string;
  message: string;
  details?: ErrorDetails;
  problems?: ErrorProblems;
}

/** What happens to one row. */
export interface ImportedRow {
  row: number;
  id?: string;
  action: 'create' | 'update' | 'same' | 'skip' | 'fail';
  /** Of an object that was created. */
  etag?: string;
  /** Names of the properties an update changes. */
  changes?: string[];
}

export interface ImportAnswer {
  /** Objects created or changed; in a dry run those that would be. */
  import_count: number;
  created: number;
  updated: number;
  /** Rows whose objects have the same values already. */
  same: number;
  /** Skipped rows: existing ones, or with `update` missing ones. */
  skipped: number;
  failed: number;
  dryRun: boolean;
  /** Of a dry run: when it began, ISO 8601 UTC, for `since` of the import. */
  at?: string;
  /** The first 200. */
  errors: ImportError[];
  /** Columns the schema does not know. */
  ignored?: string[];
  /** The first 1,000. */
  rows: ImportedRow[];
}

export interface CsvImportAnswer extends ImportAnswer {
  format: ReadFormat;
}

/** Item of `GET /report/collections/{c}/fields` (spec/resources.md#report-field): a name as `fields` takes it, its label and its type. */
export interface ReportField {
  name: string;
  label: string;
  type: string;
}
