/** A chosen file: what it is, and whether it can be sent at all. */
import { markedEncoding } from '#contract/sheets';
import type { ImportFormat } from '../../api/transfer';
import { formatBytes } from '../../ui/format';
import { UnreadableFile } from './csv-head';
import { type Sheet, sheetOf } from './sheet-format';

export type ChosenFile =
  | { format: 'csv'; file: File; bytes: Uint8Array; sheet: Sheet }
  | { format: 'json' | 'zip'; file: File }
  | { format: 'template'; file: File };

const MB = 1024 * 1024;
/** Bytes by which the format is told. */
const BEGINNING = 4096;

/** Largest files the server takes. */
const LIMITS: Readonly<Record<ImportFormat | 'template', number>> = {
  csv: 32 * MB,
  json: 32 * MB,
  template: 32 * MB,
  zip: 500 * MB,
};

const texts = {
  empty: 'The file is empty.',
  tooLarge: (size: string, limit: string) => `The file is too large (${size}). The limit is ${limit}.`,
  binary: 'Unsupported file. Choose a CSV, JSON or ZIP file.',
  unreadable: 'The file can no longer be read. Was it moved or changed?',
};

/** What a file holds, told by its beginning: names of files are often wrong. */
export function formatOf(bytes: Uint8Array): ChosenFile['format'] | undefined {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return 'zip';
  // No text holds a zero byte, but in UTF-16.
  if (!/^utf-16/.test(markedEncoding(bytes) ?? '') && bytes.subarray(0, BEGINNING).includes(0))
    return undefined;
  const start = new TextDecoder().decode(bytes.subarray(0, BEGINNING)).trimStart();
  if (start.startsWith('[')) return 'json';
  return start.startsWith('{') ? 'template' : 'csv';
}

/** Looks at a file. Throws `UnreadableFile`. */
export async function chooseFile(file: File): Promise<ChosenFile> {
  if (file.size === 0) throw new UnreadableFile(texts.empty);
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await file.slice(0, BEGINNING).arrayBuffer());
  } catch {
    throw new UnreadableFile(texts.unreadable);
  }
  const format = formatOf(bytes);
  if (format === undefined) throw new UnreadableFile(texts.binary);
  const limit = LIMITS[format];
  if (file.size > limit) throw new UnreadableFile(texts.tooLarge(formatBytes(file.size), formatBytes(limit)));
  if (format !== 'csv') return { format, file };
  const whole = new Uint8Array(await file.arrayBuffer());
  return { format, file, bytes: whole, sheet: sheetOf(file, whole, {}) };
}
