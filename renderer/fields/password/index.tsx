/** password (stored as a hash) and secret (stored as text, masked). */
import { PasswordInput, Text } from '@mantine/core';
import type { JsonValue } from '#contract/values';
import type { CellProps, FieldKind, FieldProps } from '../kind';
import { asText, isTextual } from '../text/text-value';
import { PasswordField } from './PasswordField';

const MASK = '••••••';
const mask = (value: JsonValue | undefined): string => (asText(value) === '' ? '' : MASK);

function SecretField({ control, value, onChange, readOnly, required, placeholder }: FieldProps) {
  return (
    <PasswordInput
      {...control}
      value={asText(value)}
      readOnly={readOnly}
      aria-required={required || undefined}
      placeholder={placeholder}
      // A token is no log-in: password managers should leave it alone.
      autoComplete="off"
      data-1p-ignore
      data-lpignore="true"
      spellCheck={false}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function MaskedCell({ value }: CellProps) {
  return (
    <Text size="sm" c="dimmed">
      {mask(value)}
    </Text>
  );
}

export const password: FieldKind = {
  Input: PasswordField,
  Cell: MaskedCell,
  summary: mask,
  accepts: isTextual,
  shown: asText,
  empty: '',
  sensitive: true,
};

export const secret: FieldKind = { ...password, Input: SecretField };
