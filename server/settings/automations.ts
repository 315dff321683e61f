/** Settings of automations. */
import type { NumberSetting, Setting, TextsSetting } from '../contract/settings.js';

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

export const TRIGGERS_PER_MINUTE = {
  name: 'automations.perMinute',
  section: 'automations',
  type: 'number',
  label: 'Starts without a key',
  help: 'How often one address may start an automation that asks for no key.',
  unit: 'per minute',
  minimum: 1,
  maximum: 10_000,
  default: 60,
} as const satisfies NumberSetting;

export const AUTOMATION_SETTINGS: readonly Setting[] = [AUTOMATION_HOSTS, TRIGGERS_PER_MINUTE];
