/** The alternative texts that are missing, one below the other. */
import { Modal, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { memo, useCallback, useState } from 'react';
import type { MediaFile } from '#contract/media';
import { keys } from '../../api/keys';
import { refresh } from '../../api/stale';
import { ANY_LANGUAGE } from '../../fields/parts/written';
import { keyOf, thumbnail } from '../../media/media-file';
import { useAnnounce } from '../../ui/Announcer';
import { DialogFoot } from '../../ui/FormParts';
import { counted } from '../../ui/format';
import { notifyFailed } from '../../ui/notify';
import { useSlices } from '../../ui/useSlices';
import classes from './media.module.css';
import { useAltText } from './useAltText';

const texts = {
  title: 'Missing alternative text',
  label: ({ name, title }: MediaFile) => `${name}, ${title}`,
  placeholder: 'Describe the image',
  save: 'Save',
  saved: (count: number) => `${counted(count, 'alternative text', 'alternative texts')} saved`,
  failed: ({ name }: MediaFile) => `Could not save the alternative text of ${name}`,
};

/** So many images are drawn at a time. */
const SLICE = 4;

interface Props {
  files: readonly MediaFile[];
  onClose(): void;
}

export function AltDialog({ files, onClose }: Props) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const client = useQueryClient();
  const announce = useAnnounce();
  const save = useAltText();
  const slices = useSlices(files, SLICE);
  const type = useCallback(
    (file: MediaFile, text: string) => setTyped((before) => ({ ...before, [keyOf(file)]: text })),
    [],
  );

  async function saveAll() {
    setBusy(true);
    const left = { ...typed };
    let count = 0;
    for (const file of files) {
      const text = (left[keyOf(file)] ?? '').trim();
      if (text === '') continue;
      try {
        await save(file, text, file.alt ?? '');
        delete left[keyOf(file)];
        count += 1;
      } catch (error) {
        notifyFailed(texts.failed(file), error);
      }
    }
    setBusy(false);
    setTyped(left);
    announce(texts.saved(count));
    await refresh(client, keys.media);
    if (Object.values(left).every((text) => text.trim() === '')) onClose();
  }

  return (
    <Modal opened onClose={onClose} title={texts.title} size="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void saveAll();
        }}
      >
        <Stack gap="sm">
          {slices.flat().map((file) => (
            <Missing
              key={keyOf(file)}
              file={file}
              text={typed[keyOf(file)] ?? ''}
              isFirst={file === files[0]}
              onType={type}
            />
          ))}
          <DialogFoot onCancel={onClose} submit={texts.save} busy={busy} />
        </Stack>
      </form>
    </Modal>
  );
}

interface MissingProps {
  file: MediaFile;
  /** What was typed. */
  text: string;
  /** It has the focus when the dialog opens. */
  isFirst: boolean;
  onType(file: MediaFile, text: string): void;
}

const Missing = memo(function Missing({ file, text, isFirst, onType }: MissingProps) {
  return (
    <div className={classes.missing}>
      <img src={thumbnail(file, 'w=192&h=144')} alt="" loading="lazy" />
      <TextInput
        label={texts.label(file)}
        placeholder={texts.placeholder}
        attributes={{ input: ANY_LANGUAGE }}
        value={text}
        onChange={(event) => onType(file, event.currentTarget.value)}
        {...(isFirst && { 'data-autofocus': true })}
      />
    </div>
  );
});
