/** Regular backups of a folder on this machine (spec/backups.md#regular-backups). */

export const BACKUP_PERIODS = ['never', 'hour', 'day', 'week'] as const;
export type BackupPeriod = (typeof BACKUP_PERIODS)[number];

/** Most backups that can be kept. */
export const MAX_KEPT_BACKUPS = 1000;

export interface BackupSettings {
  every: BackupPeriod;
  /** Absolute path of a folder on this machine; empty: none was chosen. */
  to: string;
  /** How many are kept there. */
  keep: number;
  /** Whether the history is included. */
  history: boolean;
}

/** The last attempt. */
export interface LastBackup {
  /** When it was begun, ISO 8601 UTC. */
  at: string;
  /** Absolute path; absent when it failed. */
  file?: string;
  bytes?: number;
  /** Why it failed, a sentence without a full stop. */
  problem?: string;
}

export interface BackupState extends BackupSettings {
  last: LastBackup | null;
  /** When the last successful one was begun, ISO 8601 UTC. */
  lastGood: string | null;
  running: boolean;
}
