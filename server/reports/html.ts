/** The fields of a report as an HTML fragment of check boxes, for embedding in pages (spec/reports.md#fields). */
import type { ReportField } from '../contract/transfer.js';
import type { FieldGroup } from './fields.js';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

const checkbox = ({ name, label, type }: ReportField): string =>
  `  <label><input type="checkbox" name="fields" value="${escaped(name)}" data-type="${escaped(type)}"> ` +
  `${escaped(label)}</label>`;

/** One group of boxes for the object's own fields and one for each deck and card. */
export function fieldsHtml(groups: readonly FieldGroup[]): string {
  const parts = groups.map(({ label, fields }) =>
    [
      '<fieldset class="plinth-report-fields">',
      `  <legend>${escaped(label)}</legend>`,
      ...fields.map(checkbox),
      '</fieldset>',
    ].join('\n'),
  );
  return `${parts.join('\n')}\n`;
}
