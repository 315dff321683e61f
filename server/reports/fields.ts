/** The fields available as columns of a report (spec/reports.md#fields). */
import type { Content } from '../content/core/base.js';
import { SYSTEM_PROPERTIES } from '../contract/names.js';
import type { ReportField } from '../contract/transfer.js';
import { compareText } from '../query/sort.js';
import { labelOf } from '../schemas/check.js';
import type { Property, Schema } from '../schemas/schema.js';

/** Fields that belong together. */
export interface FieldGroup {
  label: string;
  fields: ReportField[];
}

const byName = (a: ReportField, b: ReportField) => compareText(a.name, b.name);

const fieldOf = (property: Property, prefix = ''): ReportField => ({
  name: `${prefix}${property.name}`,
  label: labelOf(property),
  type: property.kind.numeric && property.definition.type === 'integer' ? 'integer' : property.kind.type,
});

const TIMES: readonly ReportField[] = [
  { name: 'created', label: 'Created', type: 'date' },
  { name: 'modified', label: 'Modified', type: 'date' },
];

/** The properties of a schema, `id` first, then A-Z, without hidden ones. */
function fieldsIn(schema: Schema, prefix = ''): ReportField[] {
  const shown = [...schema.properties.values()].filter(
    ({ name, kind }) => !kind.private && !(prefix === '' && SYSTEM_PROPERTIES.has(name)),
  );
  const others = shown.filter(({ name }) => name !== 'id').map((property) => fieldOf(property, prefix));
  const id = schema.properties.get('id');
  return [...(id ? [fieldOf(id, prefix)] : []), ...[...others, ...(prefix === '' ? TIMES : [])].sort(byName)];
}

/** The object's own fields, then a group for each deck and card, A-Z by their names. Throws `missing`. */
export function fieldGroups(base: Content, collection: string): FieldGroup[] {
  const { schema, settings } = base.collections.get(collection);
  const nested = [...schema.properties.values()]
    .sort((a, b) => compareText(a.name, b.name))
    .flatMap((property) => {
      const inner = property.children?.schema();
      return inner ? [{ label: labelOf(property), fields: fieldsIn(inner, `${property.name}.`) }] : [];
    });
  return [{ label: settings.labelSingular, fields: fieldsIn(schema) }, ...nested];
}

/** All fields in one list: what `GET /report/collections/{c}/fields?format=json` answers. */
export const reportFields = (base: Content, collection: string): ReportField[] =>
  fieldGroups(base, collection).flatMap(({ fields }) => fields);
