import { Button, Center, Group, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPhotoOff } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MediaFile } from '#contract/media';
import { mediaQuery } from '../api/media';
import { ErrorState } from '../ui/ErrorState';
import { counted, formatBytes } from '../ui/format';
import { Nothing } from '../ui/Nothing';
import { Page } from '../ui/Page';
import { AltDialog } from './media/AltDialog';
import { MediaCard } from './media/MediaCard';
import { type MediaFilter, MediaFilters, NO_FILTER } from './media/MediaFilters';
import classes from './media/media.module.css';
import { isPicture, keyOf } from './media/media-file';
import { UnusedBar } from './media/UnusedBar';

const texts = {
  description: 'All files in the folder and the objects they belong to.',
  none: 'No files yet',
  noneHint: 'Files added to the image, gallery, file and depot fields of objects appear here.',
  nothing: 'No matching files',
  missing: (count: number) => `${counted(count, 'image', 'images')} without alternative text`,
  write: 'Add alternative text…',
  more: (left: number) => `Show more (${left} left)`,
};

/** All files of the folder with their metadata. */
export function Media() {
  const [filter, setFilter] = useState(NO_FILTER);
  const [words] = useDebouncedValue(filter.search.trim(), 200);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [writing, setWriting] = useState<readonly MediaFile[]>();
  const { type, size, sort, unnamed } = filter;
  const withoutAlt = filter.withoutAlt && !unnamed;
  const narrowed = words !== '' || type !== '' || size !== '0' || withoutAlt;
  const media = useInfiniteQuery({
    ...mediaQuery({ search: words, type, minSize: Number(size) * 1024 * 1024, sort, withoutAlt, unnamed }),
    placeholderData: keepPreviousData,
  });
  const files = (media.data?.pages ?? []).flatMap((page) => page.files);
  const first = media.data?.pages[0];
  const missing = files.filter((file) => isPicture(file) && file.alt === '');
  const choose = (some: readonly MediaFile[]) => setChosen(new Set(some.map(keyOf)));

  function change(next: Partial<MediaFilter>) {
    setFilter({ ...filter, ...next });
    choose([]);
  }

  return (
    <Page
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
      <MediaFilters filter={filter} onChange={change} />
      {unnamed && files.length > 0 && (
        <UnusedBar chosen={files.filter((file) => chosen.has(keyOf(file)))} shown={files} onChoose={choose} />
      )}
      {!unnamed && missing.length > 0 && (
        <Group gap="xs">
          <Text size="sm" c="dimmed">
            {texts.missing(missing.length)}
          </Text>
          <Button variant="default" size="compact-sm" onClick={() => setWriting(missing)}>
            {texts.write}
          </Button>
        </Group>
      )}
      {media.isPending && <Skeleton h={200} aria-busy="true" />}
      {media.isError && <ErrorState error={media.error} retry={() => void media.refetch()} />}
      {media.isSuccess && files.length === 0 && (
        <Nothing
          icon={IconPhotoOff}
          title={narrowed || unnamed ? texts.nothing : texts.none}
          hint={narrowed || unnamed ? '' : texts.noneHint}
        />
      )}
      <SimpleGrid
        component="ul"
        className={classes.grid ?? ''}
        spacing="sm"
        cols={{ base: 2, xs: 3, md: 4, lg: 6 }}
      >
        {files.map((file) => (
          <MediaCard
            key={keyOf(file)}
            file={file}
            chosen={file.property === '' ? chosen.has(keyOf(file)) : undefined}
            onChoose={(on) => choose(files.filter((one) => (one === file ? on : chosen.has(keyOf(one)))))}
          />
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
      {writing && <AltDialog files={writing} onClose={() => setWriting(undefined)} />}
    </Page>
  );
}
