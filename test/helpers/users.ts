/** Users of a test's server, and requests as one of them. */
import type { UserRole } from '../../server/contract/access.js';
import { isJsonObject, type JsonObject } from '../../server/contract/values.js';
import { type Answer, BLOG, type Files, type Sent, type TestServer } from './server.js';

export const PASSWORD = 'correct horse battery';

/** The same, at the least cost that counts: a test has better things to do than to wait for hashes. */
const HASH = '$scrypt$ln=14,r=8,p=1$cGxpbnRoLXRlc3Qtc2FsdA$xm3oOPZho9xSI/XPb9H5bgq+oo+0h8A+v+ZNtfdl43c';

export const STAFF_IDS = {
  admin: '11111111-1111-4111-8111-111111111111',
  editor: '22222222-2222-4222-8222-222222222222',
  viewer: '33333333-3333-4333-8333-333333333333',
} as const satisfies Record<UserRole, string>;

/** The record of `admin one`, `editor one` or `viewer one`, whose address is `admin@example.org` and so on. */
export const staff = (role: UserRole) => ({
  id: STAFF_IDS[role],
  name: `${role} one`,
  email: `${role}@example.org`,
  role,
  hash: HASH,
  created: '2026-01-01T10:00:00.000Z',
  lastSignIn: null,
});

/** A folder with a blog and a user of every role. */
export const WITH_STAFF: Files = {
  ...BLOG,
  '.system/users.json': { users: [staff('admin'), staff('editor'), staff('viewer')] },
};

export interface SignedIn {
  cookie: string;
  csrfToken: string;
  request(path: string, sent?: Omit<Sent, 'as'>): Promise<Answer>;
}

/** A name and a password sent to the sign-in. */
export const trySignIn = (server: TestServer, name: string, password: string, headers = {}) =>
  server.request('/admin/session', { method: 'POST', as: 'nobody', json: { name, password }, headers });

const cookieIn = (answer: Answer) => (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';

/** Requests with the session an answer opened. */
export function sessionOf(server: TestServer, answer: Answer): SignedIn {
  const cookie = cookieIn(answer);
  const csrfToken = String(answer.json.csrfToken);
  return {
    cookie,
    csrfToken,
    request: (path, sent = {}) =>
      server.request(path, {
        ...sent,
        as: 'nobody',
        headers: { cookie, 'x-csrf-token': csrfToken, ...sent.headers },
      }),
  };
}

/** Signs a user in. */
export async function signIn(server: TestServer, name: string, password = PASSWORD): Promise<SignedIn> {
  const answer = await trySignIn(server, name, password);
  if (answer.status !== 200) throw new Error(`not signed in: ${answer.text}`);
  return sessionOf(server, answer);
}

/** The session of `admin one`, `editor one` or `viewer one`. */
export const staffSession = (server: TestServer, role: UserRole): Promise<SignedIn> =>
  signIn(server, `${role} one`);

/** The list in an answer, as objects. */
export const listIn = (answer: Answer, name: string): JsonObject[] => {
  const list = answer.json[name];
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
};
