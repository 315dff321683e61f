/** A page of a query as CSV and as HTML (spec/queries.md#query), in parts. */
import type { JsonValue } from '../../contract/values.js';
import { writeValue } from '../../csv/cell.js';
import { csvLines } from '../../csv/write.js';
import type { QueryPage } from './query.js';

/** A header of property names, then a line for each object. */
export function* queryCsv({ properties, objects }: QueryPage): Generator<string> {
  yield csvLines([[...properties]]);
  for (const object of objects) yield csvLines([properties.map((name) => writeValue(object[name]))]);
}

const MARKS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (mark) => MARKS[mark] ?? mark);

const PART = 65_536;

/** Parts of a long text, none of which ends within a character. */
function* partsOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const end = at + PART;
    const isWithin = (text.charCodeAt(end) & 0xfc00) === 0xdc00;
    yield text.slice(at, isWithin ? end + 1 : end);
    at = isWithin ? end + 1 : end;
  }
}

/** A value as the text of a cell: lists and objects as JSON, nothing for null and no value. */
function textOf(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function* row(cell: 'td' | 'th', texts: Iterable<string>): Generator<string> {
  yield '<tr>';
  for (const text of texts) {
    yield `<${cell}>`;
    for (const part of partsOf(text)) yield escaped(part);
    yield `</${cell}>`;
  }
  yield '</tr>';
}

function* textsOf(object: QueryPage['objects'][number], properties: readonly string[]): Generator<string> {
  for (const name of properties) yield textOf(object[name]);
}

/** A table that can be put into any page. `next`: address of the page that follows, if one does. */
export function* queryHtml({ properties, objects }: QueryPage, next?: string): Generator<string> {
  yield '<table class="plinth-query">\n<thead>';
  yield* row('th', properties);
  yield '</thead>\n<tbody>\n';
  for (const object of objects) {
    yield* row('td', textsOf(object, properties));
    yield '\n';
  }
  yield '</tbody>\n</table>\n';
  if (next !== undefined) yield `<a rel="next" href="${escaped(next)}">Next page</a>\n`;
}
