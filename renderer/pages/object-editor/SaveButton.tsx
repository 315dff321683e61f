import { Button, Kbd, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { t } from '../../t';
import { MOD } from '../../ui/keyboard';
import type { FormStore } from '../../unsaved/form-store';
import { isDirty } from '../../unsaved/read-form';
import { useFormState } from '../../unsaved/useFormState';
import classes from './editor.module.css';
import type { EditorActions } from './useEditorActions';

interface Props {
  store: FormStore;
  singleton: boolean;
  actions: EditorActions;
}

/** Save, and the other ways to save. Quiet while there is nothing to save, but never out of the tab order. */
export function SaveButton({ store, singleton, actions }: Props) {
  const isNew = useFormState(store, (state) => state.isNew);
  const idle = useFormState(store, (state) => !state.isNew && !isDirty(state));
  const variant = idle ? 'default' : 'filled';
  return (
    <Button.Group>
      <Button
        variant={variant}
        aria-disabled={idle}
        aria-keyshortcuts={t('Control+S Meta+S')}
        onClick={actions.save}
      >
        {isNew ? t('Create') : t('Save')}
      </Button>
      {!singleton && (
        <Menu position="bottom-end" shadow="md" width={230}>
          <Menu.Target>
            <Button
              variant={variant}
              px={7}
              aria-label={t('More save options')}
              className={idle ? '' : classes.more}
            >
              <IconChevronDown size={16} />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item rightSection={<Kbd size="xs">{`${MOD}+S`}</Kbd>} onClick={actions.save}>
              {isNew ? t('Create') : t('Save')}
            </Menu.Item>
            <Menu.Item rightSection={<Kbd size="xs">{`${MOD}+⇧+S`}</Kbd>} onClick={actions.saveAndNew}>
              {isNew ? t('Create and new') : t('Save and new')}
            </Menu.Item>
            {!isNew && (
              <Menu.Item rightSection={<Kbd size="xs">{`${MOD}+⏎`}</Kbd>} onClick={actions.saveAndNext}>
                {t('Save and next')}
              </Menu.Item>
            )}
            {!isNew && <Menu.Item onClick={actions.saveAsCopy}>{t('Save as copy')}</Menu.Item>}
          </Menu.Dropdown>
        </Menu>
      )}
    </Button.Group>
  );
}
