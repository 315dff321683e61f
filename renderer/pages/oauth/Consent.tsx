/** An app requests access: its name, the scopes, the user, and the decision. Shown without the shell. */
import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { ApiError } from '../../api/client';
import { consentQuery } from '../../api/oauth';
import { sessionQuery, statusQuery } from '../../api/queries';
import { ErrorState } from '../../ui/ErrorState';
import { StartScreen } from '../../ui/StartScreen';
import { SignIn } from '../SignIn';
import { ConsentCard } from './ConsentCard';
import { ConsentFrame, Ended } from './ConsentFrame';

const texts = {
  loading: 'Loading the request',
};

export function Consent() {
  const { request = '' } = useParams();
  const session = useQuery(sessionQuery());
  const user = session.data?.user ?? undefined;
  const status = useQuery({ ...statusQuery(), enabled: user !== undefined });
  const asked = useQuery({ ...consentQuery(request), enabled: user !== undefined, retry: false });

  if (session.isPending) return <StartScreen />;
  if (session.isError) {
    return <ErrorState error={session.error} retry={() => void session.refetch()} fullPage />;
  }
  if (user === undefined) return <SignIn />;
  if (asked.isError) {
    const gone =
      asked.error instanceof ApiError && (asked.error.status === 404 || asked.error.status === 422);
    return gone ? <Ended /> : <ErrorState error={asked.error} retry={() => void asked.refetch()} fullPage />;
  }
  if (asked.isPending) {
    return (
      <ConsentFrame>
        <Loader size="sm" color="gray" role="status" aria-label={texts.loading} />
      </ConsentFrame>
    );
  }
  return (
    <ConsentFrame>
      <ConsentCard request={request} asked={asked.data} site={status.data?.title} />
    </ConsentFrame>
  );
}
