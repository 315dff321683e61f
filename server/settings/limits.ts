/** Settings of limits per caller and in total. */
import type { NumberSetting, Setting } from '../contract/settings.js';
import { numberSetting } from './number.js';

const REQUESTS = 'Requests';

/** A limit of requests per window. */
const rate = <Name extends string>(name: Name, standard: number, unit: string, label: string, help: string) =>
  numberSetting({ section: 'limits', group: REQUESTS, name, label, help, unit }, [1, standard, 100_000_000]);

const MINUTELY = 'per minute';

export const RATES = {
  keys: rate(
    'limits.keys',
    600_000,
    MINUTELY,
    'With an API key or access token',
    'Per key or token. High enough for the build of a site.',
  ),
  sessions: rate('limits.sessions', 600_000, MINUTELY, 'Signed in', 'Per session of the admin.'),
  anonymous: rate(
    'limits.anonymous',
    600,
    MINUTELY,
    'Anonymous',
    'Per IP address without a key. Images, downloads and streams do not count.',
  ),
  triggers: rate('limits.triggers', 60, MINUTELY, 'Automations triggered without a key', 'Per IP address.'),
  mcp: rate('limits.mcp', 60, MINUTELY, 'MCP without a key', 'Per IP address.'),
  tokens: rate('limits.tokens', 60, MINUTELY, 'OAuth tokens', 'Per IP address.'),
  registrations: rate('limits.registrations', 10, 'per hour', 'OAuth registrations', 'Per IP address.'),
} as const;

const most = <Name extends string>(
  group: string,
  name: Name,
  range: readonly [number, number, number],
  unit: string,
  label: string,
) => numberSetting({ section: 'limits', group, name, label, unit }, range);

const SIZES = 'Sizes';

/** Largest bodies; compressed ones are measured while they unpack. */
export const SIZE_LIMITS = {
  json: most(SIZES, 'limits.jsonSize', [1, 5, 100], 'MB', 'Object or other JSON'),
  import: most(SIZES, 'limits.importSize', [1, 32, 500], 'MB', 'Template import'),
} as const satisfies Record<string, NumberSetting>;

/** Streamed to the disk. */
export const ARCHIVE_SIZE: NumberSetting = most(
  SIZES,
  'limits.archiveSize',
  [1, 2048, 1_000_000],
  'MB',
  'Archive import',
);

const CONNECTIONS = 'Connections';

/** Timeouts and maximum number of connections. */
export const CONNECTION_LIMITS = {
  connections: {
    ...most(CONNECTIONS, 'limits.connections', [4, 512, 65_535], '', 'Max connections'),
    restart: true,
  },
  headers: {
    ...most(CONNECTIONS, 'limits.headersTime', [1, 10, 120], 'seconds', 'Timeout for request headers'),
    restart: true,
  },
  idle: {
    ...most(CONNECTIONS, 'limits.idleTime', [1, 30, 3600], 'seconds', 'Idle timeout within a request'),
    restart: true,
  },
  request: {
    ...most(CONNECTIONS, 'limits.requestTime', [1, 15, 1440], 'minutes', 'Timeout for a whole request'),
    restart: true,
  },
} as const satisfies Record<string, NumberSetting>;

export const LIMIT_SETTINGS: readonly Setting[] = [
  ...Object.values(RATES),
  ...Object.values(SIZE_LIMITS),
  ARCHIVE_SIZE,
  ...Object.values(CONNECTION_LIMITS),
];
