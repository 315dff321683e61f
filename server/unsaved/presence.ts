/** Which forms are open on which objects (spec/unsaved.md#presence, decision 171). */

/** A form tells every 20 s that it is open; after this time without a word it counts as closed, in ms. */
const TIMEOUT = 50_000;

/** Forms of one user, and of all. */
const MAX_PER_USER = 100;
const MAX_FORMS = 2000;

/** An open form. */
export interface OpenForm {
  form: string;
  user: string;
  name: string;
  collection: string;
  /** Undefined: a new object. */
  object: string | undefined;
  /** The window it is in: the form is closed when the window's last event stream ends. */
  window?: string | undefined;
}

/** A form that was opened or closed. */
export type ChangedForm = Pick<OpenForm, 'user' | 'collection' | 'object'>;

interface Known extends OpenForm {
  seen: number;
}

type Listener = (form: ChangedForm) => void;

export class Presence {
  readonly #elapsed: () => number;
  readonly #forms = new Map<string, Known>();
  readonly #listeners = new Set<Listener>();
  /** Number of event streams, by user and window. */
  readonly #streams = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;

  /** `elapsed`: milliseconds of a monotonic clock. */
  constructor(elapsed = () => performance.now()) {
    this.#elapsed = elapsed;
    this.#timer = setInterval(() => this.#forgetSilent(), TIMEOUT / 5).unref();
  }

  /** Calls back with a form that was opened or closed, until the answer is called. */
  on(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Takes note that a form is open. */
  enter(open: OpenForm): void {
    const key = keyOf(open.user, open.form);
    const known = this.#forms.get(key);
    const moved = known && (known.collection !== open.collection || known.object !== open.object);
    if (moved) this.leave(open.user, open.form);
    if (!known && !this.#hasRoom(open.user)) return;
    // Silent ones come first.
    this.#forms.delete(key);
    this.#forms.set(key, { ...open, seen: this.#elapsed() });
    if (!known || moved) this.#tell(open);
  }

  /** Takes note that a form is closed. */
  leave(user: string, form: string): void {
    const known = this.#forms.get(keyOf(user, form));
    if (!known) return;
    this.#forms.delete(keyOf(user, form));
    this.#tell(known);
  }

  /**
   * Takes note of an event stream of a window. The answer is called when it ends: after the last one the window's forms
   * are closed.
   */
  follow(user: string, window: string): () => void {
    const key = keyOf(user, window);
    this.#streams.set(key, (this.#streams.get(key) ?? 0) + 1);
    return () => {
      const left = (this.#streams.get(key) ?? 0) - 1;
      if (left > 0) return void this.#streams.set(key, left);
      this.#streams.delete(key);
      for (const open of [...this.#forms.values()]) {
        if (open.user === user && open.window === window) this.leave(user, open.form);
      }
    };
  }

  isOpen(user: string, form: string): boolean {
    this.#forgetSilent();
    return this.#forms.has(keyOf(user, form));
  }

  /** Open forms; those heard of last at the end. */
  all(): readonly OpenForm[] {
    this.#forgetSilent();
    return [...this.#forms.values()];
  }

  close(): void {
    clearInterval(this.#timer);
    this.#listeners.clear();
  }

  #hasRoom(user: string): boolean {
    this.#forgetSilent();
    const own = [...this.#forms.values()].filter((form) => form.user === user).length;
    return own < MAX_PER_USER && this.#forms.size < MAX_FORMS;
  }

  #forgetSilent(): void {
    const before = this.#elapsed() - TIMEOUT;
    for (const { user, form, seen } of this.#forms.values()) {
      if (seen > before) return;
      this.leave(user, form);
    }
  }

  #tell(form: ChangedForm): void {
    for (const listener of this.#listeners) listener(form);
  }
}

const keyOf = (user: string, form: string): string => `${user}/${form}`;
