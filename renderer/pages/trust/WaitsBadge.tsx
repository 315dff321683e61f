import { Badge, Tooltip } from '@mantine/core';

const texts = {
  waits: 'Needs approval',
  why: 'Included with the folder or changed outside Plinth. It stays inactive until you approve it.',
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
