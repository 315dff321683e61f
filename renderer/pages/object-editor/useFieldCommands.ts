/** The fields of the form in the command palette. */
import { IconForms } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { SchemaDefinition } from '#contract/schemas';
import { labelOf } from '../../fields/field-rules';
import { focusField } from '../../form/focus-field';
import { useOffered } from '../../ui/page-commands';

/** The palette gives the focus back to what had it before, and then a field can take it. */
const AFTER_CLOSING = 200;

export function useFieldCommands(schema: SchemaDefinition): void {
  const commands = useMemo(
    () =>
      Object.entries(schema.properties).map(([name, definition]) => ({
        id: `field/${name}`,
        label: labelOf(name, definition),
        keywords: [name],
        Icon: IconForms,
        run: () => void window.setTimeout(() => focusField(name), AFTER_CLOSING),
        isField: true as const,
      })),
    [schema],
  );
  useOffered(commands);
}
