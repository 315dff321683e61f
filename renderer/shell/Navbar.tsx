/** Side bar: collections by category, and the tools below them. */
import { ScrollArea, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import {
  IconAlertTriangle,
  IconApi,
  IconFilter,
  IconHome,
  IconKey,
  IconPhoto,
  IconPlugConnected,
  IconRobot,
  IconSchema,
  IconSettings,
  IconTransfer,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AUTOMATIONS } from '#contract/automations';
import { collectionsQuery, trashQuery } from '../api/queries';
import { CollectionIcon } from '../ui/CollectionIcon';
import { byCategory } from '../ui/categories';
import { useFileProblems } from '../ui/file-problems';
import { mayOpen, useRights } from '../ui/rights';
import classes from './Navbar.module.css';
import { NavGroup } from './NavGroup';
import { NavItem } from './NavItem';

/** From this many collections on a filter helps more than it takes room. */
const FILTER_FROM = 9;

const texts = {
  label: 'Main',
  start: 'Home',
  collections: 'Collections',
  filter: 'Filter collections',
  none: 'No matching collections',
  empty: 'No collections yet',
  schemas: 'Schemas',
  transfer: 'Import and export',
  api: 'API',
  media: 'Media',
  automations: 'Automations',
  trash: 'Trash',
  apiKeys: 'API keys',
  programs: 'Connected apps',
  users: 'Users',
  settings: 'Settings',
};

/** Pages below the collections, as far as the role opens them. */
const TOOLS = [
  { to: '/media', label: texts.media, Icon: IconPhoto },
  { to: `/c/${AUTOMATIONS}`, label: texts.automations, Icon: IconRobot },
  { to: '/schemas', label: texts.schemas, Icon: IconSchema },
  { to: '/transfer', label: texts.transfer, Icon: IconTransfer },
  { to: '/api', label: texts.api, Icon: IconApi },
  { to: '/trash', label: texts.trash, Icon: IconTrash },
  { to: '/utils/api-keys', label: texts.apiKeys, Icon: IconKey },
  { to: '/utils/oauth-clients', label: texts.programs, Icon: IconPlugConnected },
  { to: '/utils/users', label: texts.users, Icon: IconUsers },
  { to: '/settings', label: texts.settings, Icon: IconSettings },
] as const;

export function Navbar() {
  const [filter, setFilter] = useState('');
  const collections = useQuery(collectionsQuery());
  const rights = useRights();
  const trash = useQuery({ ...trashQuery(), enabled: rights.edits });
  const problems = useFileProblems();
  const wanted = filter.trim().toLowerCase();
  // Automations have a page of their own below.
  const all = (collections.data ?? []).filter((item) => item.name !== AUTOMATIONS);
  const shown = all.filter((item) => `${item.title} ${item.name}`.toLowerCase().includes(wanted));

  return (
    <nav className={classes.navbar} aria-label={texts.label}>
      <ScrollArea className={classes.scroll} scrollbarSize={8} type="hover">
        <div className={classes.section}>
          <NavItem to="/" end icon={<IconHome size={17} stroke={1.6} aria-hidden />} label={texts.start} />
        </div>
        {all.length >= FILTER_FROM && (
          <TextInput
            className={classes.filter}
            size="xs"
            leftSection={<IconFilter size={14} aria-hidden />}
            placeholder={texts.filter}
            aria-label={texts.filter}
            value={filter}
            onChange={(event) => setFilter(event.currentTarget.value)}
          />
        )}
        {collections.isPending && (
          <Stack gap={10} p="md" aria-hidden>
            {[72, 55, 64, 48].map((width) => (
              <Skeleton key={width} h={12} w={`${width}%`} />
            ))}
          </Stack>
        )}
        {byCategory(shown).map((category) => (
          <NavGroup key={category.name} name={category.name || texts.collections} open={wanted !== ''}>
            {category.collections.map((item) => (
              <NavItem
                key={item.name}
                to={`/c/${encodeURIComponent(item.name)}`}
                icon={<CollectionIcon schema={item.schema} singleton={item.singleton} />}
                label={item.title}
                count={item.singleton ? undefined : item.count}
              />
            ))}
          </NavGroup>
        ))}
        {collections.isSuccess && shown.length === 0 && (
          <Text size="sm" c="dimmed" px="lg" py="xs">
            {all.length === 0 ? texts.empty : texts.none}
          </Text>
        )}
      </ScrollArea>
      <div className={classes.tools}>
        {problems && (
          <NavItem
            to="/damaged"
            icon={<IconAlertTriangle size={17} stroke={1.6} aria-hidden />}
            label={problems.label}
            count={problems.count}
            urgent
          />
        )}
        {TOOLS.filter(({ to }) => mayOpen(rights, to)).map(({ to, label, Icon }) => (
          <NavItem
            key={to}
            to={to}
            icon={<Icon size={17} stroke={1.6} aria-hidden />}
            label={label}
            count={to === '/trash' ? trash.data?.length || undefined : undefined}
          />
        ))}
      </div>
    </nav>
  );
}
