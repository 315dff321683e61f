import { Radio, Stack } from '@mantine/core';
import { type Extent, extentsOf, type Subject } from './subject';

const texts = { label: 'Which objects' };

interface Props {
  subject: Subject;
  value: Extent;
  onChange: (extent: Extent) => void;
  /** One that makes no sense here. */
  without?: Extent | undefined;
}

/** Which objects are meant; nothing to choose where only all of them can be. */
export function ExtentChoice({ subject, value, onChange, without }: Props) {
  const options = extentsOf(subject).filter((option) => option.value !== without);
  if (options.length === 1) return null;
  return (
    <Radio.Group
      label={texts.label}
      value={value}
      onChange={(next) => {
        const chosen = options.find((option) => option.value === next);
        if (chosen) onChange(chosen.value);
      }}
    >
      <Stack gap={8} mt={6}>
        {options.map((option) => (
          <Radio
            key={option.value}
            value={option.value}
            label={option.label}
            description={option.reason}
            disabled={option.reason !== undefined}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
