import { Badge, Tooltip } from '@mantine/core';

const texts = {
  waits: 'Waits',
  why: 'It came with the folder or was changed outside Plinth, and does not count until you accept it.',
};

/** Marks a record in a list that waits until it is accepted. */
export function WaitsBadge() {
  return (
    <Tooltip label={texts.why} multiline maw={320}>
      <Badge color="yellow" variant="light" size="sm" mr={6}>
        {texts.waits}
      </Badge>
    </Tooltip>
  );
}
