/** Settings of the folder as a whole. */
import type { ChoiceSetting, Setting, TextSetting } from '../contract/settings.js';
import { type StoredSettings, settingValue } from './read.js';

const EDITION = {
  name: 'edition',
  section: 'general',
  type: 'choice',
  label: 'Edition',
  help: 'API keys, users, automations, OAuth and editing decks require Pro. Changing the edition never deletes content.',
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
  help: 'Shown at the top of the admin.',
  maxLength: 100,
  empty: 'Folder name',
  default: '',
} as const satisfies TextSetting;

const TIME_ZONE = {
  name: 'general.timezone',
  section: 'general',
  type: 'text',
  format: 'zone',
  label: 'Time zone',
  help: 'Schedules, and the dates on which objects become live, use this time zone.',
  maxLength: 64,
  empty: 'Time zone of this machine',
  default: '',
} as const satisfies TextSetting;

const LANGUAGE = {
  name: 'general.language',
  section: 'general',
  type: 'text',
  format: 'language',
  label: 'Language of the content',
  help: 'Lists sort texts as in this language, unless a field names its own.',
  maxLength: 35,
  empty: 'No certain language',
  default: '',
} as const satisfies TextSetting;

/** The time zone of the folder: the one of its settings, else of this machine. */
const zoneOf = (stored: StoredSettings): string =>
  settingValue(stored, TIME_ZONE) || new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** What the folder is set to now. */
export const generalOf = (read: () => StoredSettings) => ({
  timezone: () => zoneOf(read()),
  language: () => settingValue(read(), LANGUAGE),
  edition: (): 'pro' | 'standard' => (read().edition === 'standard' ? 'standard' : 'pro'),
});

export const GENERAL_SETTINGS: readonly Setting[] = [TITLE, LANGUAGE, TIME_ZONE, EDITION];
