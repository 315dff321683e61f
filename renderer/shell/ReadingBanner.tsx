/** How far a large folder has been read, once that takes longer than a moment. */
import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useIsFetching, useQuery } from '@tanstack/react-query';
import { statusQuery } from '../api/queries';
import { formatNumber } from '../ui/format';
import classes from './ReadingBanner.module.css';

const texts = {
  label: 'Reading the folder',
  progress: (read: string, all: string) => `Reading the folder: ${read} of ${all} objects`,
  collections: (read: string, all: string) => `${read} of ${all} collections`,
};

/** Asks again so often, in ms. */
const EVERY = 1000;

export function ReadingBanner() {
  const waiting = useIsFetching({ predicate: ({ state }) => state.status === 'pending' });
  const { data } = useQuery({
    ...statusQuery(),
    refetchInterval: ({ state }) => (waiting > 0 || state.data?.reading ? EVERY : false),
  });
  const reading = data?.reading;
  const [isLong] = useDebouncedValue(reading !== undefined, EVERY);
  if (!isLong || reading === undefined || reading.of === 0) return null;
  const { read, of, collections } = reading;
  const isOne = collections.of < 2;
  const objects = texts.progress(formatNumber(read), formatNumber(of));
  const parts = texts.collections(formatNumber(collections.read), formatNumber(collections.of));
  return (
    <section aria-label={texts.label} className={classes.banner}>
      <Text size="sm" className="tabular">
        {isOne ? objects : `${objects} · ${parts}`}
      </Text>
      <progress
        value={isOne ? read : collections.read + read / of}
        max={isOne ? of : collections.of}
        aria-label={texts.label}
        className={classes.bar}
      />
    </section>
  );
}
