import { ActionIcon, Tooltip } from '@mantine/core';
import type { IconX } from '@tabler/icons-react';

interface ButtonProps {
  label: string;
  Icon: typeof IconX;
  onClick(): void;
  /** Of a button that switches something on and off. */
  isOn?: boolean;
}

export const IconButton = ({ label, Icon, onClick, isOn }: ButtonProps) => (
  <Tooltip label={label}>
    <ActionIcon
      size={30}
      variant={isOn ? 'light' : 'subtle'}
      color={isOn ? undefined : 'gray'}
      aria-label={label}
      aria-pressed={isOn}
      onClick={onClick}
    >
      <Icon size={17} />
    </ActionIcon>
  </Tooltip>
);
