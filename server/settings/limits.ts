/** Settings of how much one caller, and all together, may ask for. */
import type { NumberSetting, Setting } from '../contract/settings.js';

const REQUESTS = 'Requests';

/** How often something may be asked in one window of time. */
const rate = <Name extends string>(name: Name, standard: number, unit: string, label: string, help: string) =>
  ({
    name,
    section: 'limits',
    group: REQUESTS,
    type: 'number',
    label,
    help,
    minimum: 1,
    maximum: 100_000_000,
    unit,
    default: standard,
  }) as const satisfies NumberSetting;

const MINUTELY = 'per minute';

export const RATES = {
  keys: rate(
    'limits.keys',
    600_000,
    MINUTELY,
    'With an API key or access token',
    'For each of them. High enough that the build of a site never waits.',
  ),
  sessions: rate('limits.sessions', 600_000, MINUTELY, 'Signed in', 'For each session of the admin.'),
  anonymous: rate(
    'limits.anonymous',
    600,
    MINUTELY,
    'Anonymous',
    'For each address that shows no key. Images, downloads and streams do not count.',
  ),
  triggers: rate('limits.triggers', 60, MINUTELY, 'Automations triggered without a key', 'For each address.'),
  mcp: rate('limits.mcp', 60, MINUTELY, 'MCP without a key', 'For each address.'),
  tokens: rate('limits.tokens', 60, MINUTELY, 'OAuth tokens', 'For each address.'),
  registrations: rate('limits.registrations', 10, 'per hour', 'OAuth registrations', 'For each address.'),
} as const;

export const LIMIT_SETTINGS: readonly Setting[] = Object.values(RATES);
