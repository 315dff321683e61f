/** The users there are: role, last sign-in, and what can be done with each. */
import { ActionIcon, Badge, Menu, Table, Text } from '@mantine/core';
import { IconDots, IconKey, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { UserSummary } from '#contract/users';
import { removeUser } from '../../api/users';
import { confirmDeed } from '../../ui/confirm';
import { NameCell, QuietCell, RecordTable } from '../../ui/RecordTable';
import { TimeAgo } from '../../ui/TimeAgo';
import { PendingBadge } from '../trust/PendingBadge';
import { ROLES } from './roles';

const texts = {
  columns: ['Name', 'Role', 'Last sign-in', 'Created', 'Actions'] as const,
  never: 'Never',
  you: 'you',
  seen: 'signed in',
  neverSeen: 'never signed in',
  actions: (name: string) => `Actions for ${name}`,
  change: 'Edit name, email or role',
  password: 'Set a new password',
  remove: 'Remove user',
  ask: (name: string) => `Remove ${name}?`,
  warning: 'The user is signed out immediately. Content they created is kept.',
  removed: (name: string) => `${name} can no longer sign in.`,
  failed: 'Could not remove the user',
};

interface Props {
  users: readonly UserSummary[];
  /** ID of the signed-in user. */
  self: string | undefined;
  onChange: (user: UserSummary) => void;
  onPassword: (user: UserSummary) => void;
}

export function UserTable({ users, self, onChange, onPassword }: Props) {
  const client = useQueryClient();
  const askToRemove = ({ id, name }: UserSummary) =>
    confirmDeed({
      title: texts.ask(name),
      message: texts.warning,
      confirm: texts.remove,
      act: () => removeUser(client, id),
      done: texts.removed(name),
      failed: texts.failed,
    });

  return (
    <RecordTable columns={texts.columns}>
      {users.map((user) => (
        <Table.Tr key={user.id}>
          <NameCell
            name={user.name}
            badge={
              user.id === self && (
                <Badge size="sm" variant="light" ml={8}>
                  {texts.you}
                </Badge>
              )
            }
            width={300}
          >
            {user.pending && <PendingBadge />}
            {user.email !== null && (
              <Text size="xs" c="dimmed" truncate title={user.email}>
                {user.email}
              </Text>
            )}
            <Text size="xs" c="dimmed" hiddenFrom="sm" component="div">
              {ROLES[user.role].label},{' '}
              <TimeAgo value={user.lastSignIn} before={texts.seen} otherwise={texts.neverSeen} />
            </Text>
          </NameCell>
          <Table.Td visibleFrom="sm" title={ROLES[user.role].hint}>
            {ROLES[user.role].label}
          </Table.Td>
          <QuietCell>
            <TimeAgo value={user.lastSignIn} otherwise={texts.never} />
          </QuietCell>
          <QuietCell>{user.created !== '' && <TimeAgo value={user.created} />}</QuietCell>
          <Table.Td ta="right">
            <Menu position="bottom-end">
              <Menu.Target>
                <ActionIcon variant="subtle" color="gray" aria-label={texts.actions(user.name)}>
                  <IconDots size={18} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onChange(user)}>
                  {texts.change}
                </Menu.Item>
                <Menu.Item leftSection={<IconKey size={16} />} onClick={() => onPassword(user)}>
                  {texts.password}
                </Menu.Item>
                <Menu.Divider />
                <Menu.Item
                  color="red"
                  leftSection={<IconTrash size={16} />}
                  onClick={() => askToRemove(user)}
                >
                  {texts.remove}
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </Table.Td>
        </Table.Tr>
      ))}
    </RecordTable>
  );
}
