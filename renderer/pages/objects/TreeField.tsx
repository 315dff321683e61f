/** The relation of a collection by which its objects have a parent. */
import { Select } from '@mantine/core';
import type { CollectionSettings } from '#contract/objects';
import type { SchemaDefinition } from '#contract/schemas';
import { labelOf } from '../../fields/field-rules';
import { parentsOf } from '../../lists/tree';

const texts = {
  label: 'Tree by',
  hint: 'A relation to one object of this collection: the parent. The list shows each object below its parent.',
  none: 'None',
  missing: 'The schema has no indexed relation to one object of this collection. Add one, such as “Parent”.',
};

interface Props {
  settings: CollectionSettings;
  schema: SchemaDefinition;
  error: string | undefined;
  onChange: (part: Partial<CollectionSettings>) => void;
}

export function TreeField({ settings: { id, tree = '' }, schema, error, onChange }: Props) {
  const names = parentsOf(id, schema);
  const all = tree === '' || names.includes(tree) ? names : [...names, tree];
  return (
    <Select
      label={texts.label}
      description={all.length === 0 ? texts.missing : texts.hint}
      data={all.map((value) => ({ value, label: labelOf(value, schema.properties[value]) }))}
      value={tree === '' ? null : tree}
      onChange={(name) => onChange({ tree: name ?? '' })}
      placeholder={texts.none}
      disabled={all.length === 0}
      error={error}
      clearable
    />
  );
}
