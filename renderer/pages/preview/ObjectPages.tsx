/** On how many pages of the site the object is shown, and which. */
import { Button, List, Popover, ScrollArea, Stack, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { IconFiles } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { objectPagesQuery } from '../../api/preview';
import { formatMoment, formatNumber, plural } from '../../ui/format';
import classes from './preview.module.css';

const texts = {
  shown: (count: number) => plural(count, 'Shown on # page', 'Shown on # pages'),
  built: (moment: string) => `As published ${moment}`,
  more: (count: number) => plural(count, 'and # more', 'and # more'),
};

/** A path as it is typed; one that cannot be decoded stays as it is. */
function readable(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

interface Props {
  collection: string;
  id: string;
  onGo(path: string): void;
}

export function ObjectPages({ collection, id, onGo }: Props) {
  const [opened, setOpened] = useState(false);
  const { data: sites = [] } = useQuery(objectPagesQuery(collection, id));
  const count = sites.reduce((sum, { total }) => sum + total, 0);
  if (count === 0) return null;
  const go = (path: string) => {
    setOpened(false);
    onGo(path);
  };
  return (
    <Popover position="bottom-end" withArrow trapFocus returnFocus opened={opened} onChange={setOpened}>
      <Popover.Target>
        <Tooltip label={texts.shown(count)}>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            className={classes.pages ?? ''}
            leftSection={<IconFiles size={17} />}
            aria-label={texts.shown(count)}
            onClick={() => setOpened(!opened)}
          >
            {formatNumber(count)}
          </Button>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown maw="24rem">
        <ScrollArea.Autosize mah="20rem">
          <Stack gap="sm">
            {sites.map(({ site, name, at, total, pages }) => (
              <div key={site}>
                <Text size="sm" fw={600}>
                  {sites.length > 1 ? name : texts.shown(total)}
                </Text>
                <Text size="xs" c="dimmed">
                  {texts.built(formatMoment(at))}
                </Text>
                <List listStyleType="none" size="sm" mt="xs" spacing={4}>
                  {pages.map((path) => (
                    <List.Item key={path}>
                      <UnstyledButton className={classes.path} onClick={() => go(path)}>
                        {readable(path)}
                      </UnstyledButton>
                    </List.Item>
                  ))}
                </List>
                {total > pages.length && (
                  <Text size="xs" c="dimmed">
                    {texts.more(total - pages.length)}
                  </Text>
                )}
              </div>
            ))}
          </Stack>
        </ScrollArea.Autosize>
      </Popover.Dropdown>
    </Popover>
  );
}
