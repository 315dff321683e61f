/** A password to be: typed, or made by chance and shown, so that it can be handed over. */
import { Button, CopyButton, Group, PasswordInput, Stack } from '@mantine/core';
import { IconCheck, IconCopy, IconDice } from '@tabler/icons-react';
import { useState } from 'react';
import { USER_LIMITS } from '#contract/users';
import { useAnnounce } from '../../ui/Announcer';

const texts = {
  hint: `At least ${USER_LIMITS.shortestPassword} characters. A few unrelated words work best.`,
  make: 'Generate',
  made: 'A password was generated and is shown in the field.',
  copy: 'Copy',
  copied: 'Copied',
  announce: 'Password copied to the clipboard.',
  show: 'Show the password',
  hide: 'Hide the password',
};

/** No letters and digits that look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Four groups of five: about 99 bits. */
function madeUp(): string {
  const chosen: string[] = [];
  while (chosen.length < 20) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1));
    // Bytes beyond the last whole round would favour the first letters.
    if (byte < 256 - (256 % LETTERS.length)) chosen.push(LETTERS.charAt(byte % LETTERS.length));
  }
  return chosen.join('').replace(/.{5}(?=.)/g, '$&-');
}

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  /** The password is for another user, who has to be given it. */
  handedOver?: boolean;
  focused?: boolean;
}

export function NewPassword({ label, value, onChange, error, handedOver = false, focused = false }: Props) {
  const [shown, setShown] = useState(false);
  const announce = useAnnounce();
  const make = () => {
    onChange(madeUp());
    setShown(true);
    announce(texts.made);
  };
  return (
    <Stack gap={6}>
      <PasswordInput
        label={label}
        description={texts.hint}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={error}
        maxLength={USER_LIMITS.longestPassword}
        autoComplete="new-password"
        visible={shown}
        onVisibilityChange={setShown}
        visibilityToggleButtonProps={{ 'aria-label': shown ? texts.hide : texts.show, tabIndex: 0 }}
        required
        data-autofocus={focused || undefined}
      />
      {handedOver && (
        <Group>
          <Button
            variant="subtle"
            size="compact-sm"
            ml={-8}
            leftSection={<IconDice size={16} />}
            onClick={make}
          >
            {texts.make}
          </Button>
          {value !== '' && (
            <CopyButton value={value} timeout={2000}>
              {({ copied, copy }) => (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
                  onClick={() => {
                    copy();
                    announce(texts.announce);
                  }}
                >
                  {copied ? texts.copied : texts.copy}
                </Button>
              )}
            </CopyButton>
          )}
        </Group>
      )}
    </Stack>
  );
}
