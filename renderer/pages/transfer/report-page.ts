/** A report as a page to print or to mail: plain HTML that needs nothing else. */

import { t } from '../../t';
import { lineSplitter, objectInLine, rowsOf } from './report-rows';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text that stays text in a page. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (mark) => ENTITIES[mark] ?? '');

export interface ReportPage {
  title: string;
  columns: readonly { name: string; label: string }[];
  decks: ReadonlySet<string>;
}

const STYLE = t(`body{font:14px/1.5 system-ui,sans-serif;margin:2rem}table{border-collapse:collapse}
th,td{border:1px solid #ccc;padding:4px 8px;text-align:left;vertical-align:top;overflow-wrap:anywhere}
th{background:#f4f2ef}`);

/** What stands before the rows. */
function pageHead({ title, columns }: ReportPage): string {
  const cells = columns.map(({ label }) => `<th scope="col">${escapeHtml(label)}</th>`).join('');
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
<h1>${escapeHtml(title)}</h1>
<table>
<thead><tr>${cells}</tr></thead>
<tbody>
`;
}

const TAIL = '</tbody>\n</table>\n</html>\n';

/** The rows of some lines of the report's JSON. */
function pageRows(lines: readonly string[], { columns, decks }: ReportPage): string {
  const names = columns.map(({ name }) => name);
  const rows = lines.flatMap((line) => {
    const object = objectInLine(line);
    return object ? rowsOf(object, names, decks) : [];
  });
  return rows
    .map((cells) => `<tr>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>\n`)
    .join('');
}

/** Turns the JSON of a report into a page on its way. */
export function pageTransform(page: ReportPage) {
  const lines = lineSplitter();
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    start: (controller) => controller.enqueue(encoder.encode(pageHead(page))),
    transform: (piece, controller) => {
      const text = pageRows(lines.push(decoder.decode(piece, { stream: true })), page);
      if (text !== '') controller.enqueue(encoder.encode(text));
    },
    flush: (controller) => controller.enqueue(encoder.encode(pageRows(lines.end(), page) + TAIL)),
  });
}
