/**
 * The signing key of access tokens. It is kept in the state directory of this machine and never in the folder, where
 * readers of a synced folder could sign tokens.
 */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto';
import { promisify } from 'node:util';
import { hashOf } from '../access/secrets.js';
import { isJsonObject } from '../contract/values.js';
import type { JsonRecord } from '../store/types/documents.js';

/** `oauth-key-….json` in the state directory. */
export interface SigningKeyFile {
  key?: unknown;
}

export interface SigningKey {
  readonly kid: string;
  /** The private key. */
  readonly privateJwk: JsonWebKey;
  readonly publicKey: KeyObject;
  /** As in `/.well-known/jwks.json`. */
  readonly publicJwk: JsonWebKey;
}

const BITS = 2048;
const generate = promisify(generateKeyPair);

/** The stored key; created when there is none yet. */
export async function openSigningKey(record: JsonRecord<SigningKeyFile>): Promise<SigningKey> {
  const stored = readKey(record);
  if (stored) return stored;
  const { privateKey } = await generate('rsa', { modulusLength: BITS });
  const fresh = privateKey.export({ format: 'jwk' });
  await record.update((file) => {
    // Another process may have been first.
    if (keyOf(file.key) === undefined) file.key = { ...fresh };
  });
  const made = readKey(record);
  if (!made) throw new Error('Could not create the signing key');
  return made;
}

/** The stored key; undefined before one was created. */
export const readKey = (record: JsonRecord<SigningKeyFile>): SigningKey | undefined =>
  keyOf(record.read().key);

function keyOf(stored: unknown): SigningKey | undefined {
  if (!isJsonObject(stored) || stored.kty !== 'RSA') return undefined;
  try {
    const privateKey = createPrivateKey({ key: stored, format: 'jwk' });
    const publicKey = createPublicKey(privateKey);
    const { n, e } = publicKey.export({ format: 'jwk' });
    const kid = `k-${hashOf(String(n)).slice(0, 16)}`;
    const common = { kid, use: 'sig', alg: 'RS256' };
    return {
      kid,
      publicKey,
      privateJwk: { ...privateKey.export({ format: 'jwk' }), ...common },
      publicJwk: { kty: 'RSA', ...common, n, e },
    };
  } catch {
    return undefined;
  }
}
