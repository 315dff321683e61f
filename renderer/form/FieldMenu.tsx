import { ActionIcon, Menu, VisuallyHidden } from '@mantine/core';
import { IconArrowBackUp, IconClipboard, IconDots, IconTag } from '@tabler/icons-react';
import { useForm } from '../fields/form-context';
import { t } from '../t';
import { notifyDone, notifyFailed } from '../ui/notify';
import { shownValue } from '../unsaved/read-form';
import classes from './field.module.css';

interface Props {
  name: string;
  label: string;
  dirty: boolean;
  /** Values that must not reach the clipboard by a slip. */
  sensitive: boolean;
}

/**
 * What can be done with one field: take its change back, copy it. In the tab order only where there is something to
 * take back: one stop more for each field would make the form twice as long for the keyboard.
 */
export function FieldMenu({ name, label, dirty, sensitive }: Props) {
  const { store } = useForm();

  async function copy(text: string, what: string) {
    try {
      await navigator.clipboard.writeText(text);
      notifyDone(`${what} copied.`);
    } catch (error) {
      notifyFailed(t('Could not copy'), error);
    }
  }

  function copyValue() {
    const value = shownValue(store.get(), name);
    void copy(typeof value === 'string' ? value : JSON.stringify(value ?? null, null, 2), `“${label}”`);
  }

  return (
    <Menu position="bottom-end" shadow="md" width={220}>
      <Menu.Target>
        <ActionIcon size={24} className={classes.menu} tabIndex={dirty ? 0 : -1}>
          <IconDots size={16} aria-hidden />
          <VisuallyHidden>{t(`Actions for ${label}`)}</VisuallyHidden>
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconArrowBackUp size={16} />}
          disabled={!dirty}
          onClick={() => store.dispatch({ type: 'reverted', property: name })}
        >
          {t('Revert to saved')}
        </Menu.Item>
        {!sensitive && (
          <Menu.Item leftSection={<IconClipboard size={16} />} onClick={copyValue}>
            {t('Copy value')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconTag size={16} />} onClick={() => void copy(name, t('Property name'))}>
          {t('Copy property name')} <code>{name}</code>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
