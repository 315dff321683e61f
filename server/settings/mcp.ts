/** Settings of the MCP server (spec/mcp.md). */
import type { FlagSetting, Setting, TextSetting, TextsSetting } from '../contract/settings.js';

const MCP = 'AI clients (MCP)';

export const MCP_ENABLED = {
  name: 'mcp.enabled',
  section: 'mcp',
  group: MCP,
  type: 'flag',
  label: 'Allow AI clients',
  help: 'At /mcp, with an API key whose scope covers /mcp or as a connected app. A client has no more permissions than its key or user has for the API.',
  default: true,
} as const satisfies FlagSetting;

export const MCP_PUBLIC = {
  name: 'mcp.publicAccess',
  section: 'mcp',
  group: MCP,
  type: 'flag',
  label: 'Allow anonymous access',
  help: 'Clients without a key or token can read collections that are public for AI clients, without drafts.',
  default: false,
} as const satisfies FlagSetting;

export const MCP_ORIGINS = {
  name: 'mcp.allowedOrigins',
  section: 'mcp',
  group: MCP,
  type: 'texts',
  format: 'origins',
  label: 'Allowed origins of web pages',
  help: 'Desktop apps send no origin and are not affected. * allows every origin.',
  maxItems: 50,
  example: 'https://inspector.example',
  default: [],
} as const satisfies TextsSetting;

export const MCP_PREFIX = {
  name: 'mcp.toolPrefix',
  section: 'mcp',
  group: MCP,
  type: 'text',
  format: 'toolPrefix',
  approval: 'none',
  label: 'Prefix of tool names',
  help: 'Distinguishes the tools of several sites in one client, e.g. harbour_.',
  maxLength: 30,
  empty: 'Nothing',
  default: '',
} as const satisfies TextSetting;

export const MCP_SUBSCRIPTIONS = {
  name: 'mcp.subscriptionsEnabled',
  section: 'mcp',
  group: MCP,
  type: 'flag',
  label: 'Notify clients of changes',
  default: true,
} as const satisfies FlagSetting;

export const MCP_SETTINGS: readonly Setting[] = [
  MCP_ENABLED,
  MCP_PUBLIC,
  MCP_ORIGINS,
  MCP_PREFIX,
  MCP_SUBSCRIPTIONS,
];
