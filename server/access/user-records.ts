/** User records and requests: all problems of a request are reported at once, and stored records are validated. */
import { USER_ROLES, type UserRole } from '../contract/access.js';
import type { Details } from '../contract/messages/message.js';
import { type Message, message, ruleIf } from '../contract/messages/message.js';
import { type SentUser, USER_LIMITS, type UserRecord, type UserSummary } from '../contract/users.js';
import { failed } from '../errors.js';
import type { CommonPasswords } from './common-passwords.js';
import { isPasswordHash } from './passwords.js';

/** A validated user request. Only the fields that were sent are present. */
export interface UserInput {
  name?: string;
  email?: string | null;
  role?: UserRole;
  password?: string;
}

const isRole = (value: unknown): value is UserRole => USER_ROLES.some((role) => role === value);

// Control characters, also those that turn the direction of writing, could make one name look like another.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const EMAIL = /^[^\s@<>()",;:\\]{1,64}@[^\s@<>()",;:\\]{1,189}$/;

function nameProblem(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.trim() === '') return 'must not be empty';
  if (value.trim().length > USER_LIMITS.name) return `must have at most ${USER_LIMITS.name} characters`;
  if (INVISIBLE.test(value)) return 'must not contain control characters';
  return value.includes('@') ? 'must not contain "@"; put the email address in its own field' : undefined;
}

function emailProblem(value: unknown): string | undefined {
  if (value === null || value === '') return undefined;
  const sound = typeof value === 'string' && value.length <= USER_LIMITS.email && EMAIL.test(value.trim());
  return sound && !INVISIBLE.test(value) ? undefined : 'must be an email address';
}

/** What new passwords are compared with. */
export interface PasswordRules {
  common: CommonPasswords;
  folder: string;
}

function passwordProblem(
  value: string | undefined,
  input: Pick<SentUser, 'name' | 'email'>,
  { common, folder }: PasswordRules,
): Message | undefined {
  const { shortestPassword, longestPassword } = USER_LIMITS;
  if (value === undefined || value.length < shortestPassword) {
    return message('minLength', { limit: shortestPassword });
  }
  if (value.length > longestPassword) return message('maxLength', { limit: longestPassword });
  const texts = [input.name, input.email].filter((text) => typeof text === 'string');
  const beforeAt = texts.flatMap((text) => text.split('@', 1));
  const problem = common.problem(value, [...texts, ...beforeAt, folder, 'plinth']);
  return ruleIf(problem);
}

/** The problem of a new password, as a sentence without its subject; undefined for a sound one. */
export const newPasswordProblem = (
  password: string,
  user: Pick<UserRecord, 'name' | 'email'>,
  rules: PasswordRules,
): Message | undefined => passwordProblem(password, { name: user.name, email: user.email }, rules);

/**
 * Validates a request. Throws `validation` with every problem at once. `whole`: every field but the email address is
 * required.
 */
export function checkUserRequest(input: SentUser, whole: boolean, rules: PasswordRules): UserInput {
  const problems: Details = {};
  const check = (field: 'name' | 'email' | 'role' | 'password', problem: Message | undefined) => {
    const absent = input[field] === undefined && (!whole || field === 'email');
    if (!absent && problem) problems[field] = [problem];
  };
  check('name', ruleIf(nameProblem(input.name)));
  check('email', ruleIf(emailProblem(input.email)));
  check('role', isRole(input.role) ? undefined : message('notOneOf', { choices: USER_ROLES.join(', ') }));
  check('password', passwordProblem(input.password, input, rules));
  if (Object.keys(problems).length > 0) throw failed(problems);
  const { name, email, role, password } = input;
  return {
    ...(name === undefined ? {} : { name: name.trim().normalize('NFC') }),
    ...(email === undefined ? {} : { email: email?.trim() || null }),
    ...(isRole(role) ? { role } : {}),
    ...(password === undefined ? {} : { password }),
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Whether a stored value is a valid user; invalid ones cannot sign in. */
export function isUserRecord(value: unknown): value is UserRecord {
  if (!isRecord(value)) return false;
  const { id, name, email, role, hash } = value;
  if (typeof id !== 'string' || !UUID.test(id)) return false;
  return (
    nameProblem(name) === undefined &&
    (email === undefined || emailProblem(email) === undefined) &&
    isRole(role) &&
    isPasswordHash(hash)
  );
}

/** The public part of a record. Only security-relevant fields were validated; a file from elsewhere may lack others. */
export function userSummary(
  { id, name, email, role, created }: UserRecord,
  here: Pick<UserSummary, 'lastSignIn' | 'pending'>,
): UserSummary {
  return {
    id,
    name,
    email: typeof email === 'string' && email !== '' ? email : null,
    role,
    created: typeof created === 'string' ? created : '',
    ...here,
  };
}
