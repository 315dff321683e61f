import { Badge, Tooltip } from '@mantine/core';

const texts = {
  pending: 'Needs approval',
  why: 'Included with the folder or changed outside Plinth. It stays inactive until you approve it.',
};

/** Marks a record in a list that needs approval. */
export function PendingBadge() {
  return (
    <Tooltip label={texts.why} multiline maw={320}>
      <Badge color="yellow" variant="light" size="sm" mr={6}>
        {texts.pending}
      </Badge>
    </Tooltip>
  );
}
