import { Badge } from '@mantine/core';

/** How many messages are inside something folded. */
export function Messages({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Badge color="red" variant="light" size="sm" tt="none" flex="none">
      {count === 1 ? '1 message' : `${count} messages`}
    </Badge>
  );
}
