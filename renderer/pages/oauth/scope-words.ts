/** What scopes mean, in the words of the consent. */
import { OAUTH_SCOPES, type OAuthScope } from '#contract/oauth';
import { t } from '../../t';

/** What an app may do with a scope, as an ending of "It may …". */
export const SCOPE_WORDS: Record<OAuthScope, string> = {
  'cms:read': t('Read collections, objects, files and schemas'),
  'cms:suggest': t('Suggest changes of objects, which are not live until an editor publishes them'),
  'cms:write': t('Create, update and delete objects and files'),
  'cms:admin': t('Manage collections and schemas, including all of the above'),
  'mcp:tools': t('Use Plinth’s MCP tools, within its read and write permissions'),
  'mcp:resources': t('Read content as MCP resources'),
  'mcp:search': t('Search with MCP'),
  'mcp:prompts': t('Use MCP prompts'),
};

/** Short names, for lists. */
const SCOPE_NAMES: Record<OAuthScope, string> = {
  'cms:read': t('Read'),
  'cms:suggest': t('Suggest'),
  'cms:write': t('Write'),
  'cms:admin': t('Manage'),
  'mcp:tools': t('MCP tools'),
  'mcp:resources': t('MCP resources'),
  'mcp:search': t('MCP search'),
  'mcp:prompts': t('MCP prompts'),
};

export const isScope = (word: string): word is OAuthScope => OAUTH_SCOPES.some((scope) => scope === word);

/** Scopes in one line. */
export const scopesInWords = (scopes: readonly OAuthScope[]): string =>
  scopes.map((scope) => SCOPE_NAMES[scope]).join(', ');
