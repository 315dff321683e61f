/** Short messages at the lower right. Everything that can be undone offers it there for ten seconds. */
import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { t } from '../t';

/** How long an undo stays on offer, in milliseconds. */
const UNDO_TIME = 10_000;

/** How long work goes on before it is spoken of, in milliseconds. */
const WORK_AFTER = 500;

/** Says that something worked. */
export function notifyDone(message: string): void {
  notifications.show({ message, color: 'spruce' });
}

/** A message about work that goes on. */
export interface WorkNotice {
  /** Says how far it is. */
  show(message: string): void;
  close(): void;
}

/**
 * Says that something is being done, once it has taken a while, until it is closed. `stop`: ends it, where that is
 * possible.
 */
export function notifyWork(first: string, stop?: () => void): WorkNotice {
  const id = crypto.randomUUID();
  let message = first;
  let isShown = false;
  const content = () => ({
    id,
    color: 'gray',
    loading: true,
    autoClose: false as const,
    withCloseButton: false,
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm" className="tabular">
          {message}
        </Text>
        {stop && (
          <Button size="compact-sm" variant="light" onClick={stop}>
            {t('Stop')}
          </Button>
        )}
      </Group>
    ),
  });
  const timer = setTimeout(() => {
    isShown = true;
    notifications.show(content());
  }, WORK_AFTER);
  return {
    show(next) {
      message = next;
      if (isShown) notifications.update(content());
    },
    close() {
      clearTimeout(timer);
      notifications.hide(id);
    },
  };
}

/** Says that something did not work, with the reason the server gave. */
export function notifyFailed(title: string, error: unknown): void {
  notifications.show({
    title,
    message: error instanceof Error ? error.message : String(error),
    color: 'red',
    autoClose: 8_000,
  });
}

/** Says what a person should know of what was done; stays until it is closed. */
export function notifyWarning(title: string, message: string): void {
  notifications.show({ title, message, color: 'orange', autoClose: false });
}

/** What a message offers. */
interface Offer {
  label: string;
  action: () => void;
}

/** Says what was done and offers what one may want to do next. Answers the ID of the message. */
export const notifyAction = (
  message: string,
  label: string,
  action: () => void,
  options?: { stays?: boolean },
): string => notifyOffers(message, [{ label, action }], options);

/** As `notifyAction`, with several offers. */
function notifyOffers(
  message: string,
  offers: readonly Offer[],
  { stays = false }: { stays?: boolean } = {},
): string {
  const id = crypto.randomUUID();
  notifications.show({
    id,
    color: 'gray',
    autoClose: stays ? false : UNDO_TIME,
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm" lineClamp={2}>
          {message}
        </Text>
        <Group wrap="nowrap" gap="xs" flex="none">
          {offers.map(({ label, action }) => (
            <Button
              key={label}
              size="compact-sm"
              variant="light"
              onClick={() => {
                notifications.hide(id);
                action();
              }}
            >
              {label}
            </Button>
          ))}
        </Group>
      </Group>
    ),
  });
  return id;
}

/** Says what was made, and offers to open it and, where that is known, to undo it. */
export function notifyMade(message: string, open: () => void, undo: (() => void) | undefined): void {
  notifyOffers(message, [
    { label: t('Open'), action: open },
    ...(undo ? [{ label: t('Undo'), action: undo }] : []),
  ]);
}

/** Closes a message that another one takes the place of. */
export function closeNotice(id: string): void {
  notifications.hide(id);
}

/** Says what was done and offers to undo it. Answers the ID of the message. `stays`: until it is closed. */
export function notifyUndo(message: string, undo: () => void, options?: { stays?: boolean }): string {
  return notifyAction(message, t('Undo'), undo, options);
}
