/** Settings of who reaches the server, and how. */
import type { Setting, TextsSetting } from '../contract/settings.js';

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

export const ACCESS_SETTINGS: readonly Setting[] = [HOSTS, ORIGINS];
