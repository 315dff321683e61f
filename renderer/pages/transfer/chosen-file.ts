/** A chosen file: what it is, and whether it can be sent at all. */
import type { ImportFormat } from '../../api/transfer';
import { formatBytes } from '../../ui/format';
import { type CsvHead, HEAD_BYTES, readCsvHead, UnreadableFile } from './csv-head';

export type ChosenFile =
  | { format: 'csv'; file: File; head: CsvHead }
  | { format: 'json' | 'zip'; file: File }
  | { format: 'template'; file: File };

const MB = 1024 * 1024;

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
  // No text holds a zero byte.
  if (bytes.subarray(0, 4096).includes(0)) return undefined;
  const start = new TextDecoder().decode(bytes.subarray(0, 4096)).trimStart();
  if (start.startsWith('[')) return 'json';
  return start.startsWith('{') ? 'template' : 'csv';
}

/** Looks at a file. Throws `UnreadableFile`. */
export async function chooseFile(file: File): Promise<ChosenFile> {
  if (file.size === 0) throw new UnreadableFile(texts.empty);
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  } catch {
    throw new UnreadableFile(texts.unreadable);
  }
  const format = formatOf(bytes);
  if (format === undefined) throw new UnreadableFile(texts.binary);
  const limit = LIMITS[format];
  if (file.size > limit) throw new UnreadableFile(texts.tooLarge(formatBytes(file.size), formatBytes(limit)));
  if (format !== 'csv') return { format, file };
  return { format, file, head: readCsvHead(bytes, file.size <= HEAD_BYTES) };
}
