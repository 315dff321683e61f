/** Side bar: collections by category, and the tools below them. */

import { ScrollArea, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import { AUTOMATIONS } from '#contract/automations';
import { collectionsQuery } from '../api/queries';
import { CollectionIcon } from '../ui/CollectionIcon';
import { byCategory } from '../ui/categories';
import { formatNumber } from '../ui/format';
import { useRights } from '../ui/rights';
import { useCompare } from '../ui/useCompare';
import classes from './Navbar.module.css';
import { NavGroup } from './NavGroup';
import { type ShownLink, useScreenLinks } from './useScreenLinks';

interface Props {
  to: string;
  icon: ReactNode;
  label: string;
  count?: number | undefined;
  /** Active on exactly this address only. */
  end?: boolean;
  /** The count is of problems and is highlighted. */
  urgent?: boolean | undefined;
}

/** A line of the side bar. */
function NavItem({ to, icon, label, count, end = false, urgent = false }: Props) {
  return (
    <NavLink to={to} end={end} className={classes.item} title={label}>
      {icon}
      <span className={classes.label}>{label}</span>
      {count !== undefined && (
        <span className={classes.count} data-urgent={urgent || undefined}>
          {formatNumber(count)}
        </span>
      )}
    </NavLink>
  );
}

/** A filter is shown from this many collections on. */
const FILTER_FROM = 9;

const texts = {
  label: 'Main',
  manage: 'Manage',
  collections: 'Collections',
  filter: 'Filter collections',
  none: 'No matching collections',
  empty: 'No collections yet',
};

export function Navbar() {
  const [filter, setFilter] = useState('');
  const collections = useQuery(collectionsQuery());
  const links = useScreenLinks();
  const { manages } = useRights();
  const wanted = filter.trim().toLowerCase();
  const compare = useCompare();
  // Automations have a screen among the tools.
  const all = (collections.data ?? []).filter((item) => item.name !== AUTOMATIONS);
  const shown = all.filter((item) => `${item.title} ${item.name}`.toLowerCase().includes(wanted));

  return (
    <nav className={classes.navbar} aria-label={texts.label}>
      <ScrollArea className={classes.scroll} scrollbarSize={8} type="hover">
        <div className={classes.section}>
          <ScreenItems links={links.filter(({ group }) => group === 'home')} />
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
        {byCategory(shown, compare).map((category) => (
          <NavGroup
            key={category.name}
            storedAs={`category:${category.name}`}
            name={category.name || texts.collections}
            open={wanted !== ''}
          >
            {category.collections.map((item) => (
              <NavItem
                key={item.name}
                to={`/c/${encodeURIComponent(item.name)}`}
                icon={<CollectionIcon of={item} />}
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
        <div className={classes.section}>
          <ScreenItems links={links.filter(({ group }) => group === 'tools')} />
        </div>
        {manages && <ManageGroup links={links.filter(({ group }) => group === 'manage')} />}
      </div>
    </nav>
  );
}

/** What it takes to set up the folder, folded away for those who write in it; open on its own pages. */
function ManageGroup({ links }: { links: readonly ShownLink[] }) {
  const { pathname } = useLocation();
  const isHere = links.some(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
  return (
    <NavGroup storedAs="manage" name={texts.manage} open={isHere} foldedAtFirst>
      <ScreenItems links={links} />
    </NavGroup>
  );
}

function ScreenItems({ links }: { links: readonly ShownLink[] }) {
  return links.map(({ to, label, Icon, count, urgent }) => (
    <NavItem
      key={to}
      to={to}
      end={to === '/'}
      icon={<Icon size={17} stroke={1.6} aria-hidden />}
      label={label}
      count={count}
      urgent={urgent}
    />
  ));
}
