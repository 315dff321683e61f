/** The rights of the signed-in user, so that pages offer only what the server would allow. */
import { Button, Center, EmptyState } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { createContext, type ReactNode, use } from 'react';
import { Link } from 'react-router';
import type { Role, SessionUser } from '#contract/access';
import { ROLE_LABELS } from './role-labels';

const texts = {
  page: 'No access – Plinth',
  title: 'You don’t have access to this page',
  admins: (role: string) => `You are signed in as ${role}. Only admins and the owner can open it.`,
  editors: (role: string) => `You are signed in as ${role}. Only editors, admins and the owner can open it.`,
  owner: (role: string) => `You are signed in as ${role}. Only the owner can open it.`,
  home: 'Go to home',
  account: 'Your account',
};

const HINTS = { edits: texts.editors, manages: texts.admins, owns: texts.owner };

export interface Rights {
  role: Role;
  /** Objects and their files: create, change, delete, take back. */
  edits: boolean;
  /** Nothing that is live, but changes of objects as suggestions. */
  suggests: boolean;
  /** Everything else: collections, schemas, imports, settings, keys, users. */
  manages: boolean;
  /** What runs programs on the machine that serves the folder. */
  owns: boolean;
}

const rightsOf = (role: Role): Rights => ({
  role,
  edits: role !== 'viewer',
  suggests: role === 'viewer',
  manages: role === 'owner' || role === 'admin',
  owns: role === 'owner',
});

const RightsContext = createContext<Rights>(rightsOf('owner'));

/** `user`: who is signed in, or was until the session ended, so that an open form does not close under its writer. */
export function RightsProvider({ user, children }: { user: SessionUser | undefined; children: ReactNode }) {
  return <RightsContext value={rightsOf(user?.role ?? 'viewer')}>{children}</RightsContext>;
}

/** The rights of the signed-in user. */
export const useRights = (): Rights => use(RightsContext);

interface RequireRightProps {
  /** The right it takes; undefined for a page that is open to everyone who is signed in. */
  needs: keyof typeof HINTS | undefined;
  children: ReactNode;
}

/** Shows its children to users who have the right, and others which roles have it. */
export function RequireRight({ needs, children }: RequireRightProps) {
  const rights = useRights();
  if (needs === undefined || rights[needs]) return children;
  return <Closed hint={HINTS[needs](ROLE_LABELS[rights.role])} />;
}

function Closed({ hint }: { hint: string }) {
  return (
    <Center mih="60vh" p="lg">
      <title>{texts.page}</title>
      <EmptyState
        icon={<IconLock size={30} stroke={1.5} aria-hidden />}
        title={texts.title}
        description={hint}
      >
        <EmptyState.Actions mt="xs">
          <Button component={Link} to="/">
            {texts.home}
          </Button>
          <Button variant="default" component={Link} to="/account">
            {texts.account}
          </Button>
        </EmptyState.Actions>
      </EmptyState>
    </Center>
  );
}
