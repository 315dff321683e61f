/**
 * Changes of one object in one set that two machines have saved without knowing of each other. The copy that a sync tool
 * leaves beside the change, or the other version between git's markers, becomes a suggestion: its fields are shown beside
 * what is live and in the draft, and accepted or rejected one by one (spec/change-sets.md#conflicts).
 */
import { ClockTimer } from '../../async/clock-timer.js';
import { isSame } from '../../contract/merge/equality.js';
import { isLegalId } from '../../contract/names.js';
import type { JsonObject } from '../../contract/values.js';
import { PlinthError } from '../../errors.js';
import { maintenanceOrigin } from '../../origins.js';
import { parseChange } from '../../store/change-sets/change-file.js';
import { objectIn } from '../../store/disk/json-file.js';
import type { Log } from '../../store/disk/log.js';
import { originalOf, toolOf } from '../../store/maintenance/conflict-names.js';
import type { SetChange, SetFile } from '../../store/types/change-sets.js';
import type { Base, Clock, Content } from '../core/base.js';
import { appliedNow, isDone } from './change-sets.js';

/** A version of a change that is not in use. */
interface Version {
  readonly collection: string;
  readonly id: string;
  readonly document: JsonObject;
  readonly change: SetChange;
}

/** The file of the object that a file of a set is another version of; undefined for other names. */
function idOf({ name }: SetFile): string | undefined {
  // No name of a change is like this, so that whether the first version is still there does not matter.
  const original = originalOf(name, () => true);
  const id = original?.slice(0, -'.json'.length);
  return id !== undefined && isLegalId(id) ? id : undefined;
}

/** A version of a change; undefined where it is none, or not whole yet. */
function versionOf(collection: string, id: string, document: JsonObject | undefined): Version | undefined {
  try {
    return document && { collection, id, document, change: parseChange(document) };
  } catch (error) {
    if (error instanceof PlinthError) return undefined;
    throw error;
  }
}

const isAlike = (a: SetChange | undefined, b: SetChange): boolean =>
  a !== undefined && a.change === b.change && isSame(a.values, b.values, false);

/** Whether a version changes nothing beside what the set does, or is live. */
async function isKnown(base: Content, set: string, version: Version): Promise<boolean> {
  const { collection, id, change } = version;
  const used = base.store.changeSets.current(set).changes.get(collection)?.get(id);
  if (used && used.change === change.change && change.change === 'edit') {
    const { values } = used;
    if (Object.entries(change.values).every(([name, value]) => isSame(values[name], value, false)))
      return true;
  }
  if (isAlike(used, change)) return true;
  const asStored = {
    ...change,
    collection,
    id,
    stamp: { size: 0, mtimeMs: 0, ino: 0 },
    document: version.document,
  };
  return isDone(asStored, await appliedNow(base, asStored));
}

/** Longest id of a set, without a number behind it. */
const LONGEST_ID = 50;
const MAX_SETS = 100;

/**
 * Puts a version into a suggestion. Its id and file follow from the version alone, so that machines which share the folder
 * write the same. False where there is no room for it.
 */
async function suggestVersion(
  base: Content & Clock,
  set: string,
  version: Version,
  tool: string,
): Promise<boolean> {
  const { changeSets } = base.store;
  const { collection, id, change, document } = version;
  for (let number = 1; number <= MAX_SETS; number += 1) {
    const target = `conflicts-${set.slice(0, LONGEST_ID)}${number === 1 ? '' : `-${number}`}`;
    const there = changeSets.current(target).changes.get(collection)?.get(id);
    if (isAlike(there, change)) return true;
    if (there) continue;
    if (changeSets.info(target) === undefined) {
      const title = `Other version of a change (${tool})`;
      const info = { kind: 'suggestion', title, created: change.at };
      await changeSets.writeInfo(target, info, true, maintenanceOrigin(base.now()));
    }
    const other = { change, expect: undefined, others: document };
    await changeSets.write(target, { collection, id }, other, maintenanceOrigin(base.now()));
    return true;
  }
  return false;
}

/** A copy that a sync tool left. */
async function takeCopy(base: Content & Clock, set: string, file: SetFile): Promise<boolean> {
  const { changeSets } = base.store;
  const id = idOf(file);
  const found = id === undefined ? undefined : changeSets.fileAt(set, file);
  const version = found && versionOf(file.collection, id ?? '', objectIn(found.bytes));
  if (!found || !version) return false;
  const isKept =
    (await isKnown(base, set, version)) ||
    (await suggestVersion(base, set, version, toolOf(file.name) ?? 'conflict copy'));
  if (isKept) await changeSets.removeFile(set, file, found.stamp);
  return isKept;
}

/** A change with git's markers. */
async function takeMarked(base: Content & Clock, set: string, file: SetFile, id: string): Promise<boolean> {
  const { changeSets, maintenance } = base.store;
  const { collection } = file;
  const found = changeSets.fileAt(set, file);
  const versions = found && maintenance.markedVersions(found.bytes);
  if (!found || !versions?.whole) return false;
  const [mine, theirs] = [versions.mine, versions.theirs].map((one) => versionOf(collection, id, one));
  if (!mine || !theirs) return false;
  if (!isAlike(mine.change, theirs.change) && !(await suggestVersion(base, set, theirs, 'git'))) return false;
  const former = { stamp: found.stamp, document: {} };
  const own = { change: mine.change, expect: former, others: mine.document };
  await changeSets.write(set, { collection, id }, own, maintenanceOrigin(base.now()));
  return true;
}

/** Takes apart what conflicts in a set. Returns how many versions were taken. */
export async function takeConflicts(base: Content & Clock, set: string): Promise<number> {
  let taken = 0;
  for (const file of base.store.changeSets.strangers(set)) {
    const own = file.name.slice(0, -'.json'.length);
    const id = isLegalId(own) ? own : idOf(file);
    if (id === undefined) continue;
    const work = () => (id === own ? takeMarked(base, set, file, id) : takeCopy(base, set, file));
    if (await base.store.locked(`${file.collection}/${id}`, work)) taken += 1;
  }
  return taken;
}

/** How long a set is left alone after a change: sync tools put several files in place one after another. */
const QUIET_MS = 1_000;

export class ConflictingChanges {
  readonly #base: Base;
  readonly #log: Log;
  readonly #timer = new ClockTimer(() => void this.#check());
  readonly #unsubscribe: () => void;
  /** Sets to look at; undefined: all. */
  #changed: Set<string> | undefined;
  #checking: Promise<void> | undefined;

  constructor(base: Base, log: Log) {
    this.#base = base;
    this.#log = log;
    this.#unsubscribe = base.store.changeSets.on(({ set }) => {
      this.#changed?.add(set);
      this.#timer.wait(QUIET_MS);
    });
  }

  start(): void {
    this.#timer.wait(QUIET_MS);
  }

  async close(): Promise<void> {
    this.#unsubscribe();
    this.#timer.close();
    await this.#checking;
  }

  #check(): void {
    if (this.#checking) {
      this.#timer.wait(QUIET_MS);
      return;
    }
    const sets = this.#changed ?? new Set(this.#base.store.changeSets.ids());
    this.#changed = new Set();
    this.#checking = this.#look(sets).finally(() => {
      this.#checking = undefined;
    });
  }

  async #look(sets: Iterable<string>): Promise<void> {
    for (const set of sets) {
      try {
        await takeConflicts(this.#base, set);
      } catch (error) {
        // Changed meanwhile: another event follows.
        if (!(error instanceof PlinthError))
          this.#log('warn', `Conflicts in the set "${set}" could not be read`, error);
      }
    }
  }
}
