import { Button, Group, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconPhotoOff } from '@tabler/icons-react';
import { useState } from 'react';
import type { MediaFile } from '#contract/media';
import { MediaGrid } from '../media/MediaGrid';
import { isPicture, keyOf } from '../media/media-file';
import { useMediaPages } from '../media/useMediaPages';
import { ErrorState } from '../ui/ErrorState';
import { counted, formatBytes } from '../ui/format';
import { HowFar } from '../ui/HowFar';
import { Nothing } from '../ui/Nothing';
import { Page } from '../ui/Page';
import { Waiting } from '../ui/Waiting';
import { AddFiles } from './media/AddFiles';
import { AltDialog } from './media/AltDialog';
import { MediaCard } from './media/MediaCard';
import { MediaDrawer } from './media/MediaDrawer';
import { MediaFilters } from './media/MediaFilters';
import { Places, PlacesMenu } from './media/Places';
import classes from './media/places.module.css';
import { UnusedBar } from './media/UnusedBar';
import { useMediaAddress } from './media/useMediaAddress';
import { useOpenedFile } from './media/useOpenedFile';

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

const NONE: ReadonlySet<string> = new Set();

/** Offers to write the alternative texts that are missing; the cards are not drawn again for the dialog. */
function MissingTexts({ missing }: { missing: readonly MediaFile[] }) {
  const [writing, setWriting] = useState<readonly MediaFile[]>();
  return (
    <>
      {missing.length > 0 && (
        <Group gap="xs">
          <Text size="sm" c="dimmed">
            {texts.missing(missing.length)}
          </Text>
          <Button variant="default" size="compact-sm" onClick={() => setWriting(missing)}>
            {texts.write}
          </Button>
        </Group>
      )}
      {writing && <AltDialog files={writing} onClose={() => setWriting(undefined)} />}
    </>
  );
}

/** All files of the folder with their metadata. */
export function Media() {
  const address = useMediaAddress();
  const { filter, key } = address;
  const { unnamed } = filter;
  const pages = useMediaPages(address.request);
  /** Those chosen in what was shown when they were. */
  const [choice, setChoice] = useState<{ of: string; keys: ReadonlySet<string> }>({ of: '', keys: NONE });
  const chosen = choice.of === key ? choice.keys : NONE;
  const { opened, open, close } = useOpenedFile();
  const hasRail = useMediaQuery('(min-width: 1100px)', undefined, { getInitialValueInEffect: false });
  const places = { address, counts: pages.counts };
  const { files, total } = pages;
  const missing = files.filter((file) => isPicture(file) && file.alt === '');
  const choose = (some: readonly MediaFile[]) => setChoice({ of: key, keys: new Set(some.map(keyOf)) });
  const narrowed = key !== '';

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
      <div className={classes.library} data-rail={hasRail || undefined}>
        {hasRail && (
          <div className={classes.rail}>
            <Places {...places} />
          </div>
        )}
        <div className={classes.content}>
          <MediaFilters filter={filter} onChange={address.change}>
            {!hasRail && <PlacesMenu {...places} />}
          </MediaFilters>
          {unnamed && files.length > 0 && (
            <UnusedBar
              chosen={files.filter((file) => chosen.has(keyOf(file)))}
              shown={files}
              onChoose={choose}
            />
          )}
          <MissingTexts missing={unnamed ? [] : missing} />
          <HowFar progress={pages.progress} />
          {total === undefined && pages.error === null && <Waiting shape="tiles" />}
          {pages.error !== null && <ErrorState error={pages.error} retry={pages.retry} />}
          {total === 0 && (
            <Nothing
              icon={IconPhotoOff}
              title={narrowed ? texts.nothing : texts.none}
              hint={narrowed ? '' : texts.noneHint}
              {...(!narrowed && { shape: 'tiles' })}
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
                  onOpen={() => open(file)}
                  chosen={file.property === '' ? chosen.has(keyOf(file)) : undefined}
                  onChoose={(on) =>
                    choose(files.filter((one) => (one === file ? on : chosen.has(keyOf(one)))))
                  }
                />
              )}
            />
          )}
        </div>
      </div>
      {opened && <MediaDrawer key={keyOf(opened)} place={opened} onClose={close} />}
    </Page>
  );
}
