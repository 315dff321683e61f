/** What the open folder is called; in the desktop window also a menu to open another or show it in the file manager. */
import { Menu, Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconFolder, IconFolderOpen, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { statusQuery } from '../api/queries';
import { notifyFailed } from '../ui/notify';
import classes from './Header.module.css';

const texts = {
  open: 'Open another folder…',
  reveal: 'Show folder',
  restart: 'Restart server',
  failed: 'Could not complete the action',
};

export function FolderMenu() {
  const { data: status } = useQuery(statusQuery());
  const name = status?.title ?? '';
  const bridge = window.plinth;
  if (bridge === undefined) {
    return (
      <div className={classes.folder}>
        <Text fw={600} className="truncate" title={name}>
          {name}
        </Text>
      </div>
    );
  }
  const run = (action: () => Promise<unknown>) => () => {
    action().catch((error: unknown) => notifyFailed(texts.failed, error));
  };
  return (
    <Menu position="bottom-start" width={220}>
      <Menu.Target>
        <UnstyledButton className={classes.folder}>
          <Text fw={600} className="truncate" title={name}>
            {name}
          </Text>
          <IconChevronDown size={15} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconFolderOpen size={16} />} onClick={run(() => bridge.chooseFolder())}>
          {texts.open}
        </Menu.Item>
        <Menu.Item leftSection={<IconFolder size={16} />} onClick={run(() => bridge.revealFolder())}>
          {texts.reveal}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconRefresh size={16} />} onClick={run(() => bridge.restartServer())}>
          {texts.restart}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
