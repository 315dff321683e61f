/** Regular backups of a folder on this machine (spec/backups.md#regular-backups). */
import * as wire from './json-schema.js';

export const BACKUP_PERIODS = ['never', 'hour', 'day', 'week'] as const;
/** Most backups that can be kept. */
export const MAX_KEPT_BACKUPS = 1000;

const SETTINGS = wire.all({
  every: wire.choice(...BACKUP_PERIODS),
  /** Absolute path of a folder on this machine; empty: none was chosen. */
  to: wire.text,
  /** How many are kept there. */
  keep: { ...wire.count, minimum: 1, maximum: MAX_KEPT_BACKUPS },
  /** Whether the history is included. */
  history: wire.bool,
});
export type BackupSettings = wire.Typed<typeof SETTINGS>;
export type BackupPeriod = BackupSettings['every'];
export const BACKUPS_CHANGE = wire.named('BackupsChange', wire.part(SETTINGS));

/** The last attempt. */
const LAST_BACKUP = wire.all(
  {
    /** When it was begun. */
    at: wire.time,
  },
  {
    /** Absolute path; absent when it failed. */
    file: wire.text,
    bytes: wire.count,
    /** Why it failed, a sentence without a full stop. */
    problem: wire.text,
  },
);
export type LastBackup = wire.Typed<typeof LAST_BACKUP>;

export const BACKUPS = wire.named(
  'Backups',
  wire.extended(SETTINGS, {
    last: wire.orNull(LAST_BACKUP),
    /** When the last successful one was begun. */
    lastGood: wire.orNull(wire.time),
    running: wire.bool,
  }),
);
export type BackupState = wire.Typed<typeof BACKUPS>;
