import { Button, Group, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPhotoOff } from '@tabler/icons-react';
import { useState } from 'react';
import type { MediaFile } from '#contract/media';
import { MediaGrid } from '../media/MediaGrid';
import { isPicture, keyOf } from '../media/media-file';
import { useMediaPages } from '../media/useMediaPages';
import { ErrorState } from '../ui/ErrorState';
import { counted, formatBytes } from '../ui/format';
import { Nothing } from '../ui/Nothing';
import { Page } from '../ui/Page';
import { Waiting } from '../ui/Waiting';
import { AddFiles } from './media/AddFiles';
import { AltDialog } from './media/AltDialog';
import { MediaCard } from './media/MediaCard';
import { MediaDrawer } from './media/MediaDrawer';
import { type MediaFilter, MediaFilters, NO_FILTER } from './media/MediaFilters';
import { UnusedBar } from './media/UnusedBar';

const texts = {
  description: 'All files in the folder and the objects they belong to.',
  none: 'No files yet',
  noneHint: 'Files added to the image, gallery, file and depot fields of objects appear here.',
  nothing: 'No matching files',
  missing: (count: number) => `${counted(count, 'image', 'images')} without alternative text`,
  write: 'Add alternative text…',
  label: 'Files',
};

/** Below the image of a card: its name, facts, object and alternative text. */
const BELOW = 106;

/** All files of the folder with their metadata. */
export function Media() {
  const [filter, setFilter] = useState(NO_FILTER);
  const [words] = useDebouncedValue(filter.search.trim(), 200);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<MediaFile>();
  const [writing, setWriting] = useState<readonly MediaFile[]>();
  const { type, size, sort, unnamed } = filter;
  const withoutAlt = filter.withoutAlt && !unnamed;
  const duplicates = filter.duplicates && !unnamed;
  const narrowed = words !== '' || type !== '' || size !== '0' || withoutAlt || duplicates;
  const minSize = Number(size) * 1024 * 1024;
  const pages = useMediaPages({ search: words, type, minSize, sort, withoutAlt, unnamed, duplicates });
  const { files, total } = pages;
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
      actions={<AddFiles />}
      beside={
        total !== undefined && (
          <Text size="sm" c="dimmed" role="status">
            {counted(total, 'file', 'files')}, {formatBytes(pages.size)}
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
      {total === undefined && pages.error === null && <Waiting shape="tiles" />}
      {pages.error !== null && <ErrorState error={pages.error} retry={pages.retry} />}
      {total === 0 && (
        <Nothing
          icon={IconPhotoOff}
          title={narrowed || unnamed ? texts.nothing : texts.none}
          hint={narrowed || unnamed ? '' : texts.noneHint}
        />
      )}
      {total !== undefined && total > 0 && (
        <MediaGrid
          pages={pages}
          label={texts.label}
          role="list"
          minWidth={164}
          below={BELOW}
          draw={(file, cell) => (
            <MediaCard
              key={keyOf(file)}
              file={file}
              cell={cell}
              onOpen={() => setOpened(file)}
              chosen={file.property === '' ? chosen.has(keyOf(file)) : undefined}
              onChoose={(on) => choose(files.filter((one) => (one === file ? on : chosen.has(keyOf(one)))))}
            />
          )}
        />
      )}
      {opened && <MediaDrawer file={opened} onClose={() => setOpened(undefined)} />}
      {writing && <AltDialog files={writing} onClose={() => setWriting(undefined)} />}
    </Page>
  );
}
