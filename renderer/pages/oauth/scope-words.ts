/** What scopes mean, in the words of the consent. */
import { OAUTH_SCOPES, type OAuthScope } from '#contract/oauth';

/** What an app may do with a scope, as an ending of "It may …". */
export const SCOPE_WORDS: Record<OAuthScope, string> = {
  'cms:read': 'Read collections, objects, files and schemas',
  'cms:write': 'Create, update and delete objects and files',
  'cms:admin': 'Manage collections and schemas, including all of the above',
  'mcp:tools': 'Use Plinth’s MCP tools, within its read and write permissions',
  'mcp:resources': 'Read content as MCP resources',
  'mcp:search': 'Search with MCP',
  'mcp:prompts': 'Use MCP prompts',
};

/** Short names, for lists. */
const SCOPE_NAMES: Record<OAuthScope, string> = {
  'cms:read': 'Read',
  'cms:write': 'Write',
  'cms:admin': 'Manage',
  'mcp:tools': 'MCP tools',
  'mcp:resources': 'MCP resources',
  'mcp:search': 'MCP search',
  'mcp:prompts': 'MCP prompts',
};

export const isScope = (word: string): word is OAuthScope => OAUTH_SCOPES.some((scope) => scope === word);

/** Scopes in one line. */
export const scopesInWords = (scopes: readonly OAuthScope[]): string =>
  scopes.map((scope) => SCOPE_NAMES[scope]).join(', ');
