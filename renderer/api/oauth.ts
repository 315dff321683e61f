/** OAuth clients, the access they have, and requests for consent. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type {
  ConsentAnswer,
  ConsentDetails,
  CreatedOAuthClient,
  OAuthClientList,
  OAuthClientRequest,
  OAuthGrantList,
} from '#contract/oauth';
import { api, NO_VERSION } from './client';
import { keys } from './keys';
import { refresh } from './stale';

const CLIENTS = '/api/oauth/clients';
const GRANTS = '/api/oauth/grants';

const consentPath = (request: string): string => `/admin/oauth/consent/${encodeURIComponent(request)}`;

export const oauthClientsQuery = () =>
  queryOptions({
    queryKey: keys.oauthClients,
    queryFn: async ({ signal }) => (await api.get<OAuthClientList>(CLIENTS, { signal })).data,
  });

export const oauthGrantsQuery = () =>
  queryOptions({
    queryKey: keys.oauthGrants,
    queryFn: async ({ signal }) => (await api.get<OAuthGrantList>(GRANTS, { signal })).data.grants,
  });

/** A request for consent; 404 when it has expired or was started in another browser. */
export const consentQuery = (request: string) =>
  queryOptions({
    queryKey: keys.consent(request),
    queryFn: async ({ signal }) =>
      (await api.get<ConsentDetails>(`${consentPath(request)}/details`, { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Allows it or not; gives the address the browser goes on to. */
export async function decideConsent(request: string, allow: boolean): Promise<string> {
  const { data } = await api.post<ConsentAnswer>(`${consentPath(request)}/decision`, {
    ifMatch: NO_VERSION,
    body: { allow },
  });
  return data.redirect;
}

const refreshClients = (client: QueryClient): Promise<void> =>
  refresh(client, keys.oauthClients, keys.oauthGrants, keys.status);

/** Makes a client. 422 with `details` for name, redirectUris and scopes. */
export async function createOAuthClient(
  client: QueryClient,
  body: OAuthClientRequest,
): Promise<CreatedOAuthClient> {
  const { data } = await api.post<CreatedOAuthClient>(CLIENTS, { ifMatch: NO_VERSION, body });
  await refreshClients(client);
  return data;
}

/** Deletes a client and ends its access. */
export async function deleteOAuthClient(client: QueryClient, id: string): Promise<void> {
  await api.delete(`${CLIENTS}/${encodeURIComponent(id)}`, { ifMatch: NO_VERSION });
  await refreshClients(client);
}

/** Revokes the access of a connected app. */
export async function revokeOAuthGrant(client: QueryClient, id: string): Promise<void> {
  await api.delete(`${GRANTS}/${encodeURIComponent(id)}`, { ifMatch: NO_VERSION });
  await refreshClients(client);
}
