/** What whoever is signed in may do, for pages that show no more than that. The server decides in any case. */
import { Button, Center, EmptyState } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { createContext, type ReactNode, use } from 'react';
import { Link, Outlet } from 'react-router';
import type { Role, SessionUser } from '#contract/access';

const texts = {
  page: 'No access – Plinth',
  title: 'You don’t have access to this page',
  admins: (role: string) => `You are signed in as ${role}. Only admins and the owner can open it.`,
  editors: (role: string) => `You are signed in as ${role}. Only editors, admins and the owner can open it.`,
  home: 'Go to home',
  account: 'Your account',
};

export interface Rights {
  role: Role;
  /** Objects and their files: create, change, delete, take back. */
  edits: boolean;
  /** Everything else: collections, schemas, imports, settings, keys, users. */
  manages: boolean;
}

const rightsOf = (role: Role): Rights => ({
  role,
  edits: role !== 'viewer',
  manages: role === 'owner' || role === 'admin',
});

const RightsContext = createContext<Rights>(rightsOf('owner'));

/** `user`: who is signed in, or was until the session ended, so that an open form does not close under its writer. */
export function RightsProvider({ user, children }: { user: SessionUser | undefined; children: ReactNode }) {
  return <RightsContext value={rightsOf(user?.role ?? 'viewer')}>{children}</RightsContext>;
}

/** The rights of whoever is signed in. */
export const useRights = (): Rights => use(RightsContext);

/** Where pages for editors and for admins lie; all others are everybody's. */
const FOR_EDITORS = ['/media', '/trash', '/damaged'];
const FOR_ADMINS = ['/c/automations', '/schemas/new', '/transfer', '/utils/', '/settings'];

/** Whether a page of the admin is worth a link. */
export function mayOpen({ edits, manages }: Rights, path: string): boolean {
  if (FOR_ADMINS.some((start) => path.startsWith(start))) return manages;
  if (FOR_EDITORS.some((start) => path.startsWith(start))) return edits;
  return edits || !/^\/c\/[^/]+\/new$/.test(path);
}

/** Pages for whoever edits. */
export function ForEditors() {
  return useRights().edits ? <Outlet /> : <ClosedToViewers />;
}

/** Pages for the owner and admins. */
export function ForAdmins() {
  const { role, manages } = useRights();
  return manages ? <Outlet /> : <Closed hint={texts.admins(role)} />;
}

/** In place of a page that is for whoever edits. */
export function ClosedToViewers() {
  return <Closed hint={texts.editors(useRights().role)} />;
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
