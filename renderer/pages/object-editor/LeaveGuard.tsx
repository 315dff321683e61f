import { Button, Group, Modal, Text } from '@mantine/core';
import { type RefObject, useEffect } from 'react';
import { useBlocker } from 'react-router';
import { t } from '../../t';
import { plural } from '../../ui/format';
import { useWindowCommand } from '../../ui/window-commands';
import type { FormStore } from '../../unsaved/form-store';
import { dirtyProperties, isDirty } from '../../unsaved/read-form';
import { useFormState } from '../../unsaved/useFormState';

const texts = {
  unsaved: (count: number) => plural(count, 'One change is not saved yet.', '# changes are not saved yet.'),
};

interface Props {
  store: FormStore;
  /** True while the editor itself leads elsewhere. */
  leaving: RefObject<boolean>;
  onSave(): Promise<boolean>;
}

/** Asks before unsaved changes are left behind, within the admin and when the window closes. */
export function LeaveGuard({ store, leaving, onSave }: Props) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      !leaving.current && isDirty(store.get()) && currentLocation.pathname !== nextLocation.pathname,
  );
  const count = useFormState(store, (state) => dirtyProperties(state).length);

  useWindowCommand('save', onSave);

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isDirty(store.get())) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [store]);

  function discard() {
    store.dispatch({ type: 'revertedAll' });
    blocker.proceed?.();
  }

  async function save() {
    if (await onSave()) blocker.proceed?.();
    else blocker.reset?.();
  }

  return (
    <Modal
      opened={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={t('Leave without saving?')}
    >
      <Text size="sm" mb="md">
        {texts.unsaved(count)}
      </Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="subtle" color="red" onClick={discard}>
          {t('Discard')}
        </Button>
        <Button variant="default" onClick={() => blocker.reset?.()}>
          {t('Keep editing')}
        </Button>
        <Button data-autofocus onClick={() => void save()}>
          {t('Save and leave')}
        </Button>
      </Group>
    </Modal>
  );
}
