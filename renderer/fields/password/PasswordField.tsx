import { Button, Group, PasswordInput, Progress, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../t';
import type { FieldProps } from '../kind';
import { ControlWrapper } from '../parts/ControlWrapper';
import { numberKeyword, numberSetting, textSetting } from '../settings';
import { asText } from '../text/text-value';
import { strengthOf } from './strength';

const COLORS = ['gray', 'red', 'orange', 'spruce', 'spruce'];

const REPEAT = t('does not match the repeated password');

/** Two inputs for a new password; what is stored is a hash and never comes back. */
function NewPassword({ props, onCancel }: { props: FieldProps; onCancel?: () => void }) {
  const { control, definition, value, onChange, readOnly, required, placeholder, invalid, problem } = props;
  const [password, setPassword] = useState(asText(value));
  const [again, setAgain] = useState('');
  const least = numberKeyword(definition, 'minLength') ?? numberSetting(definition, 'minlength');
  const { score, word } = strengthOf(password);
  // Half-way through there is nothing wrong yet.
  const halfway = password !== '' && again === '' && problem === REPEAT;
  const wrapper = { ...control, id: `${control.id}-new`, error: halfway ? undefined : control.error };

  function change(next: string, repeated: string) {
    setPassword(next);
    setAgain(repeated);
    if (next === '') return onChange('');
    if (next !== next.trim()) return onChange(next, t('must not begin or end with a space'));
    if (least !== undefined && next.length < least)
      return onChange(next, t(`must have at least ${least} characters`));
    onChange(next, next === repeated ? undefined : REPEAT);
  }

  return (
    <ControlWrapper control={wrapper}>
      <Stack gap={6}>
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <PasswordInput
            flex={1}
            id={control.id}
            value={password}
            error={invalid && !halfway}
            disabled={control.disabled}
            readOnly={readOnly}
            aria-required={required || undefined}
            placeholder={placeholder ?? t('New password')}
            autoComplete="new-password"
            onChange={(event) => change(event.currentTarget.value, again)}
          />
          <PasswordInput
            flex={1}
            aria-label={t('Repeat password')}
            value={again}
            error={invalid && !halfway && again !== password}
            disabled={control.disabled || password === ''}
            readOnly={readOnly}
            placeholder={textSetting(definition, 'confirmPlaceholder') ?? t('Repeat password')}
            autoComplete="new-password"
            onChange={(event) => change(password, event.currentTarget.value)}
          />
          {onCancel !== undefined && (
            <Button variant="subtle" color="gray" onClick={onCancel}>
              {t('Cancel')}
            </Button>
          )}
        </Group>
        {password !== '' && (
          <Group gap="xs" wrap="nowrap">
            <Progress
              value={score * 25}
              size={4}
              w={120}
              color={COLORS[score] ?? 'gray'}
              aria-hidden="true"
            />
            <Text size="xs" c="dimmed" aria-live="polite">
              {halfway ? t(`${word}. Repeat the password.`) : word}
            </Text>
          </Group>
        )}
      </Stack>
    </ControlWrapper>
  );
}

/** Sets a password; for an object that exists it is first asked for, since an empty one keeps what is stored. */
export function PasswordField(props: FieldProps) {
  const { control, value, readOnly, onChange, isNew } = props;
  const [open, setOpen] = useState(isNew || asText(value) !== '');
  const changing = open || asText(value) !== '';
  if (changing) {
    const cancel = () => {
      onChange('');
      setOpen(false);
    };
    return <NewPassword props={props} {...(isNew ? {} : { onCancel: cancel })} />;
  }
  return (
    <ControlWrapper control={{ ...control, id: `${control.id}-kept` }}>
      <Group gap="sm" mih={34}>
        <Button
          id={control.id}
          variant="default"
          disabled={control.disabled || readOnly}
          aria-labelledby={`${props.labelId} ${control.id}`}
          onClick={() => setOpen(true)}
        >
          {t('Set new password')}
        </Button>
        <Text size="xs" c="dimmed">
          {t('A password is set. It cannot be shown.')}
        </Text>
      </Group>
    </ControlWrapper>
  );
}
