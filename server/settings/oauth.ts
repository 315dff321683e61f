/** Settings of OAuth: whether programs can ask to be let in, and for how long they are. */
import type { FlagSetting, NumberSetting, Setting, TextSetting } from '../contract/settings.js';

const GROUP = 'OAuth';

export const OAUTH_ENABLED = {
  name: 'oauth.enabled',
  section: 'mcp',
  group: GROUP,
  type: 'flag',
  label: 'Let programs ask for access',
  help: 'A program sends you here, you see what it wants, and allow it or not. Signing keys are made when this is first used.',
  default: false,
} as const satisfies FlagSetting;

export const OAUTH_ISSUER = {
  name: 'oauth.issuer',
  section: 'mcp',
  group: GROUP,
  type: 'text',
  format: 'url',
  label: 'Address programs are told',
  help: 'Tokens name it. Changing it ends every token.',
  maxLength: 200,
  empty: 'The address Plinth listens on',
  default: '',
} as const satisfies TextSetting;

export const OAUTH_REGISTRATION = {
  name: 'oauth.dynamicRegistration',
  section: 'mcp',
  group: GROUP,
  type: 'flag',
  label: 'Programs may register themselves',
  help: 'AI clients often need this. Whoever reaches the server can register; nothing is open to them before you allow it.',
  default: false,
} as const satisfies FlagSetting;

export const OAUTH_ACCESS_MINUTES = {
  name: 'oauth.accessTokenMinutes',
  section: 'mcp',
  group: GROUP,
  type: 'number',
  label: 'An access token lasts',
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
  label: 'A program that stays away is forgotten after',
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
