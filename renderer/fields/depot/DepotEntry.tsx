/** A line of a depot: a folder that opens, or a file; dragged onto a folder, or moved by its menu. */
import { ActionIcon, Menu, Text, UnstyledButton } from '@mantine/core';
import { IconDots, IconFolder } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import { type FileItem, isFolderItem } from '#contract/files';
import { isJsonObject } from '#contract/values';
import { FileIcon } from '../../ui/FileIcon';
import { counted, formatBytes } from '../../ui/format';
import { textIn } from '../image/image-value';
import classes from './depot.module.css';
import { countFiles } from './depot-value';

const texts = {
  menu: (name: string) => `Actions for ${name}`,
  details: 'Details…',
  download: 'Download',
  rename: 'Rename…',
  move: 'Move to…',
  remove: 'Move to trash',
};

/** What a dragged entry carries; nothing else that is dragged over a folder means it. */
const CARRIED = 'application/x-plinth-depot-entry';

interface Props {
  item: FileItem;
  locked: boolean;
  onOpen(): void;
  onAsk(what: 'rename' | 'move' | 'details'): void;
  onRemove(): void;
  /** An entry beside it, by its name, was dropped on this folder. */
  onDropInto(name: string): void;
}

const filesIn = (item: FileItem): FileItem[] =>
  Array.isArray(item.files) ? item.files.filter((entry): entry is FileItem => isJsonObject(entry)) : [];

export function DepotEntry({ item, locked, onOpen, onAsk, onRemove, onDropInto }: Props) {
  const [over, setOver] = useState(false);
  const folder = isFolderItem(item);
  const { name } = item;
  const carries = (event: DragEvent) => event.dataTransfer.types.includes(CARRIED);
  const target = folder &&
    !locked && {
      onDragOver: (event: DragEvent) => {
        if (!carries(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        setOver(false);
        const dropped = event.dataTransfer.getData(CARRIED);
        if (!carries(event) || dropped === name) return;
        event.preventDefault();
        onDropInto(dropped);
      },
    };
  return (
    <li
      className={classes.entry}
      data-over={over || undefined}
      draggable={!locked}
      onDragStart={(event) => event.dataTransfer.setData(CARRIED, name)}
      {...target}
    >
      <UnstyledButton className={classes.open} onClick={onOpen}>
        {folder ? (
          <IconFolder size={20} stroke={1.4} aria-hidden />
        ) : (
          <FileIcon mime={textIn(item, 'mime')} size={20} />
        )}
        <span className={classes.name}>{(!folder && textIn(item, 'download')) || name}</span>
        <Text size="xs" c="dimmed" span className={classes.size}>
          {folder
            ? counted(countFiles(filesIn(item)), 'file', 'files')
            : formatBytes(typeof item.size === 'number' ? item.size : 0)}
        </Text>
      </UnstyledButton>
      <Menu position="bottom-end" shadow="md" width={190}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={28} aria-label={texts.menu(name)}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {folder ? (
            <Menu.Item disabled={locked} onClick={() => onAsk('rename')}>
              {texts.rename}
            </Menu.Item>
          ) : (
            <>
              <Menu.Item onClick={() => onAsk('details')}>{texts.details}</Menu.Item>
              <Menu.Item component="a" href={textIn(item, 'url')}>
                {texts.download}
              </Menu.Item>
            </>
          )}
          <Menu.Item disabled={locked} onClick={() => onAsk('move')}>
            {texts.move}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item color="red" disabled={locked} onClick={onRemove}>
            {texts.remove}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </li>
  );
}
