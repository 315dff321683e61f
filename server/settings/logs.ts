/** Settings of the log. */
import type { ChoiceSetting, FlagSetting, Setting } from '../contract/settings.js';

const GROUP = 'Log';

/** Most verbose first. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export const LOG_LEVEL = {
  name: 'logs.level',
  section: 'general',
  group: GROUP,
  type: 'choice',
  label: 'Log level',
  help: 'Log files are in the cache directory of this machine; “plinth logs” shows them. They never contain keys or passwords.',
  choices: [
    ['debug', 'Debug: also rejected requests, with the reason'],
    ['info', 'Info'],
    ['warn', 'Warnings and errors'],
    ['error', 'Errors only'],
  ],
  // A reduced level hides events.
  approval: 'wider',
  default: 'info',
  restart: true,
} as const satisfies ChoiceSetting;

export const ACCESS_LOG = {
  name: 'logs.access',
  section: 'general',
  group: GROUP,
  type: 'flag',
  label: 'Log every request',
  help: 'With path, caller, status and duration.',
  default: false,
} as const satisfies FlagSetting;

export const LOG_SETTINGS: readonly Setting[] = [LOG_LEVEL, ACCESS_LOG];

/** The level of a stored value. */
export const levelOf = (value: string): LogLevel =>
  LOG_LEVELS.find((level) => level === value) ?? LOG_LEVEL.default;
