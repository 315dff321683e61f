/** Signing in with a one-time link. */
import type { QueryClient } from '@tanstack/react-query';
import { api } from './client';
import { sessionQuery } from './queries';

/** The token in what somebody pasted: a whole link, or the token alone. Undefined when there is none in it. */
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
