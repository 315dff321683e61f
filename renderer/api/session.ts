/** Signing in: with a one-time link, or with a name and a password. */
import type { QueryClient } from '@tanstack/react-query';
import type { SessionAnswer } from '#contract/access';
import type { PasswordChange, SignInRequest } from '#contract/users';
import { api, NO_VERSION } from './client';
import { keys } from './keys';
import { SESSION } from './paths';
import { sessionQuery } from './queries';

/** The token in pasted text: a whole link or the token alone. Undefined if there is none. */
export function tokenIn(pasted: string): string | undefined {
  const text = pasted.trim();
  if (/^[\w.~-]+$/.test(text)) return text;
  try {
    return new URL(text).searchParams.get('token') ?? undefined;
  } catch {
    return undefined;
  }
}

/** Redeems a one-time token for this browser's session cookie; false when it is used up or expired. */
export async function redeem(client: QueryClient, token: string): Promise<boolean> {
  // The link is an ordinary page: the answer sets the cookie and leads on to the admin, which is not needed here.
  await fetch(`/admin/?token=${encodeURIComponent(token)}`, {
    credentials: 'same-origin',
    redirect: 'manual',
  });
  api.forgetSession();
  const session = await client.fetchQuery({ ...sessionQuery(), staleTime: 0 });
  return session.user !== null;
}

/** Signs in with a name or an e-mail address and a password. Throws `ApiError`: 401 for a wrong one, 429 after too many. */
export async function signInWithPassword(client: QueryClient, body: SignInRequest): Promise<void> {
  api.forgetSession();
  const { data } = await api.post<SessionAnswer>(SESSION, { ifMatch: NO_VERSION, body });
  enter(client, data);
}

/** Changes one's own password, which ends all other sessions. 422 with `details`, 429 after too many wrong ones. */
export async function changePassword(client: QueryClient, body: PasswordChange): Promise<void> {
  const { data } = await api.post<SessionAnswer>(`${SESSION}/password`, { ifMatch: NO_VERSION, body });
  enter(client, data);
}

function enter(client: QueryClient, session: SessionAnswer): void {
  api.forgetSession();
  client.setQueryData(keys.session, session);
}
