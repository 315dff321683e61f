/** The download that answers an export dialog. Pure. */
import type { WrittenFormat } from '#contract/sheets';
import { type Choice, exportAddress, templateAddress, zipAddress } from '../../api/transfer';
import type { Download } from './download';

export const FORMATS = ['json', 'csv', 'zip', 'template'] as const;
export type Format = (typeof FORMATS)[number];

/** A collection as a template, or single objects of it. */
const templateOf = (collection: string, { ids }: Choice): string =>
  templateAddress(ids ? { objects: ids.map((id) => `${collection}/${id}`) } : { collections: [collection] });

/** What to download for a format; `fields`: the columns of CSV, all without it; `written`: how CSV is written. */
export function exportOf(
  collection: string,
  format: Format,
  choice: Choice,
  fields?: readonly string[],
  written?: WrittenFormat,
): Download {
  const filename = `collection-${collection}`;
  switch (format) {
    case 'json':
      return { address: exportAddress(collection, 'json', choice), filename: `${filename}.json`, head: 1 };
    case 'csv':
      return {
        address: exportAddress(collection, 'csv', choice, fields, written),
        filename: `${filename}.csv`,
        head: 1,
      };
    case 'zip':
      return { address: zipAddress(collection), filename: `${filename}.zip` };
    case 'template':
      return { address: templateOf(collection, choice), filename: `template-${collection}.json` };
  }
}
