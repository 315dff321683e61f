/** Random secrets and how they are compared. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 32 random bytes as 64 hex digits. */
export const newSecret = (): string => randomBytes(32).toString('hex');

/** SHA-256 of a secret as 64 hex digits; enough for secrets of 32 random bytes, which nobody can guess. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Whether two secrets are the same, in a time that does not tell how much of them agrees. */
export function sameSecret(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(hashOf(a)), Buffer.from(hashOf(b)));
}
