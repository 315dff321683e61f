/** Users with a password, and sessions. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { SessionList, UserList, UserRequest, UserSummary } from '#contract/users';
import { api, NO_VERSION } from './client';
import { keys } from './keys';
import { SESSIONS, USERS, userPath } from './paths';
import { refresh } from './stale';

export const usersQuery = () =>
  queryOptions({
    queryKey: keys.users,
    queryFn: async ({ signal }) => (await api.get<UserList>(USERS, { signal })).data.users,
  });

/** Sessions: all of them for the owner and admins, their own for other users. */
export const sessionsQuery = () =>
  queryOptions({
    queryKey: keys.sessions,
    queryFn: async ({ signal }) => (await api.get<SessionList>(SESSIONS, { signal })).data.sessions,
    refetchOnWindowFocus: 'always',
  });

/** What depends on who there is: their sessions, and whether there is a password to sign in with. */
const refreshUsers = (client: QueryClient): Promise<void> =>
  refresh(client, keys.users, keys.sessions, keys.session);

/** Makes a user. 422 with `details` by its fields. */
export async function createUser(client: QueryClient, body: UserRequest): Promise<UserSummary> {
  const { data } = await api.post<UserSummary>(USERS, { ifMatch: NO_VERSION, body });
  await refreshUsers(client);
  return data;
}

/** Changes a user; another role or password ends its sessions. 422 with `details` by its fields. */
export async function changeUser(
  client: QueryClient,
  id: string,
  body: Partial<UserRequest>,
): Promise<UserSummary> {
  const { data } = await api.patch<UserSummary>(userPath(id), { ifMatch: NO_VERSION, body });
  await refreshUsers(client);
  return data;
}

/** Removes a user at once. */
export async function removeUser(client: QueryClient, id: string): Promise<void> {
  await api.delete<undefined>(userPath(id), { ifMatch: NO_VERSION });
  await refreshUsers(client);
}

/** Ends a session, by its name in the list. */
export async function endSession(client: QueryClient, id: string): Promise<void> {
  await api.delete<undefined>(`${SESSIONS}/${encodeURIComponent(id)}`, { ifMatch: NO_VERSION });
  await refresh(client, keys.sessions);
}

/** Ends all other sessions of the signed-in user; resolves with their number. */
export async function endOtherSessions(client: QueryClient): Promise<number> {
  const { data } = await api.post<{ ended: number }>(`${SESSIONS}/end-others`, { ifMatch: NO_VERSION });
  await refresh(client, keys.sessions);
  return data.ended;
}
