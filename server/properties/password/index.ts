/** `password`: stored as a bcrypt hash, never shown (spec/field-kinds.md#passwords-and-secrets). */
import { type Message, message } from '../../contract/messages/message.js';
import type { PropertyDefinition } from '../../contract/schemas.js';
import type { PropertyKind } from '../kind.js';

const ROUNDS = 10;
/** bcrypt reads no further than this. */
const MAX_BYTES = 72;
const HASH = /^\$2[abxy]\$(\d\d)\$[./A-Za-z0-9]{53}$/;
/** A hash of more rounds would take too long to check: 2^16 takes some seconds. */
const MAX_ROUNDS = 16;

/** Whether a text is a bcrypt hash that can be checked in reasonable time. */
export function isPasswordHash(text: string): boolean {
  const rounds = Number(HASH.exec(text)?.[1] ?? Number.NaN);
  return rounds >= 4 && rounds <= MAX_ROUNDS;
}

/** Whether a text is a hash of a password, whether or not it can be checked. */
export const looksHashed = (text: string): boolean =>
  /^\$(?:2[abxy]|argon2(?:id|i|d)|[156])\$[^\s$][^\s]{19}/.test(text);

/** What is wrong with a password as typed. Lengths are counted here: the hash always has 60 characters. */
function problems(password: string, definition: PropertyDefinition): Message[] {
  const { minLength, maxLength } = definition;
  const length = [...password].length;
  const found: Message[] = [];
  if (password !== password.trim()) found.push(message('spaceAround'));
  if (/\p{Cc}/u.test(password)) found.push(message('controlCharacters'));
  if (typeof minLength === 'number' && length < minLength) {
    found.push(message('minLength', { limit: minLength }));
  }
  if (typeof maxLength === 'number' && length > maxLength) {
    found.push(message('maxLength', { limit: maxLength }));
  }
  if (Buffer.byteLength(password) > MAX_BYTES) found.push(message('maxBytes', { limit: MAX_BYTES }));
  return found;
}

export const passwordKind: PropertyKind = {
  type: 'password',
  ofTypes: ['password'],
  blank: '',
  keepWhenBlank: true,
  ownKeywords: ['minLength', 'maxLength', 'pattern', 'format', 'enum', 'const'],
  schema: () => ({ type: 'string' }),
  valueType: () => 'string',
  async normalise(value, definition) {
    if (typeof value !== 'string' || value === '') return value;
    // The same algorithm under another name, and the only one PHP recognises as a hash.
    if (isPasswordHash(value)) return `$2y$${value.slice(4)}`;
    if (problems(value, definition).length > 0) return value;
    const { hash } = await import('bcryptjs');
    return `$2y$${(await hash(value, ROUNDS)).slice(4)}`;
  },
  check: (value, definition) =>
    typeof value !== 'string' || isPasswordHash(value) ? [] : problems(value, definition),
  text: () => '',
  present: () => '',
};
