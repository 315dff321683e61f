/** Who is offered and shown what at the door for AI clients: every sort of caller against every exposure. */
import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../server/access/caller.js';
import type { Role } from '../../../server/contract/access.js';
import type { OAuthScope } from '../../../server/contract/oauth.js';
import { TOOLS } from '../../../server/mcp/serving.js';
import { personaOf, readable, type Visitor } from '../../../server/mcp/visitor.js';
import { makeSite, type TestSite } from '../../helpers/site.js';

const user = (role: Role) => ({ id: 'ada', name: 'Ada', role });

const token = (role: Role, ...scopes: OAuthScope[]): Caller => ({
  kind: 'token',
  token: { clientId: 'c', grantId: 'g', scopes, user: user(role) },
});

const key = (methods: ('GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE')[], ...paths: string[]): Caller => ({
  kind: 'key',
  key: {
    id: 'k',
    name: 'k',
    prefix: 'plinth_',
    last4: '0000',
    hash: 'sha256:',
    created: '2026-01-01T00:00:00.000Z',
    lastUsed: null,
    scopes: { methods, paths },
  },
});

const COLLECTIONS = [
  { id: 'inner', schema: 'blog' },
  { id: 'named', schema: 'blog', mcp: { access: 'authenticated' } },
  { id: 'open', schema: 'blog', mcp: { access: 'public', resource: true } },
];

const namesOf = ({ site }: TestSite, visitor: Visitor) =>
  readable(site, visitor).map(({ settings }) => settings.id);

/** The tools a visitor is offered, as the server for him lists them. */
async function offered({ site }: TestSite, visitor: Visitor): Promise<string[]> {
  return (await site.mcp.serving()).names(visitor);
}

const READS = TOOLS.filter(({ manners }) => manners.readOnlyHint).map(({ name }) => name);
const SITE_READS = ['list_schemas', 'get_schema', 'get_site_info'];
const PUBLIC_READS = READS.filter((name) => !SITE_READS.includes(name));

describe('a visitor', () => {
  it.each<[string, Caller, persona: string, shown: string[]]>([
    ['nobody in particular', { kind: 'anonymous' }, 'public', ['open']],
    ['a key for everything', key(['GET'], '*'), 'admin', ['inner', 'named', 'open']],
    ['a key for one collection', key(['GET'], '/mcp', '/collections/named'), 'admin', ['named']],
    ['a key that does not read', key(['POST'], '*'), 'admin', []],
    [
      'a program an editor let in',
      token('editor', 'cms:read', 'mcp:tools'),
      'authenticated',
      ['named', 'open'],
    ],
    ['a program that may not read', token('editor', 'mcp:tools'), 'authenticated', []],
    [
      'a program the owner let in',
      token('owner', 'cms:read', 'mcp:tools'),
      'authenticated',
      ['named', 'open'],
    ],
    [
      'a program the owner allowed everything',
      token('owner', 'cms:admin', 'mcp:tools'),
      'admin',
      ['inner', 'named', 'open'],
    ],
    [
      'a program an editor “allowed” everything',
      token('editor', 'cms:admin'),
      'authenticated',
      ['named', 'open'],
    ],
  ])('who is %s is shown what is for such', async (_who, caller, persona, shown) => {
    const test = await makeSite({ collections: COLLECTIONS });
    expect([personaOf({ caller }), namesOf(test, { caller })]).toEqual([persona, shown]);
  });

  it.each<[string, Visitor, writes: string[]]>([
    ['nobody in particular', { caller: { kind: 'anonymous' } }, []],
    ['a key that reads', { caller: key(['GET'], '*') }, []],
    ['a key that creates', { caller: key(['GET', 'POST'], '/mcp', '/collections/open') }, ['create_object']],
    [
      'a program that writes',
      { caller: token('editor', 'cms:read', 'cms:write', 'mcp:tools') },
      ['create_object', 'update_object', 'patch_object', 'replace_object', 'clear_cache'],
    ],
    [
      'a program a viewer let in to write',
      { caller: token('viewer', 'cms:read', 'cms:write', 'mcp:tools') },
      [],
    ],
    [
      'a program allowed everything',
      { caller: token('owner', 'cms:admin', 'mcp:tools') },
      TOOLS.map(({ name }) => name).filter((name) => !READS.includes(name)),
    ],
    ['the same, told to only read', { caller: token('owner', 'cms:admin', 'mcp:tools'), readOnly: true }, []],
  ])('who is %s is offered the tools that write he may use', async (_who, visitor, writes) => {
    const test = await makeSite({ collections: COLLECTIONS });
    expect((await offered(test, visitor)).filter((name) => !READS.includes(name))).toEqual(writes);
  });

  it('is offered tools for the site itself only if he runs it, and none at all without the scope for tools', async () => {
    const test = await makeSite({ collections: COLLECTIONS });
    const tools = (caller: Caller) => offered(test, { caller });
    expect(await tools({ kind: 'anonymous' })).toEqual(PUBLIC_READS);
    expect(await tools(token('owner', 'cms:read', 'mcp:tools'))).toEqual(PUBLIC_READS);
    expect(await tools(token('owner', 'cms:read', 'mcp:resources'))).toEqual([]);
    expect(await tools(key(['GET'], '/mcp', '/collections'))).toEqual([...PUBLIC_READS, 'get_site_info']);
    expect(await tools(key(['GET'], '*'))).toEqual(READS);
  });
});
