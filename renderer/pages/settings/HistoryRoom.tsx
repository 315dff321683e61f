/** The room that the history takes on this machine, beside its settings. */
import { Alert, Anchor, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { historyUsageQuery } from '../../api/history';
import { settingsQuery } from '../../api/settings';
import { counted, formatBytes } from '../../ui/format';

const texts = {
  title: 'Room taken by the history',
  room: (taken: string, most: string, versions: string) => `${taken} of ${most}, ${versions}`,
  failed: 'Could not read how much room the history takes.',
  problem: 'The history is incomplete',
  activity: 'Show the activity',
};

const MEGABYTE = 1024 * 1024;

export function HistoryRoom() {
  const { data: usage, isError } = useQuery(historyUsageQuery());
  const { data: settings = [] } = useQuery(settingsQuery());
  const most = settings.find(({ name }) => name === 'history.maxSize')?.value;
  if (isError) {
    return (
      <Text size="sm" c="dimmed">
        {texts.failed}
      </Text>
    );
  }
  if (usage === undefined || typeof most !== 'number') return null;
  const limit = most * MEGABYTE;
  return (
    <Stack gap={6} component="section" aria-label={texts.title}>
      <Text size="sm" fw={500}>
        {texts.title}
      </Text>
      <Progress value={Math.min(100, (usage.bytes / limit) * 100)} size="sm" aria-label={texts.title} />
      <Text size="sm" c="dimmed">
        {texts.room(
          formatBytes(usage.bytes),
          formatBytes(limit),
          counted(usage.contents, 'version', 'versions'),
        )}
      </Text>
      {usage.problem !== undefined && (
        <Alert color="orange" variant="light" title={texts.problem}>
          {usage.problem}
        </Alert>
      )}
      <Anchor component={Link} to="/activity" size="sm">
        {texts.activity}
      </Anchor>
    </Stack>
  );
}
