/** The file of grants in the state directory, and how its entries are validated. */
import type { AdapterPayload } from 'oidc-provider';
import { isJsonObject, type JsonObject } from '../contract/values.js';

/** A record of the library without its secret id, as JSON. */
export type StoredPayload = JsonObject;

/** `oauth-grants-….json` in the state directory. Refresh tokens are stored by their hashes. */
export interface GrantsFile {
  grants: { [id: string]: unknown };
  refreshTokens: { [hash: string]: unknown };
}

export interface GrantEntry {
  payload: StoredPayload;
  clientId: string;
  userId: string;
  /** Epoch seconds, as the library counts. */
  expires: number;
  created: string;
  lastUsed: string | null;
}

export interface RefreshEntry {
  payload: StoredPayload;
  grantId: string;
  expires: number;
  used: boolean;
}

/** A payload in the library's format. */
export const asPayload = (stored: StoredPayload, id: string): AdapterPayload => ({ ...stored, jti: id });

/** A payload as it is stored: plain JSON, without the id, which is the secret of a refresh token. */
export function asStored({ jti: _secret, ...rest }: AdapterPayload): StoredPayload {
  const value: unknown = JSON.parse(JSON.stringify(rest));
  return isJsonObject(value) ? value : {};
}

/** The grant of an entry; undefined for an invalid one. */
export function grantOf(entry: unknown): GrantEntry | undefined {
  if (!isJsonObject(entry) || !isJsonObject(entry.payload)) return undefined;
  const { payload, clientId, userId, expires, created, lastUsed } = entry;
  if (typeof clientId !== 'string' || typeof userId !== 'string' || typeof expires !== 'number')
    return undefined;
  return {
    payload,
    clientId,
    userId,
    expires,
    created: typeof created === 'string' ? created : '',
    lastUsed: typeof lastUsed === 'string' ? lastUsed : null,
  };
}

/** The refresh token of an entry; undefined for an invalid one. */
export function refreshOf(entry: unknown): RefreshEntry | undefined {
  if (!isJsonObject(entry) || !isJsonObject(entry.payload)) return undefined;
  const { payload, grantId, expires, used } = entry;
  if (typeof grantId !== 'string' || typeof expires !== 'number') return undefined;
  return { payload, grantId, expires, used: used !== false };
}
