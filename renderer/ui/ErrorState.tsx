/** A page or part that could not be loaded: what happened, and one action. */
import { Button, Center, EmptyState, Text } from '@mantine/core';
import { IconAlertTriangle, IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import { ApiError, UNREACHABLE } from '../api/client';

const texts = {
  lost: 'Could not reach Plinth',
  lostHint:
    'The server has stopped or is restarting. This page reloads automatically when it is available again.',
  failed: 'Could not load this page',
  retry: 'Try again',
  reference: (id: string) => `Request ID: ${id}`,
};

interface Props {
  error: unknown;
  retry?: () => void;
  /** Fills the window; for errors outside the shell. */
  fullPage?: boolean;
}

export function ErrorState({ error, retry, fullPage = false }: Props) {
  const lost = error instanceof ApiError && error.status === UNREACHABLE;
  const Icon = lost ? IconPlugConnectedX : IconAlertTriangle;
  return (
    <Center mih={fullPage ? '100dvh' : 320} p="lg" role="alert">
      <EmptyState
        icon={<Icon size={28} stroke={1.5} aria-hidden />}
        title={lost ? texts.lost : texts.failed}
        description={lost ? texts.lostHint : error instanceof Error ? error.message : String(error)}
      >
        {error instanceof ApiError && error.requestId !== undefined && (
          <Text size="xs" c="dimmed">
            {texts.reference(error.requestId)}
          </Text>
        )}
        {retry && (
          <EmptyState.Actions>
            <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={retry}>
              {texts.retry}
            </Button>
          </EmptyState.Actions>
        )}
      </EmptyState>
    </Center>
  );
}
