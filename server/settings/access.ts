/** Settings of network and access. */
import type { FlagSetting, NumberSetting, Setting, TextsSetting } from '../contract/settings.js';

const NETWORK_GROUP = 'How Plinth is reached';

export const HOSTS = {
  name: 'hosts',
  section: 'access',
  group: NETWORK_GROUP,
  type: 'texts',
  format: 'host',
  label: 'Host names',
  help: 'Host names the server accepts besides localhost. Requests for other names are rejected, which prevents DNS rebinding.',
  maxItems: 50,
  example: 'cms.example:4180',
  default: [],
} as const satisfies TextsSetting;

export const ORIGINS = {
  name: 'origins',
  section: 'access',
  group: NETWORK_GROUP,
  type: 'texts',
  format: 'origin',
  label: 'Allowed origins',
  help: 'Web pages of these origins can read collections and schemas that are public or covered by their API key. Pages on this machine always can.',
  maxItems: 50,
  example: 'https://www.example.com',
  default: [],
} as const satisfies TextsSetting;

export const PROXIES = {
  name: 'trustedProxies',
  section: 'access',
  group: NETWORK_GROUP,
  type: 'texts',
  format: 'address',
  label: 'Proxies',
  help: 'Addresses of proxies in front of Plinth whose X-Forwarded-For header is trusted. Without any, rate limits count the address of the connection.',
  maxItems: 50,
  example: '10.0.0.0/8',
  default: [],
} as const satisfies TextsSetting;

export const SHARED_PREVIEWS = {
  name: 'previews.onNetwork',
  section: 'access',
  group: NETWORK_GROUP,
  type: 'flag',
  label: 'Shared previews on other machines',
  help: 'Addresses that share the preview also work on other machines if Plinth listens on the network. Anyone with such an address sees the drafts, and can read files of the site’s project.',
  default: false,
} as const satisfies FlagSetting;

export const SESSION_IDLE = {
  name: 'sessions.idleHours',
  section: 'access',
  group: 'Signed in',
  type: 'number',
  label: 'Sessions expire when idle for',
  help: 'All sessions expire after 30 days and when the server stops.',
  minimum: 1,
  maximum: 8760,
  unit: 'hours',
  default: 24,
} as const satisfies NumberSetting;

export const ACCESS_SETTINGS: readonly Setting[] = [HOSTS, ORIGINS, PROXIES, SHARED_PREVIEWS, SESSION_IDLE];
