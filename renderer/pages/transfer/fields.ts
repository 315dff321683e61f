/** Fields to choose from, in groups. Pure. */
import type { SchemaDefinition } from '#contract/schemas';
import type { ReportField } from '#contract/transfer';
import { declaredKind } from '../../fields';
import { labelOf } from '../../fields/field-rules';
import { t } from '../../t';
import type { FieldGroup } from './FieldPicker';

const TIMES = [
  { name: 'created', label: t('Created') },
  { name: 'modified', label: t('Modified') },
] as const;

/** Columns of a CSV export: the properties of the schema, then Plinth's own. Passwords are in no file. */
export function exportFields(schema: SchemaDefinition): FieldGroup[] {
  const own = Object.entries(schema.properties)
    .filter(
      ([name, definition]) =>
        name !== 'id' &&
        declaredKind(definition)?.unexported !== true &&
        !TIMES.some((time) => time.name === name),
    )
    .map(([name, definition]) => ({ name, label: labelOf(name, definition) }));
  return [{ label: '', fields: [{ name: 'id', label: 'ID' }, ...own, ...TIMES] }];
}

/** Fields of a report: the object's own, then those of each card and deck under its label. */
export function reportGroups(
  fields: readonly ReportField[],
  schema: SchemaDefinition,
  own: string,
): FieldGroup[] {
  const groups = new Map<string, ReportField[]>();
  for (const field of fields) {
    const dot = field.name.indexOf('.');
    const key = dot < 0 ? '' : field.name.slice(0, dot);
    groups.set(key, [...(groups.get(key) ?? []), field]);
  }
  return [...groups].map(([key, list]) => {
    const definition = schema.properties[key];
    const label =
      key === '' ? own.charAt(0).toUpperCase() + own.slice(1) : definition ? labelOf(key, definition) : key;
    return { label, fields: list };
  });
}
