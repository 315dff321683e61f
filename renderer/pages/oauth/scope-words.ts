/** What scopes mean, in the words of the consent. */
import { OAUTH_SCOPES, type OAuthScope } from '#contract/oauth';

/** What a program may do with a scope, as an ending of "It may …". */
export const SCOPE_WORDS: Record<OAuthScope, string> = {
  'cms:read': 'Read collections, objects, files and schemas',
  'cms:write': 'Create, change and delete objects and files',
  'cms:admin': 'Manage collections and schemas, and everything above',
  'mcp:tools': 'Use Plinth’s tools over MCP, as far as it may read and write',
  'mcp:resources': 'Read content as resources over MCP',
  'mcp:search': 'Search over MCP',
  'mcp:prompts': 'Use prompts over MCP',
};

/** Short names, for lists. */
export const SCOPE_NAMES: Record<OAuthScope, string> = {
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
