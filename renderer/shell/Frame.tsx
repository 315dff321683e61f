/** Surrounds every page: session, dialogs, announcements and the shell. */
import { ModalsProvider } from '@mantine/modals';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { Outlet } from 'react-router';
import type { SessionUser } from '#contract/access';
import { sessionQuery } from '../api/queries';
import { useChanges } from '../api/useChanges';
import { SignIn } from '../pages/SignIn';
import { t } from '../t';
import { Announcer } from '../ui/Announcer';
import { ErrorState } from '../ui/ErrorState';
import { RightsProvider } from '../ui/rights';
import { StartScreen } from '../ui/StartScreen';
import { OtherFolderDialog } from './OtherFolderDialog';
import { Shell } from './Shell';
import { SignInDialog } from './SignInDialog';

/**
 * Shows the sign-in page without a session. When a session ends, the page stays as it is behind a sign-in dialog, so
 * that unsaved text is kept.
 */
export function Frame() {
  const session = useQuery(sessionQuery());
  const signedIn = Boolean(session.data?.user);
  const [entered, setEntered] = useState<SessionUser>();
  const user = session.data?.user;
  const folder = session.data?.folder;
  const [home, setHome] = useState(folder);
  if (folder && (home === undefined || (folder.id === home.id && folder.name !== null && home.name === null)))
    setHome(folder);
  const isElsewhere = folder !== undefined && home !== undefined && folder.id !== home.id;
  if (user && (user.id !== entered?.id || user.role !== entered.role)) setEntered(user);
  useChanges(signedIn);
  // The shell is drawn in slices, between which the page answers.
  const isDrawn = useDeferredValue(signedIn || Boolean(entered));

  if (session.isPending) return <StartScreen />;
  if (session.isError && !entered) {
    return <ErrorState error={session.error} retry={() => void session.refetch()} fullPage />;
  }
  if (!signedIn && !entered) return <SignIn />;
  if (!isDrawn) return <StartScreen />;
  return (
    <Announcer>
      <ModalsProvider labels={{ confirm: t('Confirm'), cancel: t('Cancel') }}>
        <RightsProvider user={entered}>
          <Shell>
            <Outlet />
          </Shell>
        </RightsProvider>
        {isElsewhere && <OtherFolderDialog own={home.name} other={folder.name} />}
        <SignInDialog
          opened={!signedIn && !isElsewhere}
          // Users who signed in by a link have no password.
          name={session.data?.passwordSignIn && entered?.role !== 'owner' ? entered?.name : undefined}
        />
      </ModalsProvider>
    </Announcer>
  );
}
