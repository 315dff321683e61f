/** Asks before something is deleted that has changed since it was shown. */
import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';

const texts = {
  title: (what: string) => `Delete ${what} anyway?`,
  names: (names: string) => `It has changed since you opened this page: ${names}.`,
  objects: (ids: string) => `These have changed since you opened this page: ${ids}.`,
  unknown: 'It has changed since you opened this page.',
  trash: 'What you delete goes to the trash with these changes.',
  confirm: 'Delete',
  cancel: 'Cancel',
};

/** How many the question names. */
const NAMED = 12;

const quoted = (names: readonly string[]) =>
  [...names.slice(0, NAMED).map((name) => `“${name}”`), ...(names.length > NAMED ? ['…'] : [])].join(', ');

/** Whether to delete something all the same; `what` names it in the question, `names` what has changed. */
export const askChanged = (what: string, names: readonly string[]): Promise<boolean> =>
  ask(texts.title(what), names.length === 0 ? texts.unknown : texts.names(quoted(names)));

/** As `askChanged`, of several objects by their ids; `what` counts them. */
export const askChangedObjects = (what: string, ids: readonly string[]): Promise<boolean> =>
  ask(texts.title(what), texts.objects(quoted(ids)));

function ask(title: string, message: string): Promise<boolean> {
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      children: (
        <>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {message}
          </Text>
          <Text size="sm" mt="xs">
            {texts.trash}
          </Text>
        </>
      ),
      labels: { confirm: texts.confirm, cancel: texts.cancel },
      confirmProps: { color: 'red' },
      cancelProps: { 'data-autofocus': true },
      onConfirm: () => resolve(true),
      onClose: () => resolve(false),
    });
  });
}
