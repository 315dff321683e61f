/** Settings of automations. */
import type { Setting, TextsSetting } from '../contract/settings.js';

export const AUTOMATION_HOSTS = {
  name: 'automations.allowedHosts',
  section: 'automations',
  type: 'texts',
  format: 'host',
  label: 'Allowed private hosts',
  help: 'Automations can send requests to public hosts. List hosts on this machine or in its network that they can also reach.',
  maxItems: 50,
  example: 'localhost:3000',
  default: [],
} as const satisfies TextsSetting;

export const AUTOMATION_SETTINGS: readonly Setting[] = [AUTOMATION_HOSTS];
