/** Files dropped anywhere on the window: into the field under them, the only one that takes them, or the one chosen. */
import { Modal, Portal, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { SchemaDefinition } from '#contract/schemas';
import type { ObjectFiles } from '../../fields/form-context';
import { useAnnounce } from '../../ui/Announcer';
import { counted } from '../../ui/format';
import type { FormStore } from '../../unsaved/form-store';
import { type DropPlace, dropPlaces, meantPlace, placesFor } from './drop-places';
import classes from './editor.module.css';

const texts = {
  here: 'Drop into this field',
  into: (label: string) => `Drop into “${label}”`,
  ask: 'Drop on a field, or anywhere to choose a field',
  none: 'No field accepts this file',
  title: (count: number, first: string) =>
    count === 1 ? `Add ${first} to which field?` : `Add ${counted(count, 'file', 'files')} to which field?`,
  adds: 'Adds to the existing files',
  fills: 'Empty',
  replaces: (name: string) => `Replaces ${name}`,
};

interface Props {
  store: FormStore;
  schema: SchemaDefinition;
  files: ObjectFiles;
}

/** What takes a drop by itself. */
const OWN = '[data-file-drop], [contenteditable="true"]';

const carriesFiles = (event: DragEvent): event is DragEvent & { dataTransfer: DataTransfer } =>
  event.dataTransfer?.types.includes('Files') ?? false;

const typesOf = ({ items }: DataTransfer): string[] =>
  [...items].filter(({ kind }) => kind === 'file').map(({ type }) => type);

/** The fitting place whose field is under the pointer. */
function placeUnder(target: EventTarget | null, fitting: readonly DropPlace[]): DropPlace | undefined {
  const field = target instanceof Element ? target.closest<HTMLElement>('[data-property]') : null;
  return fitting.find(({ property }) => property === field?.dataset.property);
}

export function WindowDrop({ store, schema, files }: Props) {
  const [hint, setHint] = useState<string>();
  const [asked, setAsked] = useState<{ files: File[]; places: DropPlace[] }>();
  const announce = useAnnounce();

  useEffect(() => {
    const fittingFor = (types: readonly string[]) => placesFor(dropPlaces(schema, store.get()), types);
    const takesItself = (target: EventTarget | null) =>
      target instanceof Element && target.closest(OWN) !== null;
    const covered = () => document.querySelector('[aria-modal="true"]') !== null;

    function onOver(event: DragEvent) {
      if (!carriesFiles(event)) return;
      if (takesItself(event.target)) return setHint(covered() ? undefined : texts.here);
      // Without this the browser would leave the form to open the file.
      event.preventDefault();
      if (covered()) {
        event.dataTransfer.dropEffect = 'none';
        return setHint(undefined);
      }
      const fitting = fittingFor(typesOf(event.dataTransfer));
      const place = placeUnder(event.target, fitting) ?? meantPlace(fitting);
      event.dataTransfer.dropEffect = fitting.length === 0 ? 'none' : 'copy';
      setHint(place ? texts.into(place.label) : fitting.length === 0 ? texts.none : texts.ask);
    }
    function onLeave(event: DragEvent) {
      if (event.relatedTarget === null) setHint(undefined);
    }
    function onDrop(event: DragEvent) {
      setHint(undefined);
      if (!carriesFiles(event) || takesItself(event.target)) return;
      event.preventDefault();
      const dropped = [...event.dataTransfer.files];
      if (covered() || dropped.length === 0) return;
      const fitting = fittingFor(dropped.map(({ type }) => type));
      const place = placeUnder(event.target, fitting) ?? meantPlace(fitting);
      if (place) files.uploads.add({ path: place.property }, dropped);
      else if (fitting.length > 0) setAsked({ files: dropped, places: fitting });
      else announce(texts.none);
    }
    window.addEventListener('dragover', onOver);
    window.addEventListener('dragleave', onLeave);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragover', onOver);
      window.removeEventListener('dragleave', onLeave);
      window.removeEventListener('drop', onDrop);
    };
  }, [store, schema, files, announce]);

  const close = () => setAsked(undefined);
  return (
    <>
      {hint !== undefined && (
        <Portal>
          <div className={classes.dropFrame} data-testid="window-drop">
            <div className={classes.dropHint}>
              <IconUpload size={18} stroke={1.6} aria-hidden />
              <span className="truncate">{hint}</span>
            </div>
          </div>
        </Portal>
      )}
      <Modal
        opened={asked !== undefined}
        onClose={close}
        title={asked && texts.title(asked.files.length, asked.files[0]?.name ?? '')}
      >
        <Stack gap={6}>
          {asked?.places.map(({ property, label, many, holds }) => (
            <UnstyledButton
              key={property}
              className={classes.dropPlace}
              onClick={() => {
                files.uploads.add({ path: property }, asked.files);
                close();
              }}
            >
              <Text size="sm" fw={500} span>
                {label}
              </Text>
              <Text size="xs" c="dimmed" span>
                {holds !== undefined ? texts.replaces(holds) : many ? texts.adds : texts.fills}
              </Text>
            </UnstyledButton>
          ))}
        </Stack>
      </Modal>
    </>
  );
}
