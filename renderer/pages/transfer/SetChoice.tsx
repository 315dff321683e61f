/** Whether a file has what the draft of a list has, or what is live; nothing to choose in a list of what is live. */
import { Radio, Stack, Text } from '@mantine/core';
import type { Subject } from './subject';

const texts = {
  label: 'Content',
  draft: 'As in the draft',
  draftHint: 'As the list shows it, with changes that are not published yet.',
  live: 'What is live',
  isLive: 'It has what is live, without changes that are not published yet.',
};

interface Props {
  subject: Subject;
  /** The change set; undefined for what is live. */
  value: string | undefined;
  onChange: (set: string | undefined) => void;
  /** The file can only have what is live. */
  isLive?: boolean;
}

export function SetChoice({ subject, value, onChange, isLive = false }: Props) {
  const { set } = subject.view;
  if (set === undefined) return null;
  if (isLive) {
    return (
      <Text size="sm" c="dimmed">
        {texts.isLive}
      </Text>
    );
  }
  return (
    <Radio.Group
      label={texts.label}
      value={value ?? ''}
      onChange={(next) => onChange(next === '' ? undefined : set)}
    >
      <Stack gap={8} mt={6}>
        <Radio value={set} label={texts.draft} description={texts.draftHint} />
        <Radio value="" label={texts.live} />
      </Stack>
    </Radio.Group>
  );
}
