/** The schema of a collection that an import makes. */
import {
  type ImportMapping,
  isLongKind,
  isTitleKind,
  type MappedField,
  type MappedGroup,
} from '../../contract/imports.js';
import type { JsonObject } from '../../contract/values.js';
import { resolveKind } from '../../properties/resolve.js';
import { labelFromName } from '../../schemas/messages.js';

const TITLES = ['title', 'name', 'label', 'heading'];

/** The property that names an object. */
export function titleProperty({ fields }: MappedGroup): string | undefined {
  const mapped = fields.filter(({ to }) => to !== null && to !== 'id');
  const title = TITLES.flatMap((name) => mapped.find(({ to }) => to === name) ?? [])[0];
  return (title ?? mapped.find(({ kind }) => kind !== undefined && isTitleKind(kind)))?.to ?? undefined;
}

function relationSettings(field: MappedField, mapping: ImportMapping): JsonObject | undefined {
  const target = mapping.groups.find(({ from }) => from === field.relation);
  if (!target || target.collection === null) return undefined;
  return {
    relationalOptions: { collection: target.collection, label: titleProperty(target) ?? 'id', value: 'id' },
  };
}

function definitionOf(field: MappedField, mapping: ImportMapping): JsonObject {
  const kind = field.kind ?? 'text';
  const settings = relationSettings(field, mapping);
  return {
    type: resolveKind({ field: kind }).kind.type,
    field: kind,
    label: field.label ?? labelFromName(field.to ?? ''),
    ...(settings && { settings }),
  };
}

export function newSchema(
  id: string,
  group: MappedGroup,
  mapping: ImportMapping,
): JsonObject & { id: string } {
  const fields = group.fields.filter(({ to }) => to !== null && to !== 'id');
  const title = titleProperty(group);
  const ordered = [...fields].sort((a, b) => Number(b.to === title) - Number(a.to === title));
  const properties: JsonObject = {
    id: {
      $ref: 'slug',
      field: 'id',
      label: 'ID',
      ...(title !== undefined && { settings: { autogen: `\${${title}}` } }),
    },
  };
  for (const field of ordered) if (field.to !== null) properties[field.to] = definitionOf(field, mapping);
  const { identity } = group;
  if (identity !== undefined && !Object.hasOwn(properties, identity)) {
    properties[identity] = {
      type: 'string',
      field: 'text',
      label: labelFromName(identity),
      settings: { readonly: true },
    };
  }
  const indexed = ordered.flatMap(({ to, kind = 'text' }) => (to === null || isLongKind(kind) ? [] : [to]));
  return {
    id,
    properties,
    required: ['id'],
    index: ['id', ...indexed, ...(identity !== undefined && !indexed.includes(identity) ? [identity] : [])],
  };
}
