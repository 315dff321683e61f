/** How many objects refer to the one that is open, and which. */
import { Anchor, Button, List, Modal, Stack, Text, UnstyledButton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Referrer } from '#contract/relations';
import { collectionsQuery } from '../../api/queries';
import { referencesQuery } from '../../api/references';
import { formatNumber, plural } from '../../ui/format';
import classes from './editor.module.css';

const texts = {
  used: (count: number) => `Used in ${formatNumber(count)}`,
  title: (title: string) => `Where “${title}” is used`,
  hidden: (count: number) =>
    plural(
      count,
      '# object that you cannot open uses it as well.',
      '# objects that you cannot open use it as well.',
    ),
  more: 'Show more',
  rest: (count: number) => `And ${formatNumber(count)} more`,
};

/** Shown at first, and more with each press. */
const PAGE = 20;
const MOST = 100;

function Row({ referrer, place, onLeave }: { referrer: Referrer; place: string; onLeave(): void }) {
  const { collection, id, title, properties } = referrer;
  return (
    <List.Item>
      <Anchor
        component={Link}
        to={`/c/${encodeURIComponent(collection)}/${encodeURIComponent(id)}`}
        size="sm"
        onClick={onLeave}
      >
        {title}
      </Anchor>
      <Text size="xs" c="dimmed">
        {place}: {properties.map(({ label }) => label).join(', ')}
      </Text>
    </List.Item>
  );
}

interface Props {
  collection: string;
  id: string;
  title: string;
}

export function UsedIn({ collection, id, title }: Props) {
  const [opened, setOpened] = useState(false);
  const [limit, setLimit] = useState(PAGE);
  const { data } = useQuery({
    ...referencesQuery(collection, id, limit),
    placeholderData: keepPreviousData,
  });
  const { data: collections = [] } = useQuery(collectionsQuery());
  const names = new Map(collections.map(({ name, title: shown }) => [name, shown]));
  const { total = 0, hidden = 0 } = data ?? {};
  if (total + hidden === 0) return null;
  const close = () => setOpened(false);
  return (
    <>
      <UnstyledButton className={classes.used} aria-haspopup="dialog" onClick={() => setOpened(true)}>
        {texts.used(total + hidden)}
      </UnstyledButton>
      <Modal opened={opened} onClose={close} title={texts.title(title)}>
        <Stack gap="sm">
          {total > 0 && (
            <List listStyleType="none" spacing="xs" style={{ overflowWrap: 'anywhere' }}>
              {data?.data.map((referrer) => (
                <Row
                  key={`${referrer.collection}/${referrer.id}`}
                  referrer={referrer}
                  place={names.get(referrer.collection) ?? referrer.collection}
                  onLeave={close}
                />
              ))}
            </List>
          )}
          {total > limit && limit < MOST && (
            <Button variant="default" size="compact-sm" onClick={() => setLimit(limit + 2 * PAGE)}>
              {texts.more}
            </Button>
          )}
          {total > limit && limit >= MOST && <Text size="sm">{texts.rest(total - limit)}</Text>}
          {hidden > 0 && <Text size="sm">{texts.hidden(hidden)}</Text>}
        </Stack>
      </Modal>
    </>
  );
}
