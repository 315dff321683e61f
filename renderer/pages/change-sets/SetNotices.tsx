/** What is to be known of a set: a publication that failed, one that was done, files that cannot be read. */
import { Alert, Button, Group, List, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { ChangeSetWithObjects } from '#contract/change-sets';
import { t } from '../../t';
import { formatMoment } from '../../ui/format';
import { undoAndNotify } from '../../ui/undo-transaction';

const texts = {
  failed: (at: string) => `Not published on ${at}. Nothing of it is live.`,
  failedHint: 'It is tried again once something in it, or its time, is changed. You can publish it by hand.',
  published: (at: string) => `Published on ${at}`,
  undo: 'Undo',
  damaged: 'Some files of it cannot be read. It cannot be published as a whole.',
};

export function SetNotices({ set }: { set: ChangeSetWithObjects }) {
  const client = useQueryClient();
  const { failed, published, damaged } = set;
  const transaction = published?.transaction;
  return (
    <>
      {failed && (
        <Alert
          color="red"
          icon={<IconAlertTriangle size={18} />}
          title={texts.failed(formatMoment(failed.at))}
        >
          <Text size="sm">{failed.problem.message}</Text>
          <Problems details={failed.details ?? {}} />
          <Text size="sm" c="dimmed">
            {texts.failedHint}
          </Text>
        </Alert>
      )}
      {published && (
        <Alert color="spruce" icon={<IconCheck size={18} />}>
          <Group justify="space-between">
            <span>{texts.published(formatMoment(published.at))}</span>
            {transaction !== undefined && (
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => void undoAndNotify(client, transaction)}
              >
                {texts.undo}
              </Button>
            )}
          </Group>
        </Alert>
      )}
      {damaged.length > 0 && (
        <Alert color="red" icon={<IconAlertTriangle size={18} />} title={texts.damaged}>
          <List size="sm">
            {damaged.map(({ path, reason }) => (
              <List.Item key={path}>
                {path}: {reason}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </>
  );
}

/** Problems that are listed. */
const MOST = 50;

/** Why something cannot be published, by collection, object and property. */
export function Problems({ details }: { details: Readonly<Record<string, readonly string[]>> }) {
  const all = Object.entries(details);
  if (all.length === 0) return null;
  const left = all.length - MOST;
  return (
    <List size="sm" my={6} style={{ overflowWrap: 'anywhere' }}>
      {all.slice(0, MOST).map(([place, messages]) => (
        <List.Item key={place}>
          <b>{place}</b>: {messages.join(' ')}
        </List.Item>
      ))}
      {left > 0 && <List.Item>{t(`and ${left} more`)}</List.Item>}
    </List>
  );
}
