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
import { collectionsQuery, damagedQuery, sessionQuery, trashQuery } from '../../api/queries';
import { CollectionIcon } from '../CollectionIcon';
import { byCategory } from '../categories';
import { mayAutomate } from '../may-automate';
import classes from './Navbar.module.css';
import { NavGroup } from './NavGroup';
import { NavItem } from './NavItem';

/** From this many collections on a filter helps more than it takes room. */
const FILTER_FROM = 9;

const texts = {
  label: 'Main',
  start: 'Start',
  collections: 'Collections',
  filter: 'Filter collections',
  none: 'No collection matches.',
  empty: 'No collections yet.',
  schemas: 'Schemas',
  transfer: 'Import and export',
  api: 'API',
  media: 'Media',
  automations: 'Automations',
  trash: 'Trash',
  apiKeys: 'API keys',
  programs: 'Programs',
  users: 'Users',
  settings: 'Settings',
  damaged: 'Damaged files',
};

export function Navbar() {
  const [filter, setFilter] = useState('');
  const collections = useQuery(collectionsQuery());
  const trash = useQuery(trashQuery());
  const damaged = useQuery(damagedQuery());
  const { data: session } = useQuery(sessionQuery());
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
        {damaged.data !== undefined && damaged.data.length > 0 && (
          <NavItem
            to="/damaged"
            icon={<IconAlertTriangle size={17} stroke={1.6} aria-hidden />}
            label={texts.damaged}
            count={damaged.data.length}
            urgent
          />
        )}
        <NavItem to="/media" icon={<IconPhoto size={17} stroke={1.6} aria-hidden />} label={texts.media} />
        {mayAutomate(session?.user) && (
          <NavItem
            to={`/c/${AUTOMATIONS}`}
            icon={<IconRobot size={17} stroke={1.6} aria-hidden />}
            label={texts.automations}
          />
        )}
        <NavItem
          to="/schemas"
          icon={<IconSchema size={17} stroke={1.6} aria-hidden />}
          label={texts.schemas}
        />
        <NavItem
          to="/transfer"
          icon={<IconTransfer size={17} stroke={1.6} aria-hidden />}
          label={texts.transfer}
        />
        <NavItem to="/api" icon={<IconApi size={17} stroke={1.6} aria-hidden />} label={texts.api} />
        <NavItem
          to="/trash"
          icon={<IconTrash size={17} stroke={1.6} aria-hidden />}
          label={texts.trash}
          count={trash.data?.length || undefined}
        />
        <NavItem
          to="/utils/api-keys"
          icon={<IconKey size={17} stroke={1.6} aria-hidden />}
          label={texts.apiKeys}
        />
        <NavItem
          to="/utils/oauth-clients"
          icon={<IconPlugConnected size={17} stroke={1.6} aria-hidden />}
          label={texts.programs}
        />
        <NavItem
          to="/utils/users"
          icon={<IconUsers size={17} stroke={1.6} aria-hidden />}
          label={texts.users}
        />
        <NavItem
          to="/settings"
          icon={<IconSettings size={17} stroke={1.6} aria-hidden />}
          label={texts.settings}
        />
      </div>
    </nav>
  );
}
