/** Files that are being added, at the foot of every page, with what became of them. */
import { Button, CloseButton, Group, List, Modal, Progress, Text } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useAnnounce } from '../ui/Announcer';
import { counted, formatBytes, formatNumber } from '../ui/format';
import { notifyFailed } from '../ui/notify';
import type { BackgroundUpload, BackgroundUploads } from '../uploads/background-uploads';
import classes from './UploadsBar.module.css';

const texts = {
  label: 'Uploads',
  running: (done: string, files: string, place: string) => `Adding ${done} of ${files} to ${place}`,
  rate: (sent: string, bytes: string, rate: string) => `${sent} of ${bytes}, ${rate}/s`,
  added: (count: number, place: string) => `${counted(count, 'file', 'files')} added to ${place}`,
  failed: (count: number) => `${counted(count, 'file', 'files')} could not be added`,
  show: 'Show',
  retry: 'Try again',
  cancel: 'Cancel',
  undo: 'Undo',
  close: 'Close',
  progress: 'Progress',
  undoFailed: 'Could not undo',
};

export function UploadsBar({ uploads }: { uploads: BackgroundUploads }) {
  const all = useSyncExternalStore(uploads.subscribe, uploads.all);
  const isRunning = all.some(({ state }) => state === 'running');
  useEffect(() => {
    if (!isRunning) return undefined;
    // Leaving the admin ends them.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isRunning]);
  if (all.length === 0) return null;
  return (
    <section aria-label={texts.label} className={classes.bar}>
      {all.map((upload) => (
        <Upload key={upload.key} uploads={uploads} upload={upload} />
      ))}
    </section>
  );
}

function Upload({ uploads, upload }: { uploads: BackgroundUploads; upload: BackgroundUpload }) {
  const announce = useAnnounce();
  const [shown, setShown] = useState(false);
  const { key, place, state, files, added, failed, current, bytes, sent, rate } = upload;
  const isDone = state === 'done';
  const summary = texts.added(added, place.label);
  useEffect(() => {
    if (isDone) announce(summary);
  }, [isDone, summary, announce]);

  async function undo() {
    const reasons = await uploads.undo(key);
    if (reasons[0] !== undefined) notifyFailed(texts.undoFailed, reasons[0]);
  }

  return (
    <div className={classes.upload}>
      <Text size="sm" className={`tabular ${classes.words ?? ''}`}>
        {isDone
          ? summary
          : texts.running(formatNumber(added + failed.length), formatNumber(files), place.label)}
        {current !== undefined && (
          <Text span size="xs" c="dimmed" className={classes.name ?? ''}>
            {current}
          </Text>
        )}
      </Text>
      {failed.length > 0 && (
        <Group gap="xs" wrap="nowrap">
          <Text size="sm" c="red">
            {texts.failed(failed.length)}
          </Text>
          <Button size="compact-xs" variant="default" onClick={() => setShown(true)}>
            {texts.show}
          </Button>
        </Group>
      )}
      {isDone ? (
        <Group gap="xs" wrap="nowrap" ml="auto">
          {added > 0 && (
            <Button size="compact-sm" variant="light" onClick={() => void undo()}>
              {texts.undo}
            </Button>
          )}
          <CloseButton size="sm" aria-label={texts.close} onClick={() => uploads.dismiss(key)} />
        </Group>
      ) : (
        <>
          <Progress
            value={bytes === 0 ? 0 : (100 * sent) / bytes}
            aria-label={texts.progress}
            className={classes.progress ?? ''}
          />
          <Text size="xs" c="dimmed" className="tabular">
            {texts.rate(formatBytes(sent), formatBytes(bytes), formatBytes(rate))}
          </Text>
          <Button size="compact-sm" variant="subtle" ml="auto" onClick={() => uploads.cancel(key)}>
            {texts.cancel}
          </Button>
        </>
      )}
      <Modal opened={shown} onClose={() => setShown(false)} title={texts.failed(failed.length)} size="lg">
        <List size="sm" className={classes.failed ?? ''}>
          {failed.map(({ key: failure, file, reason }) => (
            <List.Item key={failure}>
              <b>{file.name}</b>
              <br />
              {reason}
            </List.Item>
          ))}
        </List>
        {isDone && (
          <Group justify="flex-end" mt="md">
            <Button
              onClick={() => {
                setShown(false);
                uploads.retry(key);
              }}
            >
              {texts.retry}
            </Button>
          </Group>
        )}
      </Modal>
    </div>
  );
}
