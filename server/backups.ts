/** Backups of the open folder: on request, and as this machine is set to make them (spec/backups.md#regular-backups). */
import { dirname, resolve } from 'node:path';
import {
  BACKUP_PERIODS,
  type BackupPeriod,
  type BackupSettings,
  type BackupState,
  type LastBackup,
  MAX_KEPT_BACKUPS,
} from './contract/backups.js';
import { type Details, message, rule } from './contract/messages/message.js';
import type { JsonObject } from './contract/values.js';
import { conflict, failed, PlinthError } from './errors.js';
import { backUp, backupFolderProblem, removeOldBackups } from './store/backup/write-backup.js';
import { historyFolder } from './store/host/machine-folders.js';
import type { Store } from './store/store.js';
import type { JsonRecord } from './store/types/documents.js';

interface FolderBackups {
  settings: BackupSettings;
  last?: LastBackup;
  lastGood?: string;
  /** Those that were made and not removed, absolute paths, the oldest first: others with such names are not ours. */
  made?: string[];
}

interface BackupRecord {
  /** By the real path of the data folder. */
  folders: Record<string, FolderBackups>;
}

interface BackupOptions {
  store: Store;
  record: JsonRecord<BackupRecord>;
  /** The folder of the history. */
  history: string;
  log: (level: 'warn' | 'error', message: string, error?: unknown) => void;
  now(): Date;
}

const HOUR_MS = 3_600_000;
const PERIODS: Record<BackupPeriod, number> = {
  never: Number.POSITIVE_INFINITY,
  hour: HOUR_MS,
  day: 24 * HOUR_MS,
  week: 7 * 24 * HOUR_MS,
};
/** After a failure the next attempt is made this much later, at the latest with the next period. */
const RETRY_MS = HOUR_MS;
/** Time between two looks at the clock; the first one after the start, in ms. */
const LOOK_MS = 60_000;
const FIRST_LOOK_MS = 15_000;

const NONE: FolderBackups = { settings: { every: 'never', to: '', keep: 7, history: true } };

export class Backups {
  readonly #options: BackupOptions;
  readonly #canceled = new AbortController();
  #running: Promise<LastBackup> | undefined;
  #timers: NodeJS.Timeout[] = [];

  constructor(options: BackupOptions) {
    this.#options = options;
  }

  state(): BackupState {
    const { settings, last = null, lastGood = null } = this.#own();
    return { ...settings, last, lastGood, running: this.#running !== undefined };
  }

  /** Why the last attempt failed; undefined when it did not. */
  get problem(): string | undefined {
    const { settings, last } = this.#own();
    return settings.every === 'never' ? undefined : last?.problem;
  }

  /** Changes what was sent. Throws `validation`. */
  async change(sent: JsonObject): Promise<BackupState> {
    const settings = { ...this.#own().settings, ...sent } as BackupSettings;
    const problems = problemsOf(settings);
    if (settings.to !== '' && !problems.to) {
      const problem = await backupFolderProblem(this.#options.store.root, settings.to);
      if (problem) problems.to = [rule(problem)];
    }
    if (Object.keys(problems).length > 0) throw failed(problems);
    await this.#update((own) => {
      const { every, to, keep, history } = settings;
      own.settings = { every, to, keep, history };
    });
    return this.state();
  }

  /** Makes one now, or waits for the one that is being made. Throws `conflict` when no folder was chosen. */
  async make(): Promise<BackupState> {
    if (this.#own().settings.to === '') throw conflict(message('backupFolderMissing'));
    await this.#make();
    return this.state();
  }

  /** Begins to make backups when they are due; missed ones at once. */
  start(): void {
    const look = () => void this.look();
    this.#timers = [setTimeout(look, FIRST_LOOK_MS).unref(), setInterval(look, LOOK_MS).unref()];
  }

  /** Makes a backup if one is due. Never rejects. */
  async look(): Promise<void> {
    try {
      if (this.#isDue()) await this.#make();
    } catch (error) {
      this.#options.log('error', 'The state of the backups could not be saved', error);
    }
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#canceled.abort(new PlinthError('busy', message('folderClosed')));
    await this.#running?.catch(() => {});
  }

  #isDue(): boolean {
    const { settings, last, lastGood } = this.#own();
    if (settings.every === 'never' || settings.to === '' || this.#running) return false;
    const since = (at: string | undefined) => {
      const age = this.#options.now().getTime() - Date.parse(at ?? '');
      // A time in the future: the clock was set back.
      return age >= 0 ? age : Number.POSITIVE_INFINITY;
    };
    const period = PERIODS[settings.every];
    if (since(lastGood) < period) return false;
    return last?.problem === undefined || since(last.at) >= Math.min(period, RETRY_MS);
  }

  #make(): Promise<LastBackup> {
    this.#running ??= this.#attempt().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #attempt(): Promise<LastBackup> {
    const { store, history, now, log } = this.#options;
    const { settings } = this.#own();
    const { signal } = this.#canceled;
    const at = now();
    let last: LastBackup = { at: at.toISOString() };
    try {
      const options = { to: settings.to, now: at, history: settings.history ? history : undefined, signal };
      const { file, bytes } = await backUp(store, options);
      last = { ...last, file, bytes };
    } catch (error) {
      if (signal.aborted) return last;
      const problem = error instanceof Error ? error.message : String(error);
      log('error', `The backup failed: ${problem}`, error);
      last = { ...last, problem };
    }
    const { file } = last;
    await this.#update((own) => {
      own.last = last;
      if (file === undefined) return;
      own.lastGood = last.at;
      own.made = [...(own.made ?? []), file];
    });
    if (file !== undefined) await this.#removeOld(settings);
    return last;
  }

  /** Only what was made for this folder of this machine: other folders and machines may use the same place and name. */
  async #removeOld({ to, keep }: BackupSettings): Promise<void> {
    try {
      const made = this.#own().made ?? [];
      const isHere = (file: string) => dirname(file) === resolve(to);
      const left = await removeOldBackups(made.filter(isHere), keep);
      await this.#update((own) => {
        own.made = [...made.filter((file) => !isHere(file)), ...left];
      });
    } catch (error) {
      this.#options.log('warn', 'Old backups could not be removed', error);
    }
  }

  #own(): FolderBackups {
    const { record, store } = this.#options;
    const { folders } = record.read();
    return (Object.hasOwn(folders, store.root) ? folders[store.root] : undefined) ?? NONE;
  }

  async #update(edit: (own: FolderBackups) => void): Promise<void> {
    const { record, store } = this.#options;
    await record.update((value) => {
      const own = structuredClone(value.folders[store.root] ?? NONE);
      edit(own);
      value.folders = { ...value.folders, [store.root]: own };
    });
  }
}

/** `state`: the state directory of this machine. */
export async function openBackups(
  store: Store,
  { state, log, now }: Pick<BackupOptions, 'log' | 'now'> & { state: string },
): Promise<Backups> {
  const record = await store.stateRecord<BackupRecord>('backups', { folders: {} });
  return new Backups({ store, record, history: historyFolder(state, store.root), log, now });
}

function problemsOf({ every, to, keep, history }: BackupSettings): Details {
  const problems: Details = {};
  if (!BACKUP_PERIODS.includes(every))
    problems.every = [message('notOneOf', { choices: BACKUP_PERIODS.join(', ') })];
  if (typeof to !== 'string' || to.length > 4096) problems.to = [message('notPathOfFolder')];
  else if (to === '' && every !== 'never') problems.to = [message('required')];
  if (!Number.isInteger(keep) || keep < 1 || keep > MAX_KEPT_BACKUPS) {
    problems.keep = [message('notWholeNumberBetween', { min: 1, max: MAX_KEPT_BACKUPS })];
  }
  if (typeof history !== 'boolean') problems.history = [message('notBoolean')];
  return problems;
}
