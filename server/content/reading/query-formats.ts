/** A page of a query as CSV and as HTML (spec/queries.md#query). */
import type { JsonValue } from '../../contract/values.js';
import { writeValue } from '../../csv/cell.js';
import { csvLines } from '../../csv/write.js';
import type { QueryPage } from './query.js';

/** A header of property names, then a line for each object. */
export function queryCsv({ properties, objects }: QueryPage): string {
  const lines = objects.map((object) => properties.map((name) => writeValue(object[name])));
  return csvLines([[...properties], ...lines]);
}

const MARKS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (mark) => MARKS[mark] ?? mark);

/** A value as the text of a cell: lists and objects as JSON, nothing for null and no value. */
function textOf(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const row = (cell: 'td' | 'th', texts: readonly string[]): string =>
  `<tr>${texts.map((text) => `<${cell}>${escaped(text)}</${cell}>`).join('')}</tr>`;

/** A table that can be put into any page. `next`: address of the page that follows, if one does. */
export function queryHtml({ properties, objects }: QueryPage, next?: string): string {
  const lines = objects.map((object) =>
    row(
      'td',
      properties.map((name) => textOf(object[name])),
    ),
  );
  const table = [
    '<table class="plinth-query">',
    `<thead>${row('th', properties)}</thead>`,
    '<tbody>',
    ...lines,
    '</tbody>',
    '</table>',
  ];
  const link = next === undefined ? [] : [`<a rel="next" href="${escaped(next)}">Next page</a>`];
  return `${[...table, ...link].join('\n')}\n`;
}
