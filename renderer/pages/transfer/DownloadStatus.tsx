/** How a download stands: a bar while it runs, then how it ended. */
import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { formatBytes, formatNumber, plural } from '../../ui/format';
import type { Progress as Far } from './download';
import type { DownloadControl } from './useDownload';

const texts = {
  label: 'Download',
  waiting: 'Preparing the download…',
  of: (done: number, total: number) => `${formatNumber(done)} of ${formatNumber(total)} objects`,
  inAll: (total: number) => plural(total, '# object in total', '# objects in total'),
  cancel: 'Cancel download',
  failed: 'Nothing was saved',
  skipped: (count: number) =>
    count === 1
      ? '1 damaged file could not be read and was skipped.'
      : `${formatNumber(count)} damaged files could not be read and were skipped.`,
};

/** How far it is in words. */
function wordsOf({ bytes, objects, total }: Far): string {
  const parts = [formatBytes(bytes)];
  if (total !== undefined) parts.push(objects === undefined ? texts.inAll(total) : texts.of(objects, total));
  return parts.join(' · ');
}

function Running({ progress, onCancel }: { progress: Far | undefined; onCancel: () => void }) {
  const { objects, total } = progress ?? {};
  const known = objects !== undefined && total !== undefined && total > 0;
  return (
    <Stack gap={8}>
      <Progress
        value={known ? (objects / total) * 100 : 100}
        animated={!known}
        striped={!known}
        aria-label={texts.label}
      />
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Text size="sm" c="dimmed" className="tabular">
          {progress ? wordsOf(progress) : texts.waiting}
        </Text>
        <Button variant="default" size="compact-sm" onClick={onCancel}>
          {texts.cancel}
        </Button>
      </Group>
    </Stack>
  );
}

export function DownloadStatus({ control }: { control: DownloadControl }) {
  const { current, cancel } = control;
  switch (current.state) {
    case 'idle':
      return null;
    case 'running':
      return <Running progress={current.progress} onCancel={cancel} />;
    case 'failed':
      return (
        <Alert color="red" title={texts.failed} icon={<IconAlertTriangle size={18} />} role="alert">
          {current.message}
        </Alert>
      );
    case 'cancelled':
      return (
        <Alert color="gray" role="note">
          {current.message}
        </Alert>
      );
    case 'done':
      return (
        <Alert
          role="note"
          color={current.skipped > 0 ? 'yellow' : 'spruce'}
          icon={current.skipped > 0 ? <IconAlertTriangle size={18} /> : <IconCheck size={18} />}
        >
          {current.message}
          {current.skipped > 0 && <div>{texts.skipped(current.skipped)}</div>}
        </Alert>
      );
  }
}
