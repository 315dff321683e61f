/** Settings of the log. */
import type { ChoiceSetting, FlagSetting, Setting } from '../contract/settings.js';

const GROUP = 'Log';

/** The most talkative first. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export const LOG_LEVEL = {
  name: 'logs.level',
  section: 'general',
  group: GROUP,
  type: 'choice',
  label: 'What the log files hold',
  help: 'They lie in the cache directory of this machine; “plinth logs” shows them. Keys and passwords are never in them.',
  choices: [
    ['debug', 'Also refused requests, with the reason'],
    ['info', 'What happens'],
    ['warn', 'Warnings and errors'],
    ['error', 'Errors only'],
  ],
  default: 'info',
  restart: true,
} as const satisfies ChoiceSetting;

export const ACCESS_LOG = {
  name: 'logs.access',
  section: 'general',
  group: GROUP,
  type: 'flag',
  label: 'Log every request',
  help: 'With address, caller, answer and time taken.',
  default: false,
} as const satisfies FlagSetting;

export const LOG_SETTINGS: readonly Setting[] = [LOG_LEVEL, ACCESS_LOG];

/** The level a stored value means. */
export const levelOf = (value: string): LogLevel =>
  LOG_LEVELS.find((level) => level === value) ?? LOG_LEVEL.default;
