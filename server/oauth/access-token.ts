/** Access tokens: JWTs of RFC 9068, accepted only with an RS256 signature of our key. */
import { verify } from 'node:crypto';
import { isJsonObject, type JsonObject } from '../contract/values.js';
import type { SigningKey } from './signing-key.js';

/** The claims of a valid token. */
export interface TokenClaims {
  grantId: string;
  clientId: string;
  userId: string;
  scope: string;
  audience: string;
}

const MAX_LENGTH = 4096;
const SHAPE = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/;

/** Whether a bearer credential has the form of a token and not of an API key. */
export const looksLikeToken = (bearer: string): boolean => SHAPE.test(bearer);

function partOf(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Tolerated clock adjustment. */
const LEEWAY_MS = 5 * 60_000;

/** Whether epoch seconds are in the future: the clock was ahead when something was issued. */
export const isInFuture = (issued: unknown, now: number): boolean =>
  typeof issued === 'number' && issued * 1000 > now + LEEWAY_MS;

/** The claims of a valid, unexpired token; undefined for every other text. */
export function readToken(
  token: string,
  { key, issuer, now }: { key: SigningKey; issuer: string; now: Date },
): TokenClaims | undefined {
  const match = token.length > MAX_LENGTH ? null : SHAPE.exec(token);
  const [, head = '', body = '', signature = ''] = match ?? [];
  const header = partOf(head);
  // The algorithm is fixed: the header of a token must not choose it.
  if (header?.alg !== 'RS256' || header.typ !== 'at+jwt' || header.kid !== key.kid) return undefined;
  const signed = Buffer.from(`${head}.${body}`);
  if (!verify('sha256', signed, key.publicKey, Buffer.from(signature, 'base64url'))) return undefined;
  const { iss, exp, iat, gid, client_id: client, sub, scope = '', aud } = partOf(body) ?? {};
  if (iss !== issuer || typeof exp !== 'number' || exp * 1000 <= now.getTime()) return undefined;
  if (isInFuture(iat, now.getTime())) return undefined;
  const texts = [gid, client, sub, scope, aud].filter((value) => typeof value === 'string');
  const [grantId, clientId, userId, scopes, audience] = texts;
  if (
    grantId === undefined ||
    clientId === undefined ||
    userId === undefined ||
    scopes === undefined ||
    audience === undefined
  ) {
    return undefined;
  }
  return { grantId, clientId, userId, scope: scopes, audience };
}
