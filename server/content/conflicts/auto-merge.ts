/** Resolves conflicts without a person, where nothing can be lost and the folder's settings say so. */
import { AUTOMATIONS } from '../../contract/automations.js';
import type { Conflict } from '../../contract/conflicts.js';
import { message } from '../../contract/messages/message.js';
import { PlinthError } from '../../errors.js';
import { maintenanceOrigin } from '../../origins.js';
import type { Log } from '../../store/disk/log.js';
import type { Base, WriteBase } from '../core/base.js';
import { decided } from './compare.js';
import { listConflicts } from './list-conflicts.js';
import { readConflict } from './read-conflict.js';
import { conflictLock, removeCopy } from './resolve-conflict.js';
import { writeResult } from './write-result.js';

/** How long a folder is left alone after a change: sync tools put several files in place one after another. */
const QUIET_MS = 1_000;
/** How soon a changed setting takes effect. */
const POLL_MS = 2_000;
/** Notifications get lost on some file systems. */
const LOOK_MS = 60_000;

const noSettings = (): Promise<void> =>
  Promise.reject(new PlinthError('conflict', message('settingsNotMerged')));

/** Whether it was resolved. Throws what the write throws. */
async function resolved(base: WriteBase, conflict: Conflict): Promise<boolean> {
  const read = await readConflict(base, conflict);
  const { comparison, ancestor, nothingNew, mine, whole } = read;
  if (!mine || read.problem !== undefined) return false;
  if (!nothingNew) {
    // Code that runs is looked at by a person.
    const { subject, collection } = conflict;
    const isContent = subject === 'changeSet' || (subject === 'object' && collection !== AUTOMATIONS);
    if (!isContent || !comparison || !ancestor || !whole || comparison.clashes.size > 0) return false;
    const result = decided(comparison, {});
    await writeResult(base, read, result, { saveSettings: noSettings, byHand: false });
  }
  await removeCopy(base, read);
  return true;
}

/** Resolves what can be resolved, and returns the conflicts that are left. */
export async function mergeConflicts(base: WriteBase, log: Log): Promise<Conflict[]> {
  const left: Conflict[] = [];
  for (const conflict of await listConflicts(base)) {
    const done = await base.store
      .locked(conflictLock(conflict.id), () => resolved(base, conflict))
      .catch((error: unknown) => {
        // Changed meanwhile, not allowed by the schema any more, or not readable now.
        if (!(error instanceof PlinthError)) log('warn', `"${conflict.path}" could not be merged`, error);
        return false;
      });
    if (!done) left.push(conflict);
  }
  return left;
}

export class AutoMerge {
  readonly #base: Base;
  readonly #isOn: () => boolean;
  readonly #log: Log;
  readonly #unsubscribe: () => void;
  readonly #timer: NodeJS.Timeout;
  #waiting: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #closed = false;
  /** When conflicts were last looked for; 0 while the setting is off. */
  #looked = 0;

  constructor(base: Base, { isOn, log }: { isOn: () => boolean; log: Log }) {
    this.#base = base;
    this.#isOn = isOn;
    this.#log = log;
    this.#unsubscribe = base.events.on((event, { actor }) => {
      const mayBring = event.type === 'conflict.found' || actor.kind === 'external';
      if (mayBring) this.#soon();
    });
    this.#timer = setInterval(() => this.#poll(), POLL_MS).unref();
    this.#poll();
  }

  /** Resolves when what runs has ended. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#unsubscribe();
    clearInterval(this.#timer);
    clearTimeout(this.#waiting);
    await this.#running;
  }

  #poll(): void {
    if (!this.#isOn()) this.#looked = 0;
    else if (this.#looked === 0 || performance.now() - this.#looked > LOOK_MS) this.#soon();
  }

  #soon(): void {
    if (this.#closed || !this.#isOn()) return;
    this.#looked = performance.now();
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => this.#start(), QUIET_MS).unref();
  }

  #start(): void {
    if (this.#running) {
      this.#soon();
      return;
    }
    const change = maintenanceOrigin(this.#base.now());
    this.#running = mergeConflicts({ ...this.#base, change }, this.#log)
      .then(() => {})
      .catch((error: unknown) => this.#log('warn', 'Conflicts could not be read', error))
      .finally(() => {
        this.#running = undefined;
      });
  }
}
