/** Settings of OAuth: whether apps can request access, and for how long. */
import type { FlagSetting, NumberSetting, Setting, TextSetting } from '../contract/settings.js';

const GROUP = 'OAuth';

export const OAUTH_ENABLED = {
  name: 'oauth.enabled',
  section: 'mcp',
  group: GROUP,
  type: 'flag',
  label: 'Allow apps to request access',
  help: 'An app opens a page of the admin where you see the requested access and allow or deny it. Signing keys are created on first use.',
  default: false,
} as const satisfies FlagSetting;

export const OAUTH_ISSUER = {
  name: 'oauth.issuer',
  section: 'mcp',
  group: GROUP,
  type: 'text',
  format: 'url',
  label: 'Issuer URL',
  help: 'Part of every token. Changing it invalidates all tokens.',
  maxLength: 200,
  empty: 'URL of this server',
  default: '',
} as const satisfies TextSetting;

export const OAUTH_REGISTRATION = {
  name: 'oauth.dynamicRegistration',
  section: 'mcp',
  group: GROUP,
  type: 'flag',
  label: 'Allow dynamic client registration',
  help: 'Many AI clients need this. Any app that reaches the server can register, but gets no access until a user authorizes it.',
  default: false,
} as const satisfies FlagSetting;

export const OAUTH_ACCESS_MINUTES = {
  name: 'oauth.accessTokenMinutes',
  section: 'mcp',
  group: GROUP,
  type: 'number',
  label: 'Lifetime of access tokens',
  unit: 'minutes',
  minimum: 1,
  maximum: 1440,
  default: 60,
} as const satisfies NumberSetting;

export const OAUTH_REFRESH_DAYS = {
  name: 'oauth.refreshTokenDays',
  section: 'mcp',
  group: GROUP,
  type: 'number',
  label: 'Apps lose access when idle for',
  unit: 'days',
  minimum: 1,
  maximum: 365,
  default: 30,
} as const satisfies NumberSetting;

export const OAUTH_SETTINGS: readonly Setting[] = [
  OAUTH_ENABLED,
  OAUTH_ISSUER,
  OAUTH_REGISTRATION,
  OAUTH_ACCESS_MINUTES,
  OAUTH_REFRESH_DAYS,
];
