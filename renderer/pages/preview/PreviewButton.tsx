import { ActionIcon, Tooltip } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconEye } from '@tabler/icons-react';
import { t } from '../../t';
import { usePreviewOpened } from './usePreviewChoice';

/** Shows the site beside the form, or hides it. */
export function PreviewButton() {
  const [opened, setOpened] = usePreviewOpened();
  const toggle = () => setOpened((before) => !before);
  useHotkeys([['alt+P', toggle, { usePhysicalKeys: true }]], [], true);
  return (
    <Tooltip label={t('Preview (Alt+P)')}>
      <ActionIcon
        size={32}
        variant={opened ? 'light' : 'default'}
        aria-label={t('Preview')}
        aria-pressed={opened}
        onClick={toggle}
      >
        <IconEye size={18} />
      </ActionIcon>
    </Tooltip>
  );
}
