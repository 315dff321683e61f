import { Stack, Title } from '@mantine/core';
import { Link } from 'react-router';
import type { CollectionSummary } from '#contract/objects';
import { useRecent } from '../../ui/useRecent';
import classes from './home.module.css';

const texts = { title: 'Recently opened' };
const MOST = 5;

/** The objects last opened in this browser. */
export function RecentObjects({ collections }: { collections: readonly CollectionSummary[] }) {
  const [recent] = useRecent();
  const titles = new Map(collections.map((item) => [item.name, item.title]));
  const known = recent.filter((item) => titles.has(item.collection)).slice(0, MOST);
  if (known.length === 0) return null;
  return (
    <Stack gap="xs" component="section">
      <Title order={2} size="sm" c="dimmed" fw={550}>
        {texts.title}
      </Title>
      <div className={classes.frame}>
        {known.map((item) => (
          <Link
            key={`${item.collection}/${item.id}`}
            to={`/c/${encodeURIComponent(item.collection)}/${encodeURIComponent(item.id)}`}
            className={classes.recent}
          >
            <span className="truncate">{item.title}</span>
            <span>{titles.get(item.collection)}</span>
          </Link>
        ))}
      </div>
    </Stack>
  );
}
