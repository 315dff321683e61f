/** Another file in the place of all with the same bytes: it is shown first which these are. */
import { Button, FileButton, List, Modal, Progress, Radio, Stack, Text } from '@mantine/core';
import { IconReplace } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { MediaDetails } from '#contract/media';
import { keys } from '../../api/keys';
import { replaceEverywhere } from '../../api/media';
import { refreshLists } from '../../api/mutations';
import { refresh } from '../../api/stale';
import { keyOf } from '../../media/media-file';
import { DialogFoot } from '../../ui/FormParts';
import { counted } from '../../ui/format';
import { notifyFailed } from '../../ui/notify';
import { notifyChange } from '../../ui/undo-transaction';

const texts = {
  replace: (count: number) => (count > 1 ? 'Replace everywhere…' : 'Replace…'),
  which: 'Which files',
  everywhere: (count: number) => `Everywhere: ${counted(count, 'file', 'files')}`,
  here: (title: string, property: string) => `Only here: ${title} · ${property}`,
  title: (count: number) => `Replace ${counted(count, 'file', 'files')}?`,
  body: (name: string) =>
    `${name} takes the place of these files. They keep their names and descriptions; focal points and crops of images are reset. The former files go to the trash.`,
  inTexts: 'In texts, links lead to the new file. The former one stays and is listed as not in use.',
  confirm: 'Replace',
  done: (count: number) => `${counted(count, 'file', 'files')} replaced.`,
  nothing: 'Nothing was replaced',
  partly: 'Not all files were replaced',
  failed: 'Could not replace the files',
  progress: 'Progress',
};

interface Props {
  details: MediaDetails;
  /** The file is another one, possibly under another name. */
  onReplaced(): void;
}

export function ReplaceEverywhere({ details, onReplaced }: Props) {
  const { same, version, file } = details;
  const client = useQueryClient();
  const [chosen, setChosen] = useState<File | null>(null);
  const [part, setPart] = useState<number>();
  const [only, setOnly] = useState(false);
  const asked = only ? [file] : same;
  const isImage = file.mime.startsWith('image/');

  async function replace(next: File) {
    setPart(0);
    try {
      const { replaced, rejected, transaction } = await replaceEverywhere(file, next, {
        version,
        only,
        onProgress: setPart,
      });
      if (replaced.length > 0) notifyChange(client, texts.done(replaced.length), transaction);
      if (rejected.length > 0) {
        const reasons = rejected.map(({ collection, id, reason }) => `${collection}/${id}: ${reason}`);
        notifyFailed(replaced.length > 0 ? texts.partly : texts.nothing, new Error(reasons.join('; ')));
      }
      for (const collection of new Set(asked.map((one) => one.collection)))
        void refreshLists(client, collection);
      if (replaced.length > 0) onReplaced();
    } catch (error) {
      notifyFailed(texts.failed, error);
    }
    setPart(undefined);
    setChosen(null);
    await refresh(client, keys.media);
  }

  return (
    <>
      <FileButton {...(isImage && { accept: 'image/*' })} onChange={setChosen}>
        {(button) => (
          <Button
            {...button}
            variant="default"
            size="compact-sm"
            leftSection={<IconReplace size={15} stroke={1.6} aria-hidden />}
          >
            {texts.replace(same.length)}
          </Button>
        )}
      </FileButton>
      <Modal opened={chosen !== null} onClose={() => setChosen(null)} title={texts.title(asked.length)}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (chosen && part === undefined) void replace(chosen);
          }}
        >
          <Stack gap="sm">
            <Text size="sm">{texts.body(chosen?.name ?? '')}</Text>
            {same.length > 1 && (
              <Radio.Group
                aria-label={texts.which}
                value={only ? 'only' : 'all'}
                onChange={(value) => setOnly(value === 'only')}
              >
                <Stack gap={6}>
                  <Radio value="all" label={texts.everywhere(same.length)} />
                  <Radio value="only" label={texts.here(file.title, file.property)} />
                </Stack>
              </Radio.Group>
            )}
            {asked.some(({ linked }) => linked) && <Text size="sm">{texts.inTexts}</Text>}
            <List size="sm" style={{ maxHeight: 260, overflowY: 'auto', overflowWrap: 'anywhere' }}>
              {asked.map((one) => (
                <List.Item key={keyOf(one)}>
                  {one.title} · {one.collection} · {one.property}
                </List.Item>
              ))}
            </List>
            {part !== undefined && <Progress value={part * 100} aria-label={texts.progress} animated />}
            <DialogFoot onCancel={() => setChosen(null)} submit={texts.confirm} busy={part !== undefined} />
          </Stack>
        </form>
      </Modal>
    </>
  );
}
