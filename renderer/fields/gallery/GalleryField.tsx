import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  arrayMove,
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
} from '@dnd-kit/sortable';
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FileItem } from '#contract/files';
import type { JsonValue } from '#contract/values';
import { useAnnounce } from '../../ui/Announcer';
import { counted } from '../../ui/format';
import { DropTarget, IMAGE_TYPES } from '../files/DropTarget';
import { acceptedTypes, rulesHint } from '../files/rules-hint';
import { UploadList } from '../files/UploadList';
import { useFieldFiles } from '../files/useFieldFiles';
import { ImageDetails } from '../image/ImageDetails';
import { imagesIn, imageUrl, textIn } from '../image/image-value';
import type { FieldProps } from '../kind';
import { describedBy, GroupControl } from '../parts/ControlWrapper';
import { ANY_LANGUAGE } from '../parts/written';
import { GalleryImage } from './GalleryImage';
import classes from './gallery.module.css';

const texts = {
  words: 'Edit alternative text…',
  wordsTitle: 'Alternative text',
  missing: (count: number) => `${count} without alternative text`,
  moved: (name: string, at: number, of: number) => `${name} is now ${at} of ${of}`,
  removed: (name: string) => `${name} removed; it is in the folder until you save`,
  done: 'Done',
};

// The same objects at every drawing: with new ones the drag library would draw every image again.
const FINE = { activationConstraint: { distance: 6 } };
const KEYS = { coordinateGetter: sortableKeyboardCoordinates };

/** Images in an order: dropped in, sorted by drag, by keyboard and by menu, each with its words. */
export function GalleryField(props: FieldProps) {
  const { control, labelId, value, definition, onChange } = props;
  const files = useFieldFiles(props);
  const announce = useAnnounce();
  const items = imagesIn(value);
  const [shown, setShown] = useState<string>();
  const [wording, setWording] = useState(false);
  const sensors = useSensors(useSensor(PointerSensor, FINE), useSensor(KeyboardSensor, KEYS));
  const names = items.map(({ name }) => name);
  const missing = items.filter((item) => textIn(item, 'alt') === '').length;
  const detailed = items.find(({ name }) => name === shown);

  const edit = (name: string, key: string, next: JsonValue) =>
    onChange(items.map((item) => (item.name === name ? { ...item, [key]: next } : item)));
  const put = (next: FileItem) => onChange(items.map((item) => (item.name === next.name ? next : item)));

  function move(name: string, to: number) {
    const from = names.indexOf(name);
    const at = Math.max(0, Math.min(items.length - 1, to));
    if (from === at) return;
    onChange(arrayMove(items, from, at));
    announce(texts.moved(name, at + 1, items.length));
  }

  function remove(name: string) {
    onChange(items.filter((item) => item.name !== name));
    announce(texts.removed(name));
  }

  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (over !== null) move(String(active.id), names.indexOf(String(over.id)));
  };

  return (
    <GroupControl control={control} role="group" labelId={labelId}>
      <DropTarget
        what="images"
        id={control.id}
        hint={rulesHint(definition)}
        accept={acceptedTypes(definition) ?? IMAGE_TYPES}
        disabled={files.locked}
        describedBy={describedBy(control)}
        onFiles={(some) => files.add(some)}
        onChosen={(some) => files.add(some)}
      />
      <UploadList files={files} />
      {items.length > 0 && (
        <>
          <Group justify="space-between" gap="xs" mt={8} mb={6}>
            <Text size="xs" c="dimmed">
              {counted(items.length, 'image', 'images')}
              {missing > 0 && `, ${texts.missing(missing)}`}
            </Text>
            <Button variant="subtle" color="gray" size="compact-xs" onClick={() => setWording(true)}>
              {texts.words}
            </Button>
          </Group>
          <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={onDragEnd}>
            <SortableContext items={names} strategy={rectSortingStrategy} disabled={files.locked}>
              <ol className={classes.grid} aria-labelledby={labelId}>
                {items.map((item, at) => (
                  <GalleryImage
                    key={item.name}
                    item={item}
                    at={at}
                    count={items.length}
                    locked={files.locked}
                    onOpen={() => setShown(item.name)}
                    onReshape={put}
                    onMove={(to) => move(item.name, to)}
                    onFeature={() => edit(item.name, 'featured', item.featured !== true)}
                    onReplace={(file) => files.add([file], { instead: item.name })}
                    onRemove={() => remove(item.name)}
                  />
                ))}
              </ol>
            </SortableContext>
          </DndContext>
        </>
      )}
      {detailed && (
        <ImageDetails
          item={detailed}
          opened
          locked={files.locked}
          onClose={() => setShown(undefined)}
          onEdit={(key, next) => edit(detailed.name, key, next)}
          onReshape={put}
        />
      )}
      <Words
        items={items}
        opened={wording}
        locked={files.locked}
        onClose={() => setWording(false)}
        onEdit={edit}
      />
    </GroupControl>
  );
}

interface WordsProps {
  items: readonly FileItem[];
  opened: boolean;
  locked: boolean;
  onClose(): void;
  onEdit(name: string, key: string, value: JsonValue): void;
}

/** The alternative texts of all images, one below the other. */
function Words({ items, opened, locked, onClose, onEdit }: WordsProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={texts.wordsTitle} size="lg">
      <Stack gap="sm">
        {items.map((item) => (
          <div key={item.name} className={classes.row}>
            <img className={classes.small} src={imageUrl(item, 'w=128&h=96&fit=crop-focalpoint')} alt="" />
            <TextInput
              label={item.name}
              attributes={{ input: ANY_LANGUAGE }}
              value={textIn(item, 'alt')}
              onChange={(event) => onEdit(item.name, 'alt', event.currentTarget.value)}
              readOnly={locked}
            />
          </div>
        ))}
        <Group justify="end">
          <Button onClick={onClose}>{texts.done}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
