import { describe, expect, it } from 'vitest';
import { type Caller, signedIn } from '../../../server/access/caller.js';
import { type Need, type Operation, permit } from '../../../server/access/permit.js';
import { checkKeyRequest } from '../../../server/access/scopes.js';
import { Sessions } from '../../../server/access/sessions.js';
import type { KeyMethod, Role } from '../../../server/contract/access.js';
import type { OAuthScope } from '../../../server/contract/oauth.js';
import type { PublicOperation } from '../../../server/contract/objects.js';
import { PlinthError } from '../../../server/errors.js';

const KEY = { id: '1', name: 'Test', prefix: 'plinth_abcd', last4: 'abcd', hash: '', created: '' };

function keyFor(methods: string[], paths: string[]): Caller {
  const scopes = checkKeyRequest({ name: 'Test', methods, paths });
  return { kind: 'key', key: { ...KEY, scopes } };
}

function outcome(caller: Caller, need: Need): string {
  try {
    permit(caller, need);
    return 'passes';
  } catch (error) {
    if (error instanceof PlinthError) return error.kind;
    throw error;
  }
}

const all = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const need = (method: string, path: string, operation: Operation = 'read'): Need => ({
  method,
  segments: path.split('/').filter((segment) => segment !== ''),
  operation,
});

describe('a key', () => {
  it.each([
    // path scope, requested path, outcome
    ['/collections/blog', 'collections/blog', 'passes'],
    ['/collections/blog', 'collections/blog/first-post/title', 'passes'],
    ['/collections/blog', 'collections/blog-private', 'forbidden'],
    ['/collections/blog', 'collections/BLOG', 'forbidden'],
    ['/collections/blog', 'collections', 'forbidden'],
    ['/collections/blog', 'schemas/blog', 'forbidden'],
    ['/collections/blog', 'report/collections/blog/csv', 'forbidden'],
    ['/collections/blog', 'collections/blog/../blog-private', 'forbidden'],
    ['*', 'collections/./blog', 'forbidden'],
    ['/collections/blog/', 'collections/blog', 'passes'],
    ['/collections/blog/*', 'collections/blog/first-post', 'passes'],
    ['/api/collections/blog', 'collections/blog', 'passes'],
    ['/collections', 'collections/blog/first-post', 'passes'],
    ['*', 'collections/blog', 'passes'],
    ['/*', 'schemas', 'passes'],
    ['/automations', 'automations/nightly', 'passes'],
    ['/collections', 'automations/nightly', 'unauthenticated'],
  ])('scoped to %s at %s %s', (scope, path, expected) => {
    expect(outcome(keyFor(all, [scope]), need('GET', path))).toBe(expected);
  });

  it.each([
    [['GET'], 'GET', 'passes'],
    [['GET'], 'HEAD', 'passes'],
    [['GET'], 'OPTIONS', 'passes'],
    [['GET'], 'POST', 'forbidden'],
    [['GET'], 'DELETE', 'forbidden'],
    [['POST'], 'HEAD', 'forbidden'],
    [['PUT'], 'PATCH', 'forbidden'],
  ])('with the methods %j asking %s %s', (methods, method, expected) => {
    expect(outcome(keyFor(methods, ['*']), need(method, 'collections/blog'))).toBe(expected);
  });

  it.each([
    ['/collections', 'collections/blog', 'passes'],
    ['/collections/blog', 'collections/blog', 'forbidden'],
    ['/schemas', 'schemas', 'passes'],
    ['/schemas/news', 'schemas/news', 'forbidden'],
    ['/import', 'import/jumpstart', 'passes'],
    ['*', 'apikeys', 'forbidden'],
    ['*', 'admin/session/link', 'forbidden'],
    ['*', 'schemas/news', 'passes'],
  ])('scoped to %s managing %s %s', (scope, path, expected) => {
    expect(outcome(keyFor(all, [scope]), need('PUT', path, 'manage'))).toBe(expected);
  });

  it('is rejected outside its scope even for what is public', () => {
    const caller = keyFor(['GET'], ['/collections/pages']);
    const asked: Need = { ...need('GET', 'collections/blog'), publicOperations: ['read'] };
    expect(outcome(caller, asked)).toBe('forbidden');
  });
});

describe('anonymous callers', () => {
  it.each<[PublicOperation[] | undefined, Operation, string]>([
    [undefined, 'read', 'unauthenticated'],
    [[], 'read', 'unauthenticated'],
    [['read'], 'read', 'passes'],
    [['read'], 'create', 'unauthenticated'],
    [['create', 'update', 'delete'], 'delete', 'passes'],
    [['create', 'read', 'update', 'delete'], 'manage', 'unauthenticated'],
  ])('where %j is public, %s %s', (publicOperations, operation, expected) => {
    const asked = need('GET', 'collections/blog', operation);
    expect(outcome({ kind: 'anonymous' }, publicOperations ? { ...asked, publicOperations } : asked)).toBe(
      expected,
    );
  });
});

describe('a user', () => {
  const as = (role: Role): Caller =>
    signedIn({ id: 'cookie', csrfToken: 'token', user: { id: '1', name: 'Ada', role } });
  it.each<[Operation, string, string, string]>([
    // operation, address, as an editor, as a viewer
    ['read', 'collections', 'passes', 'passes'],
    ['read', 'collections/blog/first-post', 'passes', 'passes'],
    ['read', 'report/collections/blog/csv', 'passes', 'passes'],
    ['read', 'schemas/blog', 'passes', 'passes'],
    ['create', 'collections/blog', 'passes', 'forbidden'],
    ['update', 'collections/blog/first-post/photo', 'passes', 'forbidden'],
    ['update', 'upload/blog/first-post/text/image', 'passes', 'forbidden'],
    ['delete', 'collections/blog/first-post', 'passes', 'forbidden'],
    ['update', 'links', 'passes', 'forbidden'],
    ['manage', 'collections/blog', 'forbidden', 'forbidden'],
    ['manage', 'schemas/blog', 'forbidden', 'forbidden'],
    ['manage', 'import/jumpstart', 'forbidden', 'forbidden'],
    ['manage', 'export/collections/blog/zip', 'forbidden', 'forbidden'],
    ['read', 'collections/automations', 'forbidden', 'forbidden'],
    ['update', 'collections/automations/nightly', 'forbidden', 'forbidden'],
    ['read', 'report/collections/automations/csv', 'forbidden', 'forbidden'],
    ['update', 'upload/automations/nightly/text/image', 'forbidden', 'forbidden'],
    ['read', 'collections/blog/automations', 'passes', 'passes'],
    ['create', 'automations/nightly', 'unauthenticated', 'unauthenticated'],
    ['read', 'apikeys', 'forbidden', 'forbidden'],
    ['read', 'users', 'forbidden', 'forbidden'],
    ['read', 'settings', 'forbidden', 'forbidden'],
    ['read', 'something-new', 'forbidden', 'forbidden'],
    ['read', 'collections/../apikeys', 'forbidden', 'forbidden'],
  ])('asking to %s %s: an editor %s, a viewer %s', (operation, path, editor, viewer) => {
    expect(outcome(as('editor'), need('GET', path, operation))).toBe(editor);
    expect(outcome(as('viewer'), need('GET', path, operation))).toBe(viewer);
    expect(outcome(as('admin'), need('GET', path, operation))).toBe('passes');
    expect(outcome(as('owner'), need('GET', path, operation))).toBe('passes');
  });

  it('may do what everyone may, and a viewer only suggests it', () => {
    const publicOperations = ['read', 'create'] as const;
    const asked: Need = { ...need('POST', 'collections/guestbook', 'create'), publicOperations };
    expect(outcome(as('editor'), asked)).toBe('passes');
    expect(outcome(as('viewer'), asked)).toBe('forbidden');
    expect(outcome(as('viewer'), { ...asked, suggested: true })).toBe('passes');
    const read: Need = { ...need('GET', 'collections/automations', 'read'), publicOperations };
    expect(outcome(as('viewer'), read)).toBe('passes');
  });
});

describe('a caller who may only suggest', () => {
  const scopes = { methods: ['GET', 'POST', 'PATCH'] as KeyMethod[], paths: ['/collections/blog'] };
  const user = (role: Role) => ({ id: '1', name: 'Ada', role });
  const app = (role: Role, ...granted: OAuthScope[]): Caller => ({
    kind: 'token',
    token: { clientId: '1', clientName: 'App', grantId: '1', scopes: granted, user: user(role) },
  });
  const key = (suggests?: true): Caller => ({
    kind: 'key',
    key: { ...KEY, scopes: { ...scopes, ...(suggests && { suggests }) } },
  });
  const run = (suggests?: true): Caller => ({
    ...{ kind: 'automation', id: 'one' },
    scopes: { ...scopes, ...(suggests && { suggests }) },
  });
  const viewer: Caller = signedIn({ id: 'cookie', csrfToken: 'token', user: user('viewer') });

  it.each<[name: string, caller: Caller, live: string, suggested: string]>([
    ['a viewer', viewer, 'forbidden', 'passes'],
    ['a key', key(true), 'forbidden', 'passes'],
    ['another key', key(), 'passes', 'passes'],
    ['an automation', run(true), 'forbidden', 'passes'],
    ['another automation', run(), 'passes', 'passes'],
    ['an app to suggest', app('owner', 'cms:read', 'cms:suggest'), 'forbidden', 'passes'],
    ['an app to write', app('editor', 'cms:suggest', 'cms:write'), 'passes', 'passes'],
    ['an app to write of a viewer', app('viewer', 'cms:write'), 'forbidden', 'passes'],
    ['an app to read', app('editor', 'cms:read'), 'forbidden', 'forbidden'],
    ['an app to read of a viewer', app('viewer', 'cms:read'), 'forbidden', 'forbidden'],
  ])('%s', (_, caller, live, suggested) => {
    const asked = need('PATCH', 'collections/blog/first-post', 'update');
    expect(outcome(caller, asked)).toBe(live);
    expect(outcome(caller, { ...asked, suggested: true })).toBe(suggested);
  });

  it('changes no settings and no automations, and keeps to its scope', () => {
    const suggest = (caller: Caller, method: string, path: string, operation: Operation) =>
      outcome(caller, { ...need(method, path, operation), suggested: true });
    for (const caller of [viewer, key(true), run(true), app('owner', 'cms:suggest')]) {
      expect(suggest(caller, 'PATCH', 'collections/blog', 'manage')).toBe('forbidden');
      expect(suggest(caller, 'PATCH', 'collections/automations/nightly', 'update')).toBe('forbidden');
      expect(suggest(caller, 'POST', 'automations/nightly', 'create')).toBe('unauthenticated');
      expect(suggest(caller, 'PATCH', 'users/1', 'update')).toBe('forbidden');
    }
    expect(suggest(key(true), 'DELETE', 'collections/blog/first-post', 'delete')).toBe('forbidden');
    expect(suggest(key(true), 'PATCH', 'collections/news/first-post', 'update')).toBe('forbidden');
  });
});

it('lets the owner do everything', () => {
  const sessions = new Sessions();
  const session = sessions.redeem(sessions.issueLink());
  if (!session) throw new Error('no session');
  expect(outcome({ kind: 'owner', session }, need('DELETE', 'apikeys/1', 'manage'))).toBe('passes');
});

describe('the scope of a new key', () => {
  it.each([
    [{ name: '', methods: ['GET'], paths: ['*'] }, ['name']],
    [{ name: 'x'.repeat(101), methods: ['GET'], paths: ['*'] }, ['name']],
    [{ name: 'A', methods: [], paths: ['*'] }, ['methods']],
    [{ name: 'A', methods: ['TRACE'], paths: ['*'] }, ['methods']],
    [{ name: 'A', methods: ['GET'], paths: [] }, ['paths']],
    [{ name: 'A', methods: ['GET'], paths: ['collections/blog'] }, ['paths']],
    [{ name: 'A', methods: ['GET'], paths: ['/collections/../schemas'] }, ['paths']],
    [{ name: 'A', methods: ['GET'], paths: ['/collections//blog'] }, ['paths']],
    [{ name: 'A', methods: ['GET'], paths: ['/collections/%62log'] }, ['paths']],
    [{ name: 'A', methods: ['GET'], paths: ['/*/blog'] }, ['paths']],
    [{ name: 'A', methods: ['GET'], paths: ['/api'] }, ['paths']],
    [{}, ['name', 'methods', 'paths']],
  ])('%j is rejected with every problem', (asked, properties) => {
    let details: object = {};
    try {
      checkKeyRequest(asked);
    } catch (error) {
      if (error instanceof PlinthError) details = error.details ?? {};
    }
    expect(Object.keys(details)).toEqual(properties);
  });

  it('is stored in one spelling', () => {
    const asked = {
      name: ' Site ',
      methods: ['post', 'get', 'GET'],
      paths: ['/api/collections/blog/', '/*'],
    };
    expect(checkKeyRequest(asked)).toEqual({
      name: 'Site',
      methods: ['GET', 'POST'],
      paths: ['/collections/blog', '*'],
    });
  });
});
