import { Button, Group, Kbd, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChangeSet } from '#contract/change-sets';
import { SHARED_DRAFT } from '#contract/set-names';
import { changeSetsQuery } from '../../api/change-sets';
import { t } from '../../t';
import { MOD } from '../../ui/keyboard';
import { useRights } from '../../ui/rights';
import type { FormStore } from '../../unsaved/form-store';
import { isDirty } from '../../unsaved/read-form';
import { useFormState } from '../../unsaved/useFormState';
import classes from './editor.module.css';
import type { EditorActions } from './useEditorActions';
import type { ObjectSets } from './useObjectSets';

interface Props {
  store: FormStore;
  singleton: boolean;
  actions: EditorActions;
  sets: ObjectSets;
}

/** Releases that the menu offers. */
const MOST_RELEASES = 8;

/** Every role writes: what is live, a draft, or suggestions. */
export const SaveButton = (props: Props) =>
  useRights().suggests ? <SuggestButton {...props} /> : <DirectButton {...props} />;

/** Save, and the other ways to save. Quiet while there is nothing to save, but never out of the tab order. */
function DirectButton({ store, singleton, actions, sets }: Props) {
  const isNew = useFormState(store, (state) => state.isNew);
  const idle = useFormState(store, (state) => !state.isNew && !isDirty(state));
  const variant = idle ? 'default' : 'filled';
  const { set, change } = sets;
  const [opened, setOpened] = useState(false);
  const { data = [] } = useQuery({ ...changeSetsQuery(), enabled: opened });
  const isOpen = ({ id, kind, published }: ChangeSet) => kind === 'release' && !published && id !== set;
  const releases = data.filter(isOpen).slice(0, MOST_RELEASES);
  const isDraft = set === SHARED_DRAFT;
  const saving = isNew ? t('Create') : t('Save');
  // A release is published as a whole, on its page.
  const publishing = isDraft && (
    <Button
      variant={idle && change === undefined ? 'default' : 'filled'}
      aria-disabled={idle && change === undefined}
      aria-keyshortcuts={t('Control+Shift+S Meta+Shift+S')}
      onClick={actions.publish}
    >
      {t('Publish')}
    </Button>
  );
  const saveButtons = (
    <Button.Group>
      <Button
        variant={variant}
        aria-disabled={idle}
        aria-keyshortcuts={t('Control+S Meta+S')}
        onClick={actions.save}
      >
        {isDraft ? t('Save draft') : saving}
      </Button>
      {(!singleton || set === undefined) && (
        <Menu position="bottom-end" shadow="md" width={260} opened={opened} onChange={setOpened}>
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
              {isDraft ? t('Save draft') : saving}
            </Menu.Item>
            {isDraft && (
              <Menu.Item rightSection={<Kbd size="xs">{`${MOD}+⇧+S`}</Kbd>} onClick={actions.publish}>
                {t('Publish')}
              </Menu.Item>
            )}
            {set === undefined && (
              <Menu.Item onClick={() => actions.saveTo(SHARED_DRAFT)}>{t('Save as draft')}</Menu.Item>
            )}
            {releases.map(({ id, title }) => (
              <Menu.Item key={id} onClick={() => actions.saveTo(id)}>
                {t(`Save to “${title}”`)}
              </Menu.Item>
            ))}
            {!singleton && (
              <Menu.Item onClick={actions.saveAndNew}>
                {isNew ? t('Create and new') : t('Save and new')}
              </Menu.Item>
            )}
            {!isNew && !singleton && (
              <Menu.Item rightSection={<Kbd size="xs">{`${MOD}+⏎`}</Kbd>} onClick={actions.saveAndNext}>
                {t('Save and next')}
              </Menu.Item>
            )}
            {!isNew && !singleton && <Menu.Item onClick={actions.saveAsCopy}>{t('Save as copy')}</Menu.Item>}
          </Menu.Dropdown>
        </Menu>
      )}
    </Button.Group>
  );
  return (
    <Group gap={6} wrap="nowrap">
      {saveButtons}
      {publishing}
    </Group>
  );
}

/** In the place of Save for users who may only suggest. */
function SuggestButton({ store, actions }: Pick<Props, 'store' | 'actions'>) {
  const idle = useFormState(store, (state) => !state.isNew && !isDirty(state));
  return (
    <Button
      variant={idle ? 'default' : 'filled'}
      aria-disabled={idle}
      aria-keyshortcuts={t('Control+S Meta+S')}
      onClick={actions.save}
    >
      {t('Suggest')}
    </Button>
  );
}
