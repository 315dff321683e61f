/** The storage of the library: clients and grants durably, short-lived records in memory. */
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';
import type { ClientRecord, OAuthClients } from './clients.js';
import type { OAuthGrants } from './grants.js';
import type { OAuthLibrary } from './library.js';
import { ShortLivedStore } from './short-lived-store.js';

export interface AdapterParts {
  clients: OAuthClients;
  grants: OAuthGrants;
  errors: OAuthLibrary['errors'];
  onReplay: (clientId: string | undefined) => void;
}

/** A client in the library's format. Its secret is a hash; `compareClientSecret` hashes what is sent. */
function metadataOf({ id, name, redirectUris, secret }: ClientRecord): AdapterPayload {
  return {
    client_id: id,
    client_name: name,
    redirect_uris: redirectUris,
    // Native clients may use any port of the loopback addresses they registered (RFC 8252).
    application_type: 'native',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    ...(secret === null
      ? { token_endpoint_auth_method: 'none' }
      : { token_endpoint_auth_method: 'client_secret_basic', client_secret: secret.replace('sha256:', '') }),
  };
}

const NOTHING: Adapter = {
  upsert: async () => undefined,
  find: async () => undefined,
  findByUid: async () => undefined,
  findByUserCode: async () => undefined,
  consume: async () => undefined,
  destroy: async () => undefined,
  revokeByGrantId: async () => undefined,
};

/** Creates the library's storage. Its records in memory survive a change of the settings. */
export function storage({ clients, grants, errors, onReplay }: AdapterParts): AdapterFactory {
  const replayed = (what: string, clientId: string | undefined) => {
    onReplay(clientId);
    return new errors.InvalidGrant(`${what} already used`);
  };

  const passing = (): Adapter => {
    const kept = new ShortLivedStore();
    return {
      ...NOTHING,
      upsert: async (id, payload, seconds = 0) => kept.set(id, payload, seconds),
      find: async (id) => kept.get(id),
      destroy: async (id) => kept.delete(id),
      revokeByGrantId: async (grantId) => kept.deleteWhere((payload) => payload.grantId === grantId),
      consume: async (id) => {
        const { grantId, clientId } = kept.get(id) ?? {};
        if (kept.use(id)) return;
        await grants.revoke((grant) => grant === grantId);
        throw replayed('authorization code', clientId);
      },
    };
  };

  const models: Record<string, Adapter> = {
    Interaction: passing(),
    AuthorizationCode: passing(),
    Client: {
      ...NOTHING,
      find: async (id) => {
        const client = clients.find(id);
        return client && metadataOf(client);
      },
    },
    Grant: {
      ...NOTHING,
      upsert: (id, payload) => grants.saveGrant(id, payload),
      find: async (id) => grants.grantPayload(id),
      destroy: async (id) => {
        await grants.revoke((grant) => grant === id);
      },
    },
    RefreshToken: {
      ...NOTHING,
      upsert: async (id, payload) => {
        if (!(await grants.saveRefreshToken(id, payload))) throw new errors.InvalidGrant('grant not found');
      },
      find: async (id) => grants.refreshPayload(id),
      consume: async (id) => {
        const { clientId } = grants.refreshPayload(id) ?? {};
        if (!(await grants.spendRefreshToken(id))) throw replayed('refresh token', clientId);
      },
      revokeByGrantId: async (grantId) => {
        await grants.revoke((grant) => grant === grantId);
      },
    },
  };
  // Plinth has its own sessions: the library is given the user with every consent.
  return (name) => models[name] ?? NOTHING;
}
