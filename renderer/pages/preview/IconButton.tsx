import { ActionIcon, Tooltip } from '@mantine/core';
import type { IconX } from '@tabler/icons-react';

interface ButtonProps {
  label: string;
  Icon: typeof IconX;
  onClick(): void;
}

export const IconButton = ({ label, Icon, onClick }: ButtonProps) => (
  <Tooltip label={label}>
    <ActionIcon size={30} variant="subtle" color="gray" aria-label={label} onClick={onClick}>
      <Icon size={17} />
    </ActionIcon>
  </Tooltip>
);
