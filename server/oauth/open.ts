/**
 * Opens OAuth for a folder: clients are stored in it, grants and the signing key on this machine. What changes with
 * each refresh would keep a sync tool busy. Requests look up grant, client and user each time: a token checked by its
 * signature alone would open for an hour after it was revoked.
 */
import { hashOf } from '../access/secrets.js';
import type { Trust } from '../access/trust.js';
import type { Store } from '../store/store.js';
import { type ClientsFile, OAuthClients } from './clients.js';
import { OAuthGrants } from './grants.js';
import type { GrantsFile } from './grants-file.js';
import { OAuth, type OAuthOptions } from './oauth.js';
import type { SigningKeyFile } from './signing-key.js';

/** Opens it; nothing is created before an app or the owner needs it. */
export async function openOAuth(
  store: Store,
  options: Omit<OAuthOptions, 'clients' | 'grants' | 'key'> & { trust: Trust },
): Promise<OAuth> {
  const { now, log } = options;
  const folder = hashOf(store.root).slice(0, 16);
  const clients = await store.record<ClientsFile>('oauth-clients', { clients: [] });
  const record = await store.stateRecord<GrantsFile>(`oauth-grants-${folder}`, {
    grants: {},
    refreshTokens: {},
  });
  return new OAuth({
    ...options,
    clients: new OAuthClients(clients, options.trust, now),
    grants: new OAuthGrants({ record, now, log }),
    key: await store.stateRecord<SigningKeyFile>(`oauth-key-${folder}`, {}),
  });
}
