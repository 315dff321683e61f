/** A dialog in which files of the folder are chosen: searched, seen, taken by click or by keys. */
import { Button, Group, Modal, Select, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCheck, IconPhotoOff, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { MEDIA_TYPES, type MediaFile } from '#contract/media';
import { type ChosenFile, NO_MEDIA_FILTER } from '../api/media';
import { ErrorState } from '../ui/ErrorState';
import { counted, formatBytes } from '../ui/format';
import { HowFar } from '../ui/HowFar';
import { Nothing } from '../ui/Nothing';
import { type Cell, MediaGrid } from './MediaGrid';
import classes from './media.module.css';
import { chosenFile, keyOf } from './media-file';
import { Thumbnail } from './Thumbnail';
import { useMediaPages } from './useMediaPages';

const texts = {
  title: 'Choose from Media',
  hint: 'The object gets its own copy. Alternative text and focal point are copied as well.',
  search: 'Search files',
  type: 'Type',
  anyType: 'All types',
  types: { image: 'Images', video: 'Videos', audio: 'Audio', document: 'Documents', other: 'Other files' },
  files: 'Files',
  images: 'Images',
  none: 'No matching files',
  add: (count: number) => (count === 0 ? 'Add' : `Add ${counted(count, 'file', 'files')}`),
  cancel: 'Cancel',
};

/** Below the image of a file: two lines. */
const BELOW = 52;

interface Props {
  opened: boolean;
  /** Only images can be chosen. */
  images: boolean;
  /** Several files can be chosen at once. */
  many: boolean;
  onClose(): void;
  onChoose(files: readonly ChosenFile[]): void;
}

export function MediaPicker({ opened, images, many, onClose, onChoose }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title={texts.title} size="min(1040px, 94vw)">
      {opened && <Choice {...{ images, many, onClose, onChoose }} />}
    </Modal>
  );
}

function Choice({ images, many, onClose, onChoose }: Omit<Props, 'opened'>) {
  const [typed, setTyped] = useState('');
  const [type, setType] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 200);
  const [chosen, setChosen] = useState<ReadonlyMap<string, MediaFile>>(new Map());
  const pages = useMediaPages({ ...NO_MEDIA_FILTER, search, type: images ? 'image' : type });

  function take(file: MediaFile) {
    if (!many) {
      onChoose([chosenFile(file)]);
      return;
    }
    const next = new Map(chosen);
    if (!next.delete(keyOf(file))) next.set(keyOf(file), file);
    setChosen(next);
  }

  return (
    <>
      <Group gap="sm" mb="sm">
        <TextInput
          aria-label={texts.search}
          placeholder={texts.search}
          leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          className={classes.search ?? ''}
          data-autofocus
        />
        {!images && (
          <Select
            aria-label={texts.type}
            data={[
              { value: '', label: texts.anyType },
              ...MEDIA_TYPES.map((value) => ({ value, label: texts.types[value] })),
            ]}
            value={type}
            onChange={(next) => setType(next ?? '')}
            allowDeselect={false}
            w={140}
          />
        )}
        <Text size="sm" c="dimmed" role="status">
          {pages.total !== undefined && counted(pages.total, 'file', 'files')}
        </Text>
      </Group>
      <div className={classes.scroller} data-media-scroller>
        <HowFar progress={pages.progress} />
        {pages.error !== null && <ErrorState error={pages.error} retry={pages.retry} />}
        {pages.total === 0 && <Nothing icon={IconPhotoOff} title={texts.none} hint="" />}
        {pages.total !== undefined && pages.total > 0 && (
          <MediaGrid
            pages={pages}
            label={images ? texts.images : texts.files}
            role="listbox"
            many={many}
            minWidth={148}
            below={BELOW}
            draw={(file, cell) => (
              <Option
                key={keyOf(file)}
                file={file}
                cell={cell}
                total={pages.total ?? 0}
                chosen={chosen.has(keyOf(file))}
                onTake={() => take(file)}
              />
            )}
          />
        )}
      </div>
      <Group justify="space-between" mt="md" gap="sm">
        <Text size="xs" c="dimmed">
          {texts.hint}
        </Text>
        <Group gap="xs">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          {many && (
            <Button
              disabled={chosen.size === 0}
              onClick={() => onChoose([...chosen.values()].map(chosenFile))}
            >
              {texts.add(chosen.size)}
            </Button>
          )}
        </Group>
      </Group>
    </>
  );
}

interface OptionProps {
  file: MediaFile;
  cell: Cell;
  total: number;
  chosen: boolean;
  onTake(): void;
}

function Option({ file, cell: { at, tabIndex, style }, total, chosen, onTake }: OptionProps) {
  const { name, title, size, width, height, alt = '' } = file;
  return (
    <div
      role="option"
      aria-selected={chosen}
      aria-posinset={at + 1}
      aria-setsize={total}
      className={`${classes.cell} ${classes.option}`}
      style={style}
      tabIndex={tabIndex}
      data-at={at}
      data-cell={at}
      title={`${name}\n${title}`}
      onClick={onTake}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        onTake();
      }}
    >
      <div className={classes.picture}>
        <Thumbnail file={file} alt={alt} />
        {chosen && (
          <span className={classes.check}>
            <IconCheck size={16} aria-hidden />
          </span>
        )}
      </div>
      <div className={classes.words}>
        <Text size="xs" fw={500} truncate>
          {name}
        </Text>
        <Text size="xs" c="dimmed" truncate className="tabular">
          {width && height ? `${width} × ${height}` : formatBytes(size)} · {title}
        </Text>
      </div>
    </div>
  );
}
