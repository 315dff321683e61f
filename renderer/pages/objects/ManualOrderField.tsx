/** The number of a collection by which users put its objects in an order. */
import { Select } from '@mantine/core';
import type { CollectionSettings } from '#contract/objects';
import type { SchemaDefinition } from '#contract/schemas';
import { labelOf } from '../../fields/field-rules';
import { orderings } from '../../lists/ordering';

const texts = {
  label: 'Manual order by',
  hint: 'A number field. Objects are moved in the table when it is sorted by this field.',
  none: 'None',
  missing: 'Lists have no number field to sort by. Add one to the schema and mark it as indexed.',
};

interface Props {
  settings: CollectionSettings;
  schema: SchemaDefinition;
  error: string | undefined;
  onChange: (part: Partial<CollectionSettings>) => void;
}

export function ManualOrderField({ settings: { manualOrder = '' }, schema, error, onChange }: Props) {
  const names = orderings(schema);
  const all = manualOrder === '' || names.includes(manualOrder) ? names : [...names, manualOrder];
  return (
    <Select
      label={texts.label}
      description={all.length === 0 ? texts.missing : texts.hint}
      data={all.map((value) => ({ value, label: labelOf(value, schema.properties[value]) }))}
      value={manualOrder === '' ? null : manualOrder}
      // The order that is kept by hand is the one the list starts with.
      onChange={(name) =>
        onChange(
          name === null ? { manualOrder: '' } : { manualOrder: name, sortBy: name, reverseSort: false },
        )
      }
      placeholder={texts.none}
      disabled={all.length === 0}
      error={error}
      clearable
    />
  );
}
