/** The signed-in user, and signing out. The desktop window has one user, so it shows no menu. */
import { ActionIcon, Menu, Text, Tooltip } from '@mantine/core';
import { IconLogout, IconUser, IconUserCircle } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { signOut } from '../api/mutations';
import { sessionQuery, statusQuery } from '../api/queries';
import { notifyFailed } from '../ui/notify';

const texts = {
  label: 'Session',
  signedIn: (name: string) => `Signed in as ${name}`,
  version: (version: string) => `Plinth ${version}`,
  account: 'Your account',
  signOut: 'Sign out',
  failed: 'Could not sign out',
};

export function SessionMenu() {
  const client = useQueryClient();
  const { data: session } = useQuery(sessionQuery());
  const { data: status } = useQuery(statusQuery());
  if (window.plinth !== undefined || !session?.user) return null;
  const leave = async () => {
    try {
      await signOut(client);
      window.location.assign('/admin/');
    } catch (error) {
      notifyFailed(texts.failed, error);
    }
  };
  return (
    <Menu position="bottom-end" width={210}>
      <Menu.Target>
        <Tooltip label={texts.label}>
          <ActionIcon size="lg" aria-label={texts.label}>
            <IconUserCircle size={19} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {texts.signedIn(session.user.name)}
          {status && (
            <Text size="xs" c="dimmed">
              {texts.version(status.version)}
            </Text>
          )}
        </Menu.Label>
        <Menu.Item leftSection={<IconUser size={16} />} component={Link} to="/account">
          {texts.account}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void leave()}>
          {texts.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
