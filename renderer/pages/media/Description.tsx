/** The description of a file: focal point, alternative text, caption and tags, saved together. */
import { Button, Group, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { MediaDetails } from '#contract/media';
import { FilePreview } from '../../fields/file/FilePreview';
import { FocalPoint } from '../../fields/image/FocalPoint';
import { useAnnounce } from '../../ui/Announcer';
import { notifyFailed } from '../../ui/notify';
import { type Said, saidIn, useDescribe } from './useDescribe';

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
  const set = (part: Partial<Said>) => setTyped({ ...typed, ...part });
  const { url = '', hash = '', mime, name, width = 0, height = 0 } = file;
  const isImage = mime.startsWith('image/');
  const isServed = url.startsWith('/imageworks/');

  async function save() {
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
        {isImage && isServed && (
          <FocalPoint
            src={`${url}?w=1000&h=800&fit=inside&hash=${hash}`}
            size={{ width, height }}
            alt={said.alt}
            point={said.focalpoint}
            disabled={busy}
            onChange={(focalpoint) => set({ focalpoint })}
          />
        )}
        {!isServed && FilePreview.shows(mime) && (
          <FilePreview.View item={{ name, url, mime, size: file.size, uploadDate: file.uploadDate ?? '' }} />
        )}
        {isImage && (
          <>
            <Textarea
              label={texts.alt}
              description={texts.altHelp}
              value={said.alt}
              onChange={(event) => set({ alt: event.currentTarget.value })}
              autosize
              minRows={1}
            />
            <TextInput
              label={texts.caption}
              value={said.caption}
              onChange={(event) => set({ caption: event.currentTarget.value })}
            />
          </>
        )}
        <TagsInput
          label={texts.tags}
          description={texts.tagsHelp}
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
