/** Settings of automations. */
import type { Setting, TextsSetting } from '../contract/settings.js';

export const AUTOMATION_HOSTS = {
  name: 'automations.allowedHosts',
  section: 'automations',
  type: 'texts',
  format: 'host',
  label: 'Hosts automations may ask',
  help: 'Automations reach public web addresses. Name hosts here that stand on this machine or in its network and may be asked as well.',
  most: 50,
  example: 'localhost:3000',
  default: [],
} as const satisfies TextsSetting;

export const AUTOMATION_SETTINGS: readonly Setting[] = [AUTOMATION_HOSTS];
