/** Settings of the door for AI clients (spec/mcp.md). */
import type { FlagSetting, Setting, TextSetting, TextsSetting } from '../contract/settings.js';

const MCP = 'AI clients (MCP)';

export const MCP_ENABLED = {
  name: 'mcp.enabled',
  section: 'mcp',
  group: MCP,
  type: 'flag',
  label: 'Let AI clients in',
  help: 'At /mcp, with an API key whose scope covers /mcp, or as a program a user has let in. Each does only what its key or user may do over the API.',
  default: true,
} as const satisfies FlagSetting;

export const MCP_PUBLIC = {
  name: 'mcp.publicAccess',
  section: 'mcp',
  group: MCP,
  type: 'flag',
  label: 'Without a key as well',
  help: 'Whoever shows nothing may read, without drafts, the collections that are set to be public for AI clients.',
  default: false,
} as const satisfies FlagSetting;

export const MCP_ORIGINS = {
  name: 'mcp.allowedOrigins',
  section: 'mcp',
  group: MCP,
  type: 'texts',
  format: 'origins',
  label: 'Origins of web pages that may ask',
  help: 'Programs on a machine name no origin and need not stand here. * stands for every origin.',
  most: 50,
  example: 'https://inspector.example',
  default: [],
} as const satisfies TextsSetting;

export const MCP_PREFIX = {
  name: 'mcp.toolPrefix',
  section: 'mcp',
  group: MCP,
  type: 'text',
  format: 'toolPrefix',
  label: 'What the names of tools begin with',
  help: 'Tells the tools of several sites apart in one client, e.g. harbour_.',
  maxLength: 30,
  empty: 'Nothing',
  default: '',
} as const satisfies TextSetting;

export const MCP_SUBSCRIPTIONS = {
  name: 'mcp.subscriptionsEnabled',
  section: 'mcp',
  group: MCP,
  type: 'flag',
  label: 'Tell clients what changes',
  default: true,
} as const satisfies FlagSetting;

export const MCP_SETTINGS: readonly Setting[] = [
  MCP_ENABLED,
  MCP_PUBLIC,
  MCP_ORIGINS,
  MCP_PREFIX,
  MCP_SUBSCRIPTIONS,
];
