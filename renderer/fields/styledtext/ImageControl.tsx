import { Button, Checkbox, FileButton, Group, Loader, Popover, Stack, Text, TextInput } from '@mantine/core';
import { RichTextEditor } from '@mantine/tiptap';
import { IconPhoto } from '@tabler/icons-react';
import { type Editor, useEditorState } from '@tiptap/react';
import { lazy, useState } from 'react';
import type { ChosenFile } from '../../api/media';
import { OnceOpened } from '../../ui/OnceOpened';
import { IMAGE_TYPES } from '../files/DropTarget';
import { ANY_LANGUAGE } from '../parts/written';
import { addCaption } from './figure';
import type { Embeds } from './useEmbeds';

const MediaPicker = lazy(async () => ({ default: (await import('../../media/MediaPicker')).MediaPicker }));

const texts = {
  control: 'Image or file',
  alt: 'Alternative text',
  altHelp: 'Describes the image for people who cannot see it.',
  decorative: 'Decorative: it adds nothing to the text',
  choose: 'Choose an image…',
  file: 'Link to a file…',
  media: 'From Media…',
  save: 'Apply',
  caption: 'Add caption',
  hint: 'You can also drop or paste images into the text.',
};

/** The kind of node of the picture that is selected: in a line, or in a figure. */
const selectedPicture = (editor: Editor): string | undefined =>
  ['image', 'figureImage'].find((name) => editor.isActive(name));

interface FormProps {
  editor: Editor;
  embeds: Embeds;
  onDone(): void;
  /** Opens the choice of files in the folder. */
  onMedia(take: Take): void;
}

type Take = (file: ChosenFile) => void;

/** The words of the image that is selected, or a new one with its words. */
function ImageForm({ editor, embeds, onDone, onMedia }: FormProps) {
  const [kind] = useState(() => selectedPicture(editor) ?? '');
  const selected = kind !== '';
  const [alt, setAlt] = useState(() => {
    const { alt: words } = editor.getAttributes(kind);
    return selected && typeof words === 'string' ? words : '';
  });
  const [decorative, setDecorative] = useState(() => selected && editor.getAttributes(kind).alt === '');
  // An empty text says that the image is decorative, none that the text is missing.
  const said = decorative ? '' : alt.trim() === '' ? undefined : alt;
  const add = (file: File | ChosenFile | null | undefined) => {
    if (!file) return;
    void embeds.add(editor, [file], { alt: said });
    onDone();
  };
  return (
    <Stack gap="xs">
      <TextInput
        label={texts.alt}
        attributes={{ input: ANY_LANGUAGE }}
        description={texts.altHelp}
        value={decorative ? '' : alt}
        onChange={(event) => setAlt(event.currentTarget.value)}
        disabled={decorative}
        data-autofocus
      />
      <Checkbox
        size="xs"
        label={texts.decorative}
        checked={decorative}
        onChange={(event) => setDecorative(event.currentTarget.checked)}
      />
      {selected ? (
        <Group justify="space-between">
          <Button
            variant="subtle"
            disabled={kind !== 'image'}
            onClick={() => {
              editor.commands.updateAttributes('image', { alt: said ?? null });
              onDone();
              addCaption(editor);
            }}
          >
            {texts.caption}
          </Button>
          <Button
            onClick={() => {
              editor
                .chain()
                .focus()
                .updateAttributes(kind, { alt: said ?? null })
                .run();
              onDone();
            }}
          >
            {texts.save}
          </Button>
        </Group>
      ) : (
        <>
          <Group gap="xs">
            <FileButton accept={IMAGE_TYPES.join(',')} onChange={add}>
              {(button) => <Button {...button}>{texts.choose}</Button>}
            </FileButton>
            <FileButton onChange={add}>
              {(button) => (
                <Button {...button} variant="default">
                  {texts.file}
                </Button>
              )}
            </FileButton>
            <Button variant="default" onClick={() => onMedia(add)}>
              {texts.media}
            </Button>
          </Group>
          <Text size="xs" c="dimmed">
            {texts.hint}
          </Text>
        </>
      )}
    </Stack>
  );
}

interface Props {
  editor: Editor;
  embeds: Embeds;
  opened: boolean;
  onOpen(opened: boolean): void;
  disabled: boolean;
}

/** The button that puts an image or a file into the text, and tells the words of the one that is selected. */
export function ImageControl({ editor, embeds, opened, onOpen, disabled }: Props) {
  const active = useEditorState({ editor, selector: () => selectedPicture(editor) !== undefined });
  const [taking, setTaking] = useState<Take>();
  const [choosing, setChoosing] = useState(false);
  const close = () => {
    onOpen(false);
    editor.commands.focus();
  };
  return (
    <>
      <Popover
        opened={opened}
        onChange={(next) => !next && close()}
        trapFocus
        shadow="md"
        width={340}
        position="bottom"
      >
        <Popover.Target>
          <RichTextEditor.Control
            aria-label={texts.control}
            title={texts.control}
            active={active ?? false}
            disabled={disabled || !embeds.enabled}
            onClick={() => (opened ? close() : onOpen(true))}
          >
            {embeds.busy > 0 ? <Loader size={14} /> : <IconPhoto size={16} stroke={1.6} />}
          </RichTextEditor.Control>
        </Popover.Target>
        <Popover.Dropdown>
          <ImageForm
            editor={editor}
            embeds={embeds}
            onDone={close}
            onMedia={(take) => {
              setTaking(() => take);
              setChoosing(true);
              onOpen(false);
            }}
          />
        </Popover.Dropdown>
      </Popover>
      <OnceOpened opened={choosing}>
        <MediaPicker
          opened={choosing}
          images={false}
          many={false}
          onClose={() => setChoosing(false)}
          onChoose={([file]) => {
            setChoosing(false);
            if (file) taking?.(file);
          }}
        />
      </OnceOpened>
    </>
  );
}
