/** Where the files are and which tags they have, with counts; each links to its files. */
import { Button, Popover, VisuallyHidden } from '@mantine/core';
import { IconChevronDown, IconFolders, IconPhoto, IconTag, IconTags } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { memo, type ReactNode, useMemo, useState } from 'react';
import { Link, type To } from 'react-router';
import type { MediaCounts } from '#contract/media';
import type { CollectionSummary } from '#contract/objects';
import { collectionsQuery } from '../../api/queries';
import { labelOf } from '../../fields/field-rules';
import { CollectionIcon } from '../../ui/CollectionIcon';
import { counted, formatNumber } from '../../ui/format';
import { useCompare } from '../../ui/useCompare';
import { useSlices } from '../../ui/useSlices';
import classes from './places.module.css';
import type { MediaAddress } from './useMediaAddress';

const texts = {
  label: 'Places and tags',
  all: 'All files',
  anyTag: 'All tags',
  places: 'Places',
  tags: 'Tags',
  files: (count: number) => counted(count, 'file', 'files'),
  shown: (what: string) => `Places and tags: ${what}`,
};

interface Props {
  address: MediaAddress;
  /** Undefined while they are read. */
  counts: MediaCounts | undefined;
}

interface Place {
  collection: string;
  title: string;
  count: number;
  look: CollectionSummary | undefined;
  properties: { property: string; label: string; count: number }[];
}

/** The places with files, by name; the chosen one is among them with none, too, so that it is seen. */
function usePlaces({ address: { filter }, counts }: Props): readonly Place[] {
  const { data: collections } = useQuery(collectionsQuery());
  const compare = useCompare();
  const { collection: chosen, property: inside } = filter;
  return useMemo(() => {
    const looks = new Map((collections ?? []).map((one) => [one.name, one]));
    const places = [...(counts?.places ?? [])];
    if (chosen !== '' && !places.some(({ collection }) => collection === chosen)) {
      places.push({ collection: chosen, count: 0, properties: [] });
    }
    return places
      .map(({ collection, count, properties }) => {
        const look = looks.get(collection);
        const named = properties.map(({ property, label, count: files }) => ({
          property,
          label: label ?? labelOf(property, undefined),
          count: files,
        }));
        if (collection === chosen && inside !== '' && !named.some(({ property }) => property === inside)) {
          named.push({ property: inside, label: labelOf(inside, undefined), count: 0 });
        }
        named.sort((a, b) => compare(a.label, b.label));
        return { collection, title: look?.title || collection, count, look, properties: named };
      })
      .sort((a, b) => compare(a.title, b.title));
  }, [collections, compare, counts, chosen, inside]);
}

interface EntryProps {
  to: To;
  current: boolean;
  label: string;
  count?: number;
  icon?: ReactNode;
  children?: ReactNode;
}

function Entry({ to, current, label, count, icon, children }: EntryProps) {
  return (
    <li>
      <Link to={to} className={classes.entry} aria-current={current ? 'true' : undefined} title={label}>
        {icon}
        <span className={classes.name} dir="auto">
          {label}
        </span>
        {count !== undefined && (
          <>
            <span className={classes.count} aria-hidden>
              {formatNumber(count)}
            </span>
            <VisuallyHidden>{texts.files(count)}</VisuallyHidden>
          </>
        )}
      </Link>
      {children}
    </li>
  );
}

const ICON = { size: 16, stroke: 1.6, 'aria-hidden': true, className: classes.icon ?? '' } as const;

/** So many places, or tags, are drawn at a time. */
const SLICE = 20;

interface SliceProps<T> {
  items: readonly T[];
  /** What is chosen, where it is among them. */
  chosen: MediaAddress['filter'] | undefined;
  linkTo: MediaAddress['linkTo'];
}

const PlaceSlice = memo(function PlaceSlice({ items, chosen, linkTo }: SliceProps<Place>) {
  const isChosen = (collection: string, property: string) =>
    chosen?.collection === collection && chosen.property === property;
  return items.map(({ collection, title, count, look, properties }) => (
    <Entry
      key={collection}
      to={linkTo({ collection, property: '' })}
      current={isChosen(collection, '')}
      label={title}
      count={count}
      icon={
        <span className={classes.icon}>
          <CollectionIcon of={look ?? { schema: '' }} size={16} />
        </span>
      }
    >
      <ul className={classes.inside}>
        {properties.map(({ property, label, count: files }) => (
          <Entry
            key={property}
            to={linkTo({ collection, property })}
            current={isChosen(collection, property)}
            label={label}
            count={files}
          />
        ))}
      </ul>
    </Entry>
  ));
});

const TagSlice = memo(function TagSlice({ items, chosen, linkTo }: SliceProps<MediaCounts['tags'][number]>) {
  return items.map(({ tag, count }) => (
    <Entry
      key={tag}
      to={linkTo({ tag })}
      current={chosen?.tag === tag}
      label={tag}
      count={count}
      icon={<IconTag {...ICON} />}
    />
  ));
});

export function Places({ address, counts }: Props) {
  const { filter, linkTo } = address;
  const places = usePlaces({ address, counts });
  const tags = useMemo(() => {
    const found = counts?.tags ?? [];
    const isFound = filter.tag === '' || found.some(({ tag }) => tag === filter.tag);
    return isFound ? found : [{ tag: filter.tag, count: 0 }, ...found];
  }, [counts, filter.tag]);
  const placeSlices = useSlices(places, SLICE);
  const tagSlices = useSlices(tags, SLICE);
  const all = useMemo(() => places.reduce((sum, { count }) => sum + count, 0), [places]);
  return (
    <nav aria-label={texts.label}>
      <h2 className={classes.heading}>{texts.places}</h2>
      <ul className={classes.entries}>
        <Entry
          to={linkTo({ collection: '', property: '' })}
          current={filter.collection === ''}
          label={texts.all}
          {...(counts && { count: all })}
          icon={<IconPhoto {...ICON} />}
        />
        {placeSlices.map((items) => (
          <PlaceSlice
            key={items[0]?.collection}
            items={items}
            chosen={items.some(({ collection }) => collection === filter.collection) ? filter : undefined}
            linkTo={linkTo}
          />
        ))}
      </ul>
      {tags.length > 0 && (
        <>
          <h2 className={classes.heading}>{texts.tags}</h2>
          <ul className={classes.entries}>
            <Entry
              to={linkTo({ tag: '' })}
              current={filter.tag === ''}
              label={texts.anyTag}
              icon={<IconTags {...ICON} />}
            />
            {tagSlices.map((items) => (
              <TagSlice
                key={items[0]?.tag}
                items={items}
                chosen={items.some(({ tag }) => tag === filter.tag) ? filter : undefined}
                linkTo={linkTo}
              />
            ))}
          </ul>
        </>
      )}
    </nav>
  );
}

/** The same behind a button that names what is chosen, for narrow windows. */
export function PlacesMenu({ address, counts }: Props) {
  const [opened, setOpened] = useState(false);
  const { collection, property, tag } = address.filter;
  const place = usePlaces({ address, counts }).find((one) => one.collection === collection);
  const inside = place?.properties.find((one) => one.property === property);
  const chosen = [place?.title, inside?.label, tag].filter((part) => part).join(' · ') || texts.all;
  return (
    <Popover
      opened={opened}
      onDismiss={() => setOpened(false)}
      position="bottom-start"
      shadow="md"
      width={300}
      trapFocus
      returnFocus
      closeOnEscape
    >
      <Popover.Target popupType="dialog">
        <Button
          variant="default"
          leftSection={<IconFolders size={16} stroke={1.7} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          className={classes.menu ?? ''}
          aria-label={texts.shown(chosen)}
          onClick={() => setOpened(!opened)}
        >
          <span className="truncate">{chosen}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown
        p="xs"
        aria-label={texts.label}
        className={classes.dropdown ?? ''}
        onClick={({ target }) => {
          if (target instanceof Element && target.closest('a')) setOpened(false);
        }}
      >
        <Places address={address} counts={counts} />
      </Popover.Dropdown>
    </Popover>
  );
}
