/** Below a list that is loaded page by page: the button for the next page, while there is one. */
import { Button, Center } from '@mantine/core';
import { formatNumber } from './format';

const texts = {
  more: 'Show more',
  moreLeft: (left: number) => `Show more (${formatNumber(left)} left)`,
};

interface Props {
  /** Of `useInfiniteQuery`. */
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
  /** How many are not shown yet, where it is known. */
  left?: number;
  /** Where “Show more” would not say what comes. */
  label?: string;
}

export function LoadMore({ query, left, label }: Props) {
  if (!query.hasNextPage) return null;
  return (
    <Center mt="sm">
      <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {label ?? (left === undefined ? texts.more : texts.moreLeft(left))}
      </Button>
    </Center>
  );
}
