/** Side bar: collections by category, and the tools below them. */

import { ScrollArea, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, memo, type ReactNode, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { AUTOMATIONS } from '#contract/automations';
import type { CollectionSummary } from '#contract/objects';
import { collectionsQuery } from '../api/queries';
import { CollectionIcon } from '../ui/CollectionIcon';
import { byCategory } from '../ui/categories';
import { formatNumber } from '../ui/format';
import { useRights } from '../ui/rights';
import { useCompare } from '../ui/useCompare';
import { useSlices } from '../ui/useSlices';
import classes from './Navbar.module.css';
import { NavGroup } from './NavGroup';
import { type ShownLink, useScreenLinks } from './useScreenLinks';

interface Props {
  to: string;
  icon: ReactNode;
  label: string;
  count?: number | undefined;
  /** It is the page that is shown. */
  current: boolean;
  /** The count is of problems and is highlighted. */
  urgent?: boolean | undefined;
}

/**
 * A line of the side bar, a link that the side bar itself follows: each link of the router is drawn again with each page,
 * which takes a tenth of a second for hundreds of collections.
 */
function NavItem({ to, icon, label, count, current, urgent = false }: Props) {
  return (
    <a href={BASE + to} className={classes.item} title={label} aria-current={current ? 'page' : undefined}>
      {icon}
      <span className={classes.label}>{label}</span>
      {count !== undefined && (
        <span className={classes.count} data-urgent={urgent || undefined}>
          {formatNumber(count)}
        </span>
      )}
    </a>
  );
}

/** Whether a page is that of an address, or below it. */
const isAt = (pathname: string, to: string): boolean =>
  pathname === to || (to !== '/' && pathname.startsWith(`${to}/`));

const addressOf = ({ name }: CollectionSummary): string => `/c/${encodeURIComponent(name)}`;

/** Follows links as those of the router do: what opens a tab or a window is left to the browser. */
function useFollow(): (event: MouseEvent) => void {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  return (event) => {
    const link = event.target instanceof Element && event.target.closest('a');
    const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!link || event.button !== 0 || !isPlain || event.defaultPrevented) return;
    event.preventDefault();
    const to = link.pathname.slice(BASE.length);
    navigate(to, { replace: to === `${pathname}${search}${hash}` });
  };
}

/** What all addresses of the admin begin with. */
const BASE = '/admin';

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
  const follow = useFollow();
  const collections = useQuery(collectionsQuery());
  const links = useScreenLinks();
  const { manages } = useRights();
  const wanted = filter.trim().toLowerCase();
  const compare = useCompare();
  // Automations have a screen among the tools.
  const all = useMemo(
    () => (collections.data ?? []).filter((item) => item.name !== AUTOMATIONS),
    [collections.data],
  );
  const categories = useMemo(() => {
    const shown = all.filter((item) => `${item.title} ${item.name}`.toLowerCase().includes(wanted));
    return byCategory(shown, compare);
  }, [all, wanted, compare]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click.
    <nav className={classes.navbar} aria-label={texts.label} onClick={follow}>
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
        {categories.map((category) => (
          <NavGroup
            key={category.name}
            storedAs={`category:${category.name}`}
            name={category.name || texts.collections}
            open={wanted !== ''}
          >
            <CollectionItems collections={category.collections} />
          </NavGroup>
        ))}
        {collections.isSuccess && categories.length === 0 && (
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

/** So many collections are drawn at a time. */
const SLICE = 20;

function CollectionItems({ collections }: { collections: readonly CollectionSummary[] }) {
  const { pathname } = useLocation();
  return useSlices(collections, SLICE).map((slice) => {
    const current = slice.find((item) => isAt(pathname, addressOf(item)));
    return <CollectionSlice key={slice[0]?.name} collections={slice} current={current?.name} />;
  });
}

interface SliceProps {
  collections: readonly CollectionSummary[];
  /** Whose page is shown, if it is one of them. */
  current: string | undefined;
}

const CollectionSlice = memo(function CollectionSlice({ collections, current }: SliceProps) {
  return (
    <div className={classes.slice}>
      {collections.map((item) => (
        <NavItem
          key={item.name}
          to={addressOf(item)}
          icon={<CollectionIcon of={item} />}
          label={item.title}
          count={item.singleton ? undefined : item.count}
          current={item.name === current}
        />
      ))}
    </div>
  );
});

/** What it takes to set up the folder, folded away for those who write in it; open on its own pages. */
function ManageGroup({ links }: { links: readonly ShownLink[] }) {
  const { pathname } = useLocation();
  const isHere = links.some(({ to }) => isAt(pathname, to));
  return (
    <NavGroup storedAs="manage" name={texts.manage} open={isHere} foldedAtFirst>
      <ScreenItems links={links} />
    </NavGroup>
  );
}

function ScreenItems({ links }: { links: readonly ShownLink[] }) {
  const { pathname } = useLocation();
  return links.map(({ to, label, Icon, count, urgent }) => (
    <NavItem
      key={to}
      to={to}
      icon={<Icon size={17} stroke={1.6} aria-hidden />}
      label={label}
      count={count}
      urgent={urgent}
      current={isAt(pathname, to)}
    />
  ));
}
