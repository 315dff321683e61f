/** What narrows the files of the media page, and their order. */
import { Group, SegmentedControl, Select, Switch, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { MEDIA_TYPES } from '#contract/media';
import classes from './media.module.css';

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

export interface MediaFilter {
  search: string;
  /** A media type; empty for all. */
  type: string;
  /** Smallest size in MB. */
  size: string;
  sort: string;
  withoutAlt: boolean;
  /** Files nothing names, instead of those that are named. */
  unnamed: boolean;
  duplicates: boolean;
}

export const NO_FILTER: MediaFilter = {
  search: '',
  type: '',
  size: '0',
  sort: 'newest',
  withoutAlt: false,
  unnamed: false,
  duplicates: false,
};

interface Props {
  filter: MediaFilter;
  onChange(change: Partial<MediaFilter>): void;
}

const choices = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

export function MediaFilters({ filter, onChange }: Props) {
  return (
    <Group gap="sm">
      <TextInput
        aria-label={texts.search}
        placeholder={texts.search}
        leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
        value={filter.search}
        onChange={(event) => onChange({ search: event.currentTarget.value })}
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
        data={choices(texts.sizes)}
        value={filter.size}
        onChange={(size) => onChange({ size: size ?? '0' })}
        allowDeselect={false}
        w={130}
      />
      <Select
        aria-label={texts.sort}
        data={choices(texts.sorts)}
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
