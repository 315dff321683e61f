/** Random secrets and how they are compared. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 32 random bytes as 64 hex digits. */
export const newSecret = (): string => randomBytes(32).toString('hex');

/** SHA-256 of a secret as 64 hex digits; sufficient for secrets of 32 random bytes. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Constant-time comparison of two secrets. */
export function sameSecret(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(hashOf(a)), Buffer.from(hashOf(b)));
}
