/**
 * Open forms of other machines that share the folder through a sync tool (spec/drafts.md#presence). It is off by
 * default, since the files tell everyone who has the folder who works on what. No clock of another machine is
 * believed: a reader measures how long a file has not changed.
 */
import { isLegalId } from '../contract/names.js';
import { isJsonObject, type JsonObject } from '../contract/values.js';
import type { PresenceFile, PresenceStore } from '../store/types/features.js';
import type { OpenForm, OtherForm, Presence } from './presence.js';

/** How often files are looked at, and how often a machine with open forms writes its own, in ms. */
const LOOK = 15_000;
const HEARTBEAT = 60_000;

/** A machine whose file has not changed for so long has no open forms, in ms. */
const TIMEOUT = 3 * HEARTBEAT;

/** From a form that is opened or closed to the file, in ms. */
const SOON = 2_000;

/** Forms of a file, and characters of a name. */
const MAX_FORMS = 100;
const MAX_NAME = 80;

interface Parts {
  files: PresenceStore;
  presence: Presence;
  /** Id of this machine, 16 hexadecimal digits, and what it is called. */
  machine: string;
  name: string;
  /** The settings of the folder say that machines tell each other. */
  isShared(): boolean;
  log(level: 'warn', message: string, error: unknown): void;
  /** Milliseconds of a monotonic clock: clocks of other machines may be wrong. */
  elapsed?: () => number;
}

/** When a machine's file was last seen to change; undefined for a file that was there at the first look. */
interface Seen {
  mark: string;
  at: number | undefined;
}

export class FolderPresence {
  readonly #parts: Parts;
  readonly #elapsed: () => number;
  readonly #timer: NodeJS.Timeout;
  readonly #stop: () => void;
  #soon: NodeJS.Timeout | undefined;
  #seen = new Map<string, Seen>();
  #isFirst = true;
  /** What this machine has written, and when. */
  #written: { text: string; at: number } | undefined;
  #beats = 0;
  #busy: Promise<void> = Promise.resolve();
  #hasFailed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#elapsed = parts.elapsed ?? (() => performance.now());
    this.#timer = setInterval(() => void this.look(), LOOK).unref();
    this.#stop = parts.presence.on(({ machine }) => {
      if (machine === undefined && parts.isShared()) this.#lookSoon();
    });
  }

  /** Writes the forms of this machine and reads those of others. */
  look(): Promise<void> {
    this.#busy = this.#busy.then(async () => {
      try {
        await (this.#parts.isShared() ? this.#exchange() : this.#end());
        this.#hasFailed = false;
      } catch (error) {
        this.#parts.presence.setOthers([]);
        // Once: a folder that cannot be written stays so for a while.
        if (!this.#hasFailed) this.#parts.log('warn', 'Open forms could not be shared', error);
        this.#hasFailed = true;
      }
    });
    return this.#busy;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    clearTimeout(this.#soon);
    this.#stop();
    await this.#busy;
    await this.#withdraw().catch(() => undefined);
  }

  #lookSoon(): void {
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      void this.look();
    }, SOON).unref();
  }

  async #exchange(): Promise<void> {
    const { files, machine, presence } = this.#parts;
    presence.setOthers(this.#openIn(await files.others(machine)));
    await this.#write();
  }

  async #end(): Promise<void> {
    this.#parts.presence.setOthers([]);
    this.#seen.clear();
    this.#isFirst = true;
    await this.#withdraw();
  }

  async #withdraw(): Promise<void> {
    if (this.#written === undefined) return;
    this.#written = undefined;
    await this.#parts.files.remove(this.#parts.machine);
  }

  async #write(): Promise<void> {
    const { files, machine, name, presence } = this.#parts;
    const forms = presence.own().slice(0, MAX_FORMS).flatMap(described);
    if (forms.length === 0) return this.#withdraw();
    const now = this.#elapsed();
    const text = JSON.stringify(forms);
    if (this.#written?.text === text && now - this.#written.at < HEARTBEAT) return;
    this.#beats += 1;
    await files.write(machine, { machine: name, beat: this.#beats, open: forms });
    this.#written = { text, at: now };
  }

  /** The forms of machines that are alive. */
  #openIn(files: readonly PresenceFile[]): OtherForm[] {
    const now = this.#elapsed();
    const seen = new Map<string, Seen>();
    const open: OtherForm[] = [];
    for (const { machine, mark, content } of files) {
      const before = this.#seen.get(machine);
      const changed = before?.mark !== mark;
      const at = changed ? (this.#isFirst ? undefined : now) : before.at;
      seen.set(machine, { mark, at });
      if (at !== undefined && now - at < TIMEOUT && content) open.push(...formsIn(content));
    }
    this.#seen = seen;
    this.#isFirst = false;
    return open;
  }
}

/** An open form in the file of this machine: only of objects, and with the user's name. */
function described({ collection, object, name }: OpenForm): JsonObject[] {
  return object !== undefined && isLegalId(collection) && isLegalId(object)
    ? [{ collection, object, name }]
    : [];
}

/** A name as it may be shown; empty where there is none. */
const shortText = (value: unknown): string =>
  typeof value === 'string' ? value.replace(/\p{C}/gu, '').trim().slice(0, MAX_NAME) : '';

const isId = (value: unknown): value is string => typeof value === 'string' && isLegalId(value);

function formsIn({ machine, open }: JsonObject): OtherForm[] {
  const of = shortText(machine);
  if (of === '' || !Array.isArray(open)) return [];
  return open.slice(0, MAX_FORMS).flatMap((form) => {
    const { collection, object, name } = isJsonObject(form) ? form : {};
    const user = shortText(name);
    if (!isId(collection) || !isId(object) || user === '') return [];
    return [{ machine: of, name: user, collection, object }];
  });
}
