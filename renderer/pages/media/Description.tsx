/** The description of a file: focal point, alternative text, caption and tags, saved together. */
import { Button, Group, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { readEdit, withImageEdit } from '#contract/image-edit';
import type { MediaDetails } from '#contract/media';
import { FilePreview } from '../../fields/file/FilePreview';
import { CropButton } from '../../fields/image/CropEditor';
import { FocalPoint } from '../../fields/image/FocalPoint';
import { imageUrl, pointOf, sizeOf } from '../../fields/image/image-value';
import { ANY_LANGUAGE } from '../../fields/parts/written';
import { useAnnounce } from '../../ui/Announcer';
import { notifyFailed } from '../../ui/notify';
import { changesOf, type Said, saidIn, useDescribe } from './useDescribe';

const texts = {
  alt: 'Alternative text',
  altHelp: 'Describes the image for people who cannot see it. Leave empty if decorative.',
  caption: 'Caption',
  tags: 'Tags',
  tagsHelp: 'Found by the search.',
  save: 'Save',
  saved: 'Description saved',
  failed: 'Could not save the description',
};

export function Description({ details }: { details: MediaDetails }) {
  const { file } = details;
  const [typed, setTyped] = useState<Partial<Said>>({});
  /** The description when typing began. */
  const [seen, setSeen] = useState(details);
  const [busy, setBusy] = useState(false);
  const describe = useDescribe();
  const announce = useAnnounce();
  const isTyped = Object.keys(typed).length > 0;
  if (!isTyped && seen !== details) setSeen(details);
  const said = { ...saidIn(seen), ...typed };
  /** What is typed and differs: a change that is taken back is none. */
  const set = (part: Partial<Said>) => setTyped(changesOf(saidIn(seen), { ...typed, ...part }));
  const { url = '', mime, name } = file;
  const isImage = mime.startsWith('image/');
  const isServed = url.startsWith('/imageworks/');

  async function save() {
    if (!isTyped || busy) return;
    setBusy(true);
    try {
      await describe(seen, typed);
      setTyped({});
      announce(texts.saved);
    } catch (error) {
      notifyFailed(texts.failed, error);
    }
    setBusy(false);
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Stack gap="sm">
        {isImage && isServed && <Picture seen={seen} typed={typed} busy={busy} onChange={set} />}
        {!isServed && FilePreview.shows(mime) && (
          <FilePreview.View item={{ name, url, mime, size: file.size, uploadDate: file.uploadDate ?? '' }} />
        )}
        {isImage && (
          <>
            <Textarea
              label={texts.alt}
              description={texts.altHelp}
              attributes={{ input: ANY_LANGUAGE }}
              value={said.alt}
              onChange={(event) => set({ alt: event.currentTarget.value })}
              autosize
              minRows={1}
            />
            <TextInput
              label={texts.caption}
              attributes={{ input: ANY_LANGUAGE }}
              value={said.caption}
              onChange={(event) => set({ caption: event.currentTarget.value })}
            />
          </>
        )}
        <TagsInput
          label={texts.tags}
          description={texts.tagsHelp}
          {...ANY_LANGUAGE}
          value={said.tags}
          onChange={(tags) => set({ tags })}
          acceptValueOnBlur
        />
        <Group justify="flex-end">
          <Button type="submit" loading={busy} disabled={!isTyped}>
            {texts.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface PictureProps {
  seen: MediaDetails;
  typed: Partial<Said>;
  busy: boolean;
  onChange(part: Partial<Said>): void;
}

/** The image as it is being described: an edit is shown before it is saved. */
function Picture({ seen, typed, busy, onChange }: PictureProps) {
  const { url = '', hash = '', mime, name, width = 0, height = 0 } = seen.file;
  const { alt, focalpoint, edit } = { ...saidIn(seen), ...typed };
  const stored = { name, url, hash, mime, width, height, focalpoint, edit: saidIn(seen).edit };
  const item = {
    ...withImageEdit(stored, readEdit(edit)),
    ...(typed.edit === null && { edit: null }),
  };
  return (
    <>
      <FocalPoint
        src={imageUrl(item, 'w=1000&h=800&fit=inside')}
        size={sizeOf(item)}
        alt={alt}
        point={focalpoint}
        disabled={busy}
        onChange={(point) => onChange({ focalpoint: point })}
      />
      <div>
        <CropButton
          item={item}
          locked={busy}
          onChange={(next) => onChange({ edit: next.edit ?? null, focalpoint: pointOf(next) })}
        />
      </div>
    </>
  );
}
