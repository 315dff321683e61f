/** The room that the history takes on this machine, beside its settings. */
import { Alert, Anchor, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { historyUsageQuery } from '../../api/history';
import { settingsQuery } from '../../api/settings';
import { counted, formatBytes } from '../../ui/format';

const texts = {
  title: 'Room taken by the history',
  room: (taken: string, most: string, count: string) => `${taken} of ${most}, ${count}`,
  words: 'Texts',
  files: 'Images and other files',
  failed: 'Could not read how much room the history takes.',
  problem: 'The history is incomplete',
  activity: 'Show the activity',
};

const MEGABYTE = 1024 * 1024;

export function HistoryRoom() {
  const { data: usage, isError } = useQuery(historyUsageQuery());
  const { data: settings = [] } = useQuery(settingsQuery());
  const limitOf = (name: string): number => {
    const most = settings.find((one) => one.name === name)?.value;
    return typeof most === 'number' ? most * MEGABYTE : 0;
  };
  if (isError) {
    return (
      <Text size="sm" c="dimmed">
        {texts.failed}
      </Text>
    );
  }
  if (usage === undefined || settings.length === 0) return null;
  return (
    <Stack gap={6} component="section" aria-label={texts.title}>
      <Text size="sm" fw={500}>
        {texts.title}
      </Text>
      <Room
        label={texts.words}
        taken={usage.bytes}
        limit={limitOf('history.maxSize')}
        count={counted(usage.contents, 'version', 'versions')}
      />
      <Room
        label={texts.files}
        taken={usage.files.bytes}
        limit={limitOf('history.maxFilesSize')}
        count={counted(usage.files.contents, 'file', 'files')}
      />
      {usage.problem !== undefined && (
        <Alert color="yellow" variant="light" title={texts.problem}>
          {usage.problem}
        </Alert>
      )}
      <Anchor component={Link} to="/activity" size="sm">
        {texts.activity}
      </Anchor>
    </Stack>
  );
}

function Room({
  label,
  taken,
  limit,
  count,
}: {
  label: string;
  taken: number;
  limit: number;
  count: string;
}) {
  return (
    <Stack gap={2}>
      <Text size="sm">{label}</Text>
      <Progress value={limit > 0 ? Math.min(100, (taken / limit) * 100) : 0} size="sm" aria-label={label} />
      <Text size="sm" c="dimmed">
        {texts.room(formatBytes(taken), formatBytes(limit), count)}
      </Text>
    </Stack>
  );
}
