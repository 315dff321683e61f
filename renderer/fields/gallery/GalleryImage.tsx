/** One image of a gallery: opens its details, is dragged by its grip, and has a menu for all of it. */

import { useSortable } from '@dnd-kit/sortable';
import { ActionIcon, FileButton, Menu, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconDots, IconGripVertical, IconStarFilled } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { FileItem } from '#contract/files';
import { t } from '../../t';
import { sorting } from '../../theme';
import { IMAGE_TYPES } from '../files/DropTarget';
import { CropEditor } from '../image/CropEditor';
import { canBeEdited } from '../image/crop';
import { imageUrl, textIn } from '../image/image-value';
import classes from './gallery.module.css';

const texts = {
  open: (name: string) => `Details of ${name}`,
  drag: (name: string) => `Move ${name}`,
  menu: (name: string) => `Actions for ${name}`,
  details: 'Details…',
  crop: 'Crop and rotate…',
  feature: 'Set as featured',
  unfeature: 'Remove from featured',
  first: 'Move to start',
  earlier: 'Move backward',
  later: 'Move forward',
  last: 'Move to end',
  replace: 'Replace…',
  remove: 'Remove',
  noAlt: 'No alternative text',
};

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

interface Props {
  item: FileItem;
  at: number;
  count: number;
  locked: boolean;
  onOpen(): void;
  onReshape(item: FileItem): void;
  onMove(to: number): void;
  onFeature(): void;
  onReplace(file: File): void;
  onRemove(): void;
}

export function GalleryImage(props: Props) {
  const { item, at, locked, onOpen, onMove, onReshape } = props;
  const [cropping, setCropping] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const { name } = item;
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({
      id: name,
      disabled: locked,
      transition: sorting,
    });
  const style = {
    transform: transform ? `translate3d(${transform.x}px, ${transform.y}px, 0)` : undefined,
    transition,
  };
  /** Alt with an arrow moves it, as it moves items of decks. */
  function onKeyDown(event: KeyboardEvent) {
    const by = event.altKey ? STEPS[event.key] : undefined;
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (!locked) onMove(at + by);
  }
  return (
    <li
      ref={setNodeRef}
      className={classes.image}
      style={style}
      data-dragging={isDragging || undefined}
      onKeyDown={onKeyDown}
    >
      <UnstyledButton ref={opener} className={classes.open} aria-label={texts.open(name)} onClick={onOpen}>
        <img
          src={imageUrl(item, 'w=360&h=270&fit=crop-focalpoint')}
          alt={textIn(item, 'alt')}
          draggable={false}
        />
      </UnstyledButton>
      <div className={classes.bar}>
        <ActionIcon
          ref={setActivatorNodeRef}
          {...attributes}
          {...listeners}
          variant="subtle"
          color="gray"
          size={26}
          className={classes.grip ?? ''}
          aria-label={texts.drag(name)}
          disabled={locked}
        >
          <IconGripVertical size={15} />
        </ActionIcon>
        <span className={classes.name} title={name}>
          {item.featured === true && <IconStarFilled size={12} aria-label={t('Featured')} />} {name}
        </span>
        {textIn(item, 'alt') === '' && (
          <span className={classes.warning} role="img" aria-label={texts.noAlt} title={texts.noAlt}>
            <IconAlertTriangle size={15} aria-hidden />
          </span>
        )}
        <ImageMenu {...props} onCrop={() => setCropping(true)} />
      </div>
      {cropping && (
        <CropEditor
          item={item}
          onChange={onReshape}
          onClose={() => setCropping(false)}
          returnTo={() => opener.current}
        />
      )}
    </li>
  );
}

/** Everything that can be done with the image. */
function ImageMenu(props: Props & { onCrop(): void }) {
  const { item, at, count, locked, onOpen, onCrop, onMove, onFeature, onReplace, onRemove } = props;
  const choose = useRef<() => void>(null);
  return (
    <>
      <FileButton
        accept={IMAGE_TYPES.join(',')}
        onChange={(file) => file && onReplace(file)}
        disabled={locked}
      >
        {({ onClick }) => {
          choose.current = onClick;
          return null;
        }}
      </FileButton>
      <Menu position="bottom-end" shadow="md" width={200}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={26} aria-label={texts.menu(item.name)}>
            <IconDots size={15} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={onOpen}>{texts.details}</Menu.Item>
          {canBeEdited(item.mime) && (
            <Menu.Item disabled={locked} onClick={onCrop}>
              {texts.crop}
            </Menu.Item>
          )}
          <Menu.Item disabled={locked} onClick={onFeature}>
            {item.featured === true ? texts.unfeature : texts.feature}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item disabled={locked || at === 0} onClick={() => onMove(0)}>
            {texts.first}
          </Menu.Item>
          <Menu.Item
            rightSection={<kbd>Alt ←</kbd>}
            disabled={locked || at === 0}
            onClick={() => onMove(at - 1)}
          >
            {texts.earlier}
          </Menu.Item>
          <Menu.Item
            rightSection={<kbd>Alt →</kbd>}
            disabled={locked || at === count - 1}
            onClick={() => onMove(at + 1)}
          >
            {texts.later}
          </Menu.Item>
          <Menu.Item disabled={locked || at === count - 1} onClick={() => onMove(count - 1)}>
            {texts.last}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item disabled={locked} onClick={() => choose.current?.()}>
            {texts.replace}
          </Menu.Item>
          <Menu.Item color="red" disabled={locked} onClick={onRemove}>
            {texts.remove}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
