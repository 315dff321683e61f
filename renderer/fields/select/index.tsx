/** select, radio, multiselect and multicheckbox. */
import { Badge, Group, Text } from '@mantine/core';
import type { PropertyOnWire } from '#contract/schemas';
import type { JsonValue } from '#contract/values';
import type { CellProps, FieldKind } from '../kind';
import { labelOf } from '../settings';
import { MultiCheckboxField, RadioField } from './ChoiceList';
import { isChoosable, textsOf } from './choice';
import { MultiSelectField, SelectField } from './SelectField';

const labels = (value: JsonValue | undefined, definition: PropertyOnWire): string[] =>
  textsOf(value).map((text) => labelOf(definition, text));

function SelectCell({ value, definition }: CellProps) {
  return (
    <Text size="sm" truncate>
      {labels(value, definition).join(', ')}
    </Text>
  );
}

/** Words as badges on one line; what does not fit is cut. */
export function BadgesCell({ value, definition }: CellProps) {
  return (
    <Group gap={4} wrap="nowrap" style={{ overflow: 'hidden' }}>
      {[...new Set(labels(value, definition))].slice(0, 6).map((label) => (
        <Badge key={label} variant="light" color="gray" tt="none" fw={450} radius="sm">
          {label}
        </Badge>
      ))}
    </Group>
  );
}

const single = {
  Cell: SelectCell,
  summary: (value: JsonValue | undefined, definition: PropertyOnWire) => labels(value, definition).join(', '),
  accepts: isChoosable,
  shown: (value: JsonValue | undefined) => textsOf(value)[0] ?? '',
};

export const select: FieldKind = { ...single, Input: SelectField, empty: '' };
export const radio: FieldKind = { ...single, Input: RadioField, empty: '', group: true };
export const multiselect: FieldKind = {
  ...single,
  Cell: BadgesCell,
  Input: MultiSelectField,
  shown: textsOf,
  empty: [],
};
export const multicheckbox: FieldKind = {
  ...multiselect,
  Input: MultiCheckboxField,
  // Boxes are ticked or not, in no order.
  shown: (value) => textsOf(value).sort(),
  group: true,
};
