/** Above a list: what the shared draft adds to a list of what is live, or takes out of a list of the draft. */
import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { SHARED_DRAFT } from '#contract/set-names';
import { objectsPageQuery } from '../../api/queries';
import { formatNumber } from '../../ui/format';
import { titleOf } from '../../ui/title-of';
import type { ListDrafts } from './list-drafts';
import classes from './ObjectList.module.css';

const texts = {
  new: 'Not published yet:',
  remove: 'Will be deleted when published:',
  more: (count: number) => `and ${formatNumber(count)} more`,
};

/** How many are named. */
const NAMED = 5;

export function Unlisted({ collection, drafts }: { collection: string; drafts: ListDrafts }) {
  const kind = drafts.set === undefined ? 'new' : 'remove';
  const count = drafts.counts[kind];
  const ids = drafts.changes.flatMap(({ id, change }) => (change === kind ? [id] : []));
  const named = ids.slice(0, NAMED);
  // Their titles stand where the list does not look.
  const set = drafts.set === undefined ? SHARED_DRAFT : undefined;
  const { data } = useQuery({
    ...objectsPageQuery(collection, {
      offset: 0,
      limit: NAMED,
      include: `id:in:${[...named].sort().join('|')}`,
      set,
    }),
    enabled: named.length > 0,
  });
  if (count === 0) return null;
  const titles = new Map(data?.objects.map((object) => [object.id, titleOf(object)]));
  return (
    <Text size="sm" c="dimmed" className={classes.line ?? ''} data-testid="unlisted">
      {texts[kind]}{' '}
      {named.map((id, at) => (
        <Fragment key={id}>
          {at > 0 && ', '}
          <Anchor
            component={Link}
            to={`/c/${encodeURIComponent(collection)}/${encodeURIComponent(id)}`}
            size="sm"
            className={classes.unlistedTitle}
            title={titles.get(id)}
            dir="auto"
          >
            {titles.get(id) ?? id}
          </Anchor>
        </Fragment>
      ))}
      {count > named.length && (
        <>
          {' '}
          <Anchor component={Link} to={`/change-sets/${SHARED_DRAFT}`} size="sm">
            {named.length === 0 ? formatNumber(count) : texts.more(count - named.length)}
          </Anchor>
        </>
      )}
    </Text>
  );
}
