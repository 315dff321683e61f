/** What MCP clients can see and do: every kind of caller against every visibility. */
import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../server/access/caller.js';
import type { Role } from '../../../server/contract/access.js';
import type { OAuthScope } from '../../../server/contract/oauth.js';
import { type McpClient, personaOf, readable } from '../../../server/mcp/client.js';
import { TOOLS } from '../../../server/mcp/serving.js';
import { makeSite, type TestSite } from '../../helpers/site.js';

const user = (role: Role) => ({ id: 'ada', name: 'Ada', role });

const token = (role: Role, ...scopes: OAuthScope[]): Caller => ({
  kind: 'token',
  token: { clientId: 'c', clientName: 'C', grantId: 'g', scopes, user: user(role) },
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
    scopes: { methods, paths },
  },
});

const COLLECTIONS = [
  { id: 'inner', schema: 'blog' },
  { id: 'named', schema: 'blog', mcp: { access: 'authenticated' } },
  { id: 'open', schema: 'blog', mcp: { access: 'public', resource: true } },
];

const namesOf = ({ site }: TestSite, client: McpClient) =>
  readable(site, client).map(({ settings }) => settings.id);

/** The tools that the server lists for a client. */
async function toolNames({ site }: TestSite, client: McpClient): Promise<string[]> {
  return (await site.mcp.serving()).names(client);
}

const READS = TOOLS.filter(({ annotations }) => annotations.readOnlyHint).map(({ name }) => name);
const SITE_READS = ['list_schemas', 'get_schema', 'get_site_info'];
const PUBLIC_READS = READS.filter((name) => !SITE_READS.includes(name));

describe('an MCP client', () => {
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

  it.each<[string, McpClient, writes: string[]]>([
    ['nobody in particular', { caller: { kind: 'anonymous' } }, []],
    ['a key that reads', { caller: key(['GET'], '*') }, []],
    ['a key that creates', { caller: key(['GET', 'POST'], '/mcp', '/collections/open') }, ['create_object']],
    [
      'a program that writes',
      { caller: token('editor', 'cms:read', 'cms:write', 'mcp:tools') },
      ['create_object', 'update_object', 'patch_object', 'replace_object', 'clear_cache'],
    ],
    [
      'a program a viewer let in to write, which suggests',
      { caller: token('viewer', 'cms:read', 'cms:write', 'mcp:tools') },
      ['create_object', 'update_object', 'patch_object', 'replace_object'],
    ],
    [
      'a program of the owner that may only suggest',
      { caller: token('owner', 'cms:read', 'cms:suggest', 'mcp:tools') },
      ['create_object', 'update_object', 'patch_object', 'replace_object'],
    ],
    [
      'a program allowed everything',
      { caller: token('owner', 'cms:admin', 'mcp:tools') },
      TOOLS.map(({ name }) => name).filter((name) => !READS.includes(name)),
    ],
    ['the same, told to only read', { caller: token('owner', 'cms:admin', 'mcp:tools'), readOnly: true }, []],
  ])('that is %s is offered the write tools it may use', async (_who, client, writes) => {
    const test = await makeSite({ collections: COLLECTIONS });
    expect((await toolNames(test, client)).filter((name) => !READS.includes(name))).toEqual(writes);
  });

  it('is offered tools for the site itself only if it manages the site, and none at all without the scope for tools', async () => {
    const test = await makeSite({ collections: COLLECTIONS });
    const tools = (caller: Caller) => toolNames(test, { caller });
    expect(await tools({ kind: 'anonymous' })).toEqual(PUBLIC_READS);
    expect(await tools(token('owner', 'cms:read', 'mcp:tools'))).toEqual(PUBLIC_READS);
    expect(await tools(token('owner', 'cms:read', 'mcp:resources'))).toEqual([]);
    expect(await tools(key(['GET'], '/mcp', '/collections'))).toEqual([...PUBLIC_READS, 'get_site_info']);
    expect(await tools(key(['GET'], '*'))).toEqual(READS);
  });
});
