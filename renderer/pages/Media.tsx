import {
  Button,
  Center,
  EmptyState,
  Group,
  SegmentedControl,
  Select,
  SimpleGrid,
  Skeleton,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPhotoOff, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MEDIA_TYPES, type MediaFile } from '#contract/media';
import { mediaQuery } from '../api/media';
import { ErrorState } from '../ui/ErrorState';
import { counted, formatBytes } from '../ui/format';
import { Page } from '../ui/Page';
import { MediaCard } from './media/MediaCard';
import classes from './media/media.module.css';

const texts = {
  title: 'Media',
  description: 'Every file of the folder, and the object it belongs to.',
  search: 'Search files',
  type: 'Type',
  types: { image: 'Images', video: 'Films', audio: 'Sound', document: 'Documents', other: 'Other files' },
  anyType: 'All types',
  sort: 'Order',
  sorts: { newest: 'Newest first', largest: 'Largest first', name: 'By name' },
  withoutAlt: 'Without alternative text',
  named: 'In use',
  unnamed: 'Not in use',
  which: 'Which files',
  unnamedHint:
    'These lie in the folders of objects, but no object names them. They can be deleted in the folder.',
  none: 'No files here',
  noneHint: 'Files that are put into images, galleries, files and depots of objects appear here.',
  nothing: 'No file is like that.',
  more: (left: number) => `Show more (${left} left)`,
};

const keyOf = (file: MediaFile) => `${file.collection}/${file.id}/${file.path}`;

/** All files of the folder, with what is said of them. */
export function Media() {
  const [search, setSearch] = useState('');
  const [words] = useDebouncedValue(search.trim(), 200);
  const [type, setType] = useState('');
  const [sort, setSort] = useState('newest');
  const [withoutAlt, setWithoutAlt] = useState(false);
  const [unnamed, setUnnamed] = useState(false);
  const narrowed = words !== '' || type !== '' || withoutAlt;
  const media = useInfiniteQuery({
    ...mediaQuery({ search: words, type, sort, withoutAlt: withoutAlt && !unnamed, unnamed }),
    placeholderData: keepPreviousData,
  });
  const pages = media.data?.pages ?? [];
  const files = pages.flatMap((page) => page.files);
  const [first] = pages;

  return (
    <Page
      title={texts.title}
      description={texts.description}
      wide
      beside={
        first && (
          <Text size="sm" c="dimmed" role="status">
            {counted(first.total, 'file', 'files')}, {formatBytes(first.size)}
          </Text>
        )
      }
    >
      <Group gap="sm" mb="md">
        <TextInput
          aria-label={texts.search}
          placeholder={texts.search}
          leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          className={classes.search ?? ''}
        />
        <Select
          aria-label={texts.type}
          data={[
            { value: '', label: texts.anyType },
            ...MEDIA_TYPES.map((value) => ({ value, label: texts.types[value] })),
          ]}
          value={type}
          onChange={(next) => setType(next ?? '')}
          allowDeselect={false}
          w={150}
        />
        <Select
          aria-label={texts.sort}
          data={Object.entries(texts.sorts).map(([value, label]) => ({ value, label }))}
          value={sort}
          onChange={(next) => setSort(next ?? 'newest')}
          allowDeselect={false}
          w={150}
        />
        <SegmentedControl
          aria-label={texts.which}
          data={[
            { value: 'named', label: texts.named },
            { value: 'unnamed', label: texts.unnamed },
          ]}
          value={unnamed ? 'unnamed' : 'named'}
          onChange={(next) => setUnnamed(next === 'unnamed')}
        />
        {!unnamed && (
          <Switch
            label={texts.withoutAlt}
            checked={withoutAlt}
            onChange={(event) => setWithoutAlt(event.currentTarget.checked)}
          />
        )}
      </Group>
      {unnamed && files.length > 0 && (
        <Text size="sm" c="dimmed" mb="sm">
          {texts.unnamedHint}
        </Text>
      )}
      {media.isPending && <Skeleton h={200} aria-busy="true" />}
      {media.isError && <ErrorState error={media.error} retry={() => void media.refetch()} />}
      {media.isSuccess && files.length === 0 && (
        <Center mih={280}>
          <EmptyState
            icon={<IconPhotoOff size={28} stroke={1.5} aria-hidden />}
            title={narrowed || unnamed ? texts.nothing : texts.none}
            description={narrowed || unnamed ? '' : texts.noneHint}
          />
        </Center>
      )}
      <SimpleGrid
        component="ul"
        className={classes.grid ?? ''}
        spacing="sm"
        cols={{ base: 2, xs: 3, md: 4, lg: 6 }}
      >
        {files.map((file) => (
          <MediaCard key={keyOf(file)} file={file} />
        ))}
      </SimpleGrid>
      {media.hasNextPage && (
        <Center mt="md">
          <Button
            variant="default"
            loading={media.isFetchingNextPage}
            onClick={() => void media.fetchNextPage()}
          >
            {texts.more((first?.total ?? 0) - files.length)}
          </Button>
        </Center>
      )}
    </Page>
  );
}
