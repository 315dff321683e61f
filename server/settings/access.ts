/** Settings of who reaches the server, and how. */
import type { NumberSetting, Setting, TextsSetting } from '../contract/settings.js';

const REACHED = 'How Plinth is reached';

export const HOSTS = {
  name: 'hosts',
  section: 'access',
  group: REACHED,
  type: 'texts',
  format: 'host',
  label: 'Host names',
  help: 'Names the server answers for beside localhost. Requests for any other name are refused, so that no web page can point its own name here.',
  most: 50,
  example: 'cms.example:4180',
  default: [],
} as const satisfies TextsSetting;

export const ORIGINS = {
  name: 'origins',
  section: 'access',
  group: REACHED,
  type: 'texts',
  format: 'origin',
  label: 'Other origins that may read',
  help: 'Web pages from there may read collections and schemas, with a key or where they are public. Pages on this machine always may.',
  most: 50,
  example: 'https://www.example.com',
  default: [],
} as const satisfies TextsSetting;

export const PROXIES = {
  name: 'trustedProxies',
  section: 'access',
  group: REACHED,
  type: 'texts',
  format: 'address',
  label: 'Proxies',
  help: 'Addresses of proxies in front of Plinth. Only they are believed when they say who is calling (X-Forwarded-For); without any, rate limits count the address of the connection.',
  most: 50,
  example: '10.0.0.0/8',
  default: [],
} as const satisfies TextsSetting;

export const SESSION_IDLE = {
  name: 'sessions.idleHours',
  section: 'access',
  group: 'Signed in',
  type: 'number',
  label: 'A session ends when nobody has used it for',
  help: 'All sessions end after 30 days, and when the server stops.',
  minimum: 1,
  maximum: 8760,
  unit: 'hours',
  default: 24,
} as const satisfies NumberSetting;

export const ACCESS_SETTINGS: readonly Setting[] = [HOSTS, ORIGINS, PROXIES, SESSION_IDLE];
