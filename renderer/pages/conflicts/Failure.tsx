/** The error of a resolution. */
import { Alert, Button, Stack, Text } from '@mantine/core';
import { ApiError } from '../../api/client';

const texts = {
  failed: 'Could not resolve the conflict',
  stale: 'One of the files has changed since this page was opened.',
  reload: 'Show current versions',
};

/** Why a conflict could not be resolved; current versions are shown on request. */
export function Failure({ error, reload }: { error: Error | null; reload(): void }) {
  if (error === null) return null;
  const status = error instanceof ApiError ? error.status : 0;
  const isOld = status === 412 || status === 404;
  const details = error instanceof ApiError ? Object.entries(error.details) : [];
  return (
    <Alert color="red" title={texts.failed} role="alert">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{status === 412 ? texts.stale : error.message}</Text>
        {details.map(([name, messages]) => (
          <Text key={name} size="sm">
            {name}: {messages.join('; ')}
          </Text>
        ))}
        {isOld && (
          <Button size="compact-sm" variant="default" onClick={reload}>
            {texts.reload}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
