/** Files on their way into a field: how far they are, what went wrong, try again, give up. */
import { ActionIcon, Group, Progress, Text } from '@mantine/core';
import { IconRefresh, IconX } from '@tabler/icons-react';
import { formatBytes } from '../../ui/format';
import classes from './files.module.css';
import type { FieldFiles } from './useFieldFiles';

const texts = {
  list: 'Uploads',
  retry: (name: string) => `Retry ${name}`,
  cancel: (name: string) => `Cancel ${name}`,
  progress: (name: string) => `Progress of ${name}`,
};

export function UploadList({ files }: { files: FieldFiles }) {
  const { uploads, queue } = files;
  if (uploads.length === 0) return null;
  return (
    <ul className={classes.uploads} aria-label={texts.list}>
      {uploads.map(({ key, file, state, part, error }) => (
        <li key={key} className={classes.upload} data-failed={state === 'failed' || undefined}>
          <div className="truncate">
            <Text size="sm" span>
              {file.name}
            </Text>{' '}
            <Text size="xs" c="dimmed" span>
              {formatBytes(file.size)}
            </Text>
          </div>
          <Group gap={2} wrap="nowrap">
            {state === 'failed' && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={28}
                aria-label={texts.retry(file.name)}
                onClick={() => queue?.retry(key)}
              >
                <IconRefresh size={16} />
              </ActionIcon>
            )}
            <ActionIcon
              variant="subtle"
              color="gray"
              size={28}
              aria-label={texts.cancel(file.name)}
              onClick={() => queue?.cancel(key)}
            >
              <IconX size={16} />
            </ActionIcon>
          </Group>
          {error !== undefined && (
            <Text
              size="xs"
              {...(state === 'failed' ? { c: 'var(--mantine-color-error)' } : { c: 'dimmed' })}
              role="status"
            >
              {error}
            </Text>
          )}
          {state === 'sending' && (
            <Progress
              className={classes.bar ?? ''}
              value={part * 100}
              size="sm"
              animated={part >= 1}
              aria-label={texts.progress(file.name)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
