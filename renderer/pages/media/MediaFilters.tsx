/** What narrows the files of the media page, and their order. */
import { Group, SegmentedControl, Select, Switch, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { MEDIA_SORTS, MEDIA_TYPES } from '#contract/media';
import { MAX_SEARCH, useTypedSearch } from '../../ui/useTypedSearch';
import classes from './media.module.css';
import { MEDIA_SIZES, type MediaFilter } from './useMediaAddress';

const texts = {
  search: 'Search files',
  type: 'Type',
  types: { image: 'Images', video: 'Videos', audio: 'Audio', document: 'Documents', other: 'Other files' },
  anyType: 'All types',
  size: 'Size',
  sizes: { '0': 'Any size', '1': 'From 1 MB', '5': 'From 5 MB', '20': 'From 20 MB', '100': 'From 100 MB' },
  sort: 'Order',
  sorts: { newest: 'Newest first', largest: 'Largest first', name: 'By name' },
  withoutAlt: 'Without alternative text',
  named: 'In use',
  unnamed: 'Not in use',
  which: 'File usage',
  duplicates: 'Duplicates',
};

interface Props {
  filter: MediaFilter;
  onChange(change: Partial<MediaFilter>): void;
  /** Before the others, as in narrow windows the choice of a place. */
  children?: ReactNode;
}

export function MediaFilters({ filter, onChange, children }: Props) {
  const { typed, change, done } = useTypedSearch(filter.search, (search) => onChange({ search }));
  return (
    <Group gap="sm">
      {children}
      <TextInput
        aria-label={texts.search}
        placeholder={texts.search}
        leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
        value={typed}
        maxLength={MAX_SEARCH}
        onChange={(event) => change(event.currentTarget.value)}
        onBlur={done}
        className={classes.search ?? ''}
      />
      <Select
        aria-label={texts.type}
        data={[
          { value: '', label: texts.anyType },
          ...MEDIA_TYPES.map((value) => ({ value, label: texts.types[value] })),
        ]}
        value={filter.type}
        onChange={(type) => onChange({ type: type ?? '' })}
        allowDeselect={false}
        w={130}
      />
      <Select
        aria-label={texts.size}
        data={MEDIA_SIZES.map((value) => ({ value, label: texts.sizes[value] }))}
        value={filter.size}
        onChange={(size) => onChange({ size: size ?? '0' })}
        allowDeselect={false}
        w={130}
      />
      <Select
        aria-label={texts.sort}
        data={MEDIA_SORTS.map((value) => ({ value, label: texts.sorts[value] }))}
        value={filter.sort}
        onChange={(sort) => onChange({ sort: sort ?? 'newest' })}
        allowDeselect={false}
        w={140}
      />
      <SegmentedControl
        aria-label={texts.which}
        data={[
          { value: 'named', label: texts.named },
          { value: 'unnamed', label: texts.unnamed },
        ]}
        value={filter.unnamed ? 'unnamed' : 'named'}
        onChange={(next) => onChange({ unnamed: next === 'unnamed' })}
      />
      {!filter.unnamed && (
        <Switch
          label={texts.withoutAlt}
          checked={filter.withoutAlt}
          onChange={(event) => onChange({ withoutAlt: event.currentTarget.checked })}
        />
      )}
      {!filter.unnamed && (
        <Switch
          label={texts.duplicates}
          checked={filter.duplicates}
          onChange={(event) => onChange({ duplicates: event.currentTarget.checked })}
        />
      )}
    </Group>
  );
}
