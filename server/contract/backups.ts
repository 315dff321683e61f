/** Regular backups of a folder on this machine (spec/backups.md#regular-backups). */
import {
  all,
  bool,
  choice,
  count,
  extended,
  named,
  orNull,
  part,
  type Typed,
  text,
  time,
} from './json-schema.js';

export const BACKUP_PERIODS = ['never', 'hour', 'day', 'week'] as const;
/** Most backups that can be kept. */
export const MAX_KEPT_BACKUPS = 1000;

const SETTINGS = all({
  every: choice(...BACKUP_PERIODS),
  /** Absolute path of a folder on this machine; empty: none was chosen. */
  to: text,
  /** How many are kept there. */
  keep: { ...count, minimum: 1, maximum: MAX_KEPT_BACKUPS },
  /** Whether the history is included. */
  history: bool,
});
export type BackupSettings = Typed<typeof SETTINGS>;
export type BackupPeriod = BackupSettings['every'];
export const BACKUPS_CHANGE = named('BackupsChange', part(SETTINGS));

/** The last attempt. */
const LAST_BACKUP = all(
  {
    /** When it was begun. */
    at: time,
  },
  {
    /** Absolute path; absent when it failed. */
    file: text,
    bytes: count,
    /** Why it failed, a sentence without a full stop. */
    problem: text,
  },
);
export type LastBackup = Typed<typeof LAST_BACKUP>;

export const BACKUPS = named(
  'Backups',
  extended(SETTINGS, {
    last: orNull(LAST_BACKUP),
    /** When the last successful one was begun. */
    lastGood: orNull(time),
    running: bool,
  }),
);
export type BackupState = Typed<typeof BACKUPS>;
