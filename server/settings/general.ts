/** Settings of the folder as a whole. */
import type { ChoiceSetting, Setting, TextSetting } from '../contract/settings.js';

export const EDITION = {
  name: 'edition',
  section: 'general',
  type: 'choice',
  label: 'Edition',
  help: 'Below Pro there are no API keys, users, automations or OAuth, and decks are read only. Nothing is lost by changing it.',
  choices: [
    ['pro', 'Pro'],
    ['standard', 'Standard'],
  ],
  default: 'pro',
} as const satisfies ChoiceSetting;

export const TITLE = {
  name: 'dashboard.title',
  section: 'general',
  type: 'text',
  label: 'Title',
  help: 'Stands at the top of the admin.',
  maxLength: 100,
  empty: 'The name of the folder',
  default: '',
} as const satisfies TextSetting;

export const TIME_ZONE = {
  name: 'general.timezone',
  section: 'general',
  type: 'text',
  format: 'zone',
  label: 'Time zone',
  help: 'Schedules run by its clock.',
  maxLength: 64,
  empty: 'The one of this machine',
  default: '',
} as const satisfies TextSetting;

export const GENERAL_SETTINGS: readonly Setting[] = [TITLE, TIME_ZONE, EDITION];
