/** The download that answers a report dialog, and what it begins with. Pure. */
import type { SchemaDefinition } from '#contract/schemas';
import type { WrittenFormat } from '#contract/sheets';
import type { ReportField } from '#contract/transfer';
import { type Choice, reportAddress } from '../../api/transfer';
import type { Download } from './download';
import { pageTransform } from './report-page';
import type { Subject } from './subject';

export const FORMATS = ['csv', 'json', 'html'] as const;
export type Format = (typeof FORMATS)[number];

export interface ReportRequest {
  subject: Subject;
  format: Format;
  choice: Choice;
  /** How CSV is written. */
  written: WrittenFormat;
  columns: readonly ReportField[];
  decks: ReadonlySet<string>;
}

/** What to download. HTML is made of the JSON on its way. */
export function reportDownload(request: ReportRequest): Download {
  const { subject, format, choice, written, columns, decks } = request;
  const names = columns.map(({ name }) => name);
  const filename = `report-${subject.id}.${format}`;
  const address =
    format === 'csv'
      ? reportAddress(subject.id, 'csv', choice, names, written)
      : reportAddress(subject.id, 'json', choice, names);
  if (format === 'html') {
    const page = { title: subject.name, columns, decks };
    return { address, filename, head: 1, transform: () => pageTransform(page) };
  }
  // A deck has a row for each item, so lines of CSV are no objects.
  const perObject = format === 'json' || !names.some((name) => decks.has(name.split('.', 1)[0] ?? ''));
  return { address, filename, head: perObject ? 1 : undefined };
}

/** The fields ticked to begin with: the indexed ones, which people list and sort by. */
export function firstFields(schema: SchemaDefinition, fields: readonly ReportField[]): Set<string> {
  const index = new Set(schema.index);
  const first = fields.filter(({ name }) => index.has(name)).slice(0, 8);
  return new Set((first.length > 0 ? first : fields.slice(0, 5)).map(({ name }) => name));
}
