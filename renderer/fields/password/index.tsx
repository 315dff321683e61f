/** password (stored as a hash) and secret (stored as text, masked). */
import { PasswordInput, Text } from '@mantine/core';
import type { JsonValue } from '#contract/values';
import { t } from '../../t';
import type { CellProps, FieldProps } from '../kind';
import { late } from '../late';
import { textKind } from '../text/text-kind';
import { asText } from '../text/text-value';

const PasswordField = late(async () => (await import('./PasswordField')).PasswordField);

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

export const password = textKind({
  Input: PasswordField,
  Cell: MaskedCell,
  summary: mask,
  sensitive: true,
  unexported: true,
  builder: {
    group: t('Special'),
    label: t('Password'),
    help: t('Stored as a hash, never shown.'),
    settings: [],
  },
});

export const secret = textKind({
  Input: SecretField,
  Cell: MaskedCell,
  summary: mask,
  sensitive: true,
  builder: {
    group: t('Special'),
    label: t('Secret'),
    help: t('A token, visible only to users with write access.'),
    words: 'token key',
    settings: [],
  },
});
