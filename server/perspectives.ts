/**
 * Perspectives: the folder otherwise than as it is now. A request, a tool call or a server that asks for one gets its
 * parts in the place of those of the folder. There are two kinds: the folder as it was at a time (decision 174), for
 * reading, and the folder with change sets in it, where writing changes the last of the sets (decision 282). The last few
 * that were asked for stay open.
 */
import { join } from 'node:path';
import { hasSet, mergeFieldsIn } from './content/change-sets/change-sets.js';
import type { ChangeSource, Cursors } from './content/changes/cursors.js';
import { OverlayChanges } from './content/changes/overlay-changes.js';
import type { Base } from './content/core/base.js';
import { openCollections } from './content/model/open-collections.js';
import { CollectionQueries } from './content/search/collection-queries.js';
import { ListCache } from './content/search/list-cache.js';
import { message } from './contract/messages/message.js';
import { isLegalId } from './contract/names.js';
import { UNSAVED_CHANGES } from './contract/set-names.js';
import { Derivatives } from './derivatives/derivatives.js';
import { ImageUrlCache } from './derivatives/image-url-cache.js';
import { invalid, missing, PlinthError } from './errors.js';
import { Events } from './events.js';
import { Media } from './files/media.js';
import { openLibrary } from './schemas/open-library.js';
import { openChangedStore } from './store/open-changed.js';
import { openPastStore } from './store/open-past.js';
import type { ChangeSetFiles } from './store/types/change-sets.js';
import { OpenForms } from './unsaved/open-forms.js';
import type { Presence } from './unsaved/presence.js';
import type { UnsavedChanges } from './unsaved/unsaved.js';

/** Words that ask for a perspective: names of parameters of a request and of arguments of a tool. */
export const PERSPECTIVE_WORDS = ['at', 'perspective'] as const;

/** Max change sets of one perspective. */
const MAX_SETS = 10;

export type PerspectiveWords = Partial<Record<(typeof PERSPECTIVE_WORDS)[number], string>>;

/** What is to be looked at: one of the two. */
export interface Perspective {
  /** The folder as it was, in ms since 1970. */
  readonly at?: number;
  /** The folder with change sets in it; a later one is applied to what the earlier ones make. */
  readonly sets?: readonly string[];
  /** Over the sets the unsaved changes of the forms that this user has open. */
  readonly unsavedOf?: string;
}

/** The parts of an open folder that a perspective has of its own. */
export type PerspectiveParts = Pick<
  Base,
  'store' | 'library' | 'collections' | 'events' | 'queries' | 'listCache'
> & {
  derivatives: Derivatives;
  imageAddresses: ImageUrlCache;
  media: Media;
  perspective: Perspective;
  /** What changes in it; of the past what changes in the folder. */
  changes: ChangeSource;
  cursors: Cursors;
};

export interface PerspectiveOptions {
  base: Base;
  live: { changes: ChangeSource; cursors: Cursors; setEvents: Pick<ChangeSetFiles, 'on'> };
  unsaved: UnsavedChanges;
  presence: Presence;
  /** Where the files of a perspective are written while it is open. */
  cache: string;
  showsPlaces: () => boolean;
  log: (level: 'warn' | 'error', message: string, error?: unknown) => void;
}

/**
 * Perspectives that are open at once: of times, which are folders of their own, and of sets, which take the orders and
 * words of what is asked for, so that as many callers as may work on suggestions do not close each other's.
 */
const MAX_TIMES = 3;
const MAX_OF_SETS = 32;
/** How long one stays open after its last use, in ms. */
const IDLE_MS = 5 * 60_000;
/** Requests under way finish with what they have before it is closed. */
const CLOSED_AFTER_MS = 30_000;

interface OpenParts extends PerspectiveParts {
  /** Resolves when it shows what forms have sent so far. */
  settled(): Promise<void>;
  /** Whether a stream follows its changes: it stays open as long. */
  isFollowed(): boolean;
  close(): Promise<void>;
}

interface Opened {
  parts: Promise<OpenParts>;
  isPast: boolean;
  /** Whether it stays open whatever else is opened. */
  isKept(): boolean;
  idle: NodeJS.Timeout;
}

/**
 * What words ask for; a date is its beginning in UTC. `name` is that of the parameter with the time, `user` that of the
 * user who asks, if one does. Throws `invalid`, `forbidden`.
 */
export function perspectiveOf(
  { at = '', perspective = '' }: PerspectiveWords,
  now: Date,
  { name = 'at', user }: { name?: string; user?: string | undefined } = {},
): Perspective {
  if (perspective === '') return { at: timeOf(at, now, name) };
  const named = perspective.split(',').map((set) => set.trim());
  const hasUnsaved = named.at(-1) === UNSAVED_CHANGES;
  const sets = hasUnsaved ? named.slice(0, -1) : named;
  const problem =
    at !== ''
      ? message('perspectivesTwo')
      : sets.includes(UNSAVED_CHANGES)
        ? message('unsavedNotLast')
        : sets.length > MAX_SETS || new Set(sets).size < sets.length || !sets.every(isLegalId)
          ? message('notChangeSets', { limit: MAX_SETS })
          : undefined;
  if (problem)
    throw invalid(message('parameterUnreadable', { name: 'perspective' }), { perspective: [problem] });
  if (!hasUnsaved) return { sets };
  if (user === undefined) throw new PlinthError('forbidden', message('unsavedForbidden'));
  return { sets, unsavedOf: user };
}

/** A point in time that is not in the future, in ms since 1970. */
function timeOf(text: string, now: Date, name: string): number {
  const at = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2})?)?$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
  if (!Number.isFinite(at)) {
    throw invalid(message('parameterUnreadable', { name }), {
      [name]: [message('notPointInTime')],
    });
  }
  if (at <= now.getTime()) return at;
  throw invalid(message('parameterUnreadable', { name }), { [name]: [message('inFuture')] });
}

export class Perspectives {
  readonly #options: PerspectiveOptions;
  readonly #opened = new Map<string, Opened>();
  /** What each is read with, see `over`. */
  readonly #whole = new WeakMap<PerspectiveParts, { of: object; whole: object }>();
  /** Those that are closed a little later. */
  readonly #dropped = new Map<Opened, NodeJS.Timeout>();
  /** One of a time is made at a time. */
  #making: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(options: PerspectiveOptions) {
    this.#options = options;
  }

  /**
   * The parts of a perspective. `isKept`: it stays open until all are closed. Throws `missing` for an unknown set, `busy`
   * when too many others are being opened.
   */
  async open(perspective: Perspective, isKept = false): Promise<PerspectiveParts> {
    for (const set of perspective.sets ?? []) {
      if (!hasSet(this.#options.base, set)) throw missing(message('changeSetMissing', { id: set }));
    }
    const { sets, unsavedOf, at } = perspective;
    const key = JSON.stringify(sets ? [sets, unsavedOf] : at);
    const known = this.#opened.get(key);
    if (known) {
      known.idle.refresh();
      return ready(known.parts);
    }
    const isPast = at !== undefined;
    const parts = isPast ? this.#inTurn(perspective) : this.#make(perspective);
    let isFollowed = () => isKept;
    const idle = setTimeout(() => {
      if (isFollowed()) idle.refresh();
      else this.#drop(key);
    }, IDLE_MS).unref();
    this.#opened.set(key, { parts, isPast, idle, isKept: () => isFollowed() });
    parts.then(
      (opened) => {
        isFollowed = () => isKept || opened.isFollowed();
      },
      () => this.#drop(key),
    );
    const idling = [...this.#opened].filter(([, opened]) => opened.isPast === isPast && !opened.isKept());
    for (const [oldest] of idling.slice(0, isPast ? -MAX_TIMES : -MAX_OF_SETS)) this.#drop(oldest);
    return ready(parts);
  }

  /** What a handler gets, with the parts of a perspective: made once, since that costs as much as a small answer. */
  over<T extends object>(of: T, parts: PerspectiveParts): T & PerspectiveParts {
    const known = this.#whole.get(parts);
    if (known?.of === of) return known.whole as T & PerspectiveParts;
    const whole = { ...of, ...parts };
    this.#whole.set(parts, { of, whole });
    return whole;
  }

  /** Throws `busy` when too many others are waited for. */
  #inTurn(perspective: Perspective): Promise<OpenParts> {
    if (this.#waiting >= MAX_TIMES) throw new PlinthError('busy', message('readsOfPastBusy'));
    this.#waiting += 1;
    const parts = this.#making
      .then(() => this.#make(perspective))
      .finally(() => {
        this.#waiting -= 1;
      });
    this.#making = parts.catch(() => {});
    return parts;
  }

  async close(): Promise<void> {
    await this.#making;
    for (const key of [...this.#opened.keys()]) this.#drop(key);
    for (const timer of this.#dropped.values()) clearTimeout(timer);
    await Promise.all([...this.#dropped.keys()].map(closed));
    this.#dropped.clear();
  }

  async #make(perspective: Perspective): Promise<OpenParts> {
    const { base } = this.#options;
    const { at } = perspective;
    const { settled, isFollowed, end, ...own } =
      at === undefined ? this.#withSets(perspective) : await this.#past(at);
    const queries = new CollectionQueries(undefined, base.queries.selections);
    const parts = { ...own, queries, listCache: new ListCache() };
    const derivatives = new Derivatives(own.store, base.images);
    const media = new Media({ ...base, ...parts });
    return {
      ...parts,
      perspective,
      derivatives,
      imageAddresses: new ImageUrlCache(),
      media,
      settled,
      isFollowed,
      close: async () => {
        end();
        queries.close();
        await media.close();
        await derivatives.whenCached();
        await own.store.close();
      },
    };
  }

  async #past(at: number) {
    const { base, cache, showsPlaces, log } = this.#options;
    const store = await openPastStore(base.store, { at, folder: join(cache, 'past'), log });
    try {
      const library = await openLibrary(store);
      const collections = await openCollections(store, library, showsPlaces);
      const quiet = { settled: async () => {}, isFollowed: () => false, end: () => {} };
      const { changes, cursors } = this.#options.live;
      return { store, library, collections, events: base.events, changes, cursors, ...quiet };
    } catch (error) {
      await store.close();
      throw error;
    }
  }

  /** Schemas and collections are those that are live; what is saved is no change of what is live. */
  #withSets({ sets = [], unsavedOf: user }: Perspective) {
    const { base, live, unsaved, presence, log } = this.#options;
    const { library, collections } = base;
    const fieldsOf = (collection: string) => mergeFieldsIn(base, collection);
    const below = openChangedStore(base.store, { sets, fieldsOf });
    const forms =
      user === undefined ? undefined : new OpenForms({ base, below, user, unsaved, presence, log });
    const store = forms
      ? openChangedStore(base.store, { sets, fieldsOf, over: () => forms.current() })
      : below;
    const events = new Events((error) => log('error', 'A listener of a change set failed', error));
    const states = () => [
      ...sets.map((set) => base.store.changeSets.current(set)),
      ...(forms ? [forms.current()] : []),
    ];
    const overlay = new OverlayChanges({ store: base.store, live, states, now: base.now });
    // Also told by the watcher when the folder is gone: it is looked at again with the next change.
    const look = () => {
      try {
        overlay.look();
      } catch (error) {
        log('warn', 'What has changed in a perspective could not be read', error);
      }
    };
    const unfollow = [forms?.on(look), base.events.on(look), live.setEvents.on(look)];
    return {
      ...{ store, library, collections, events, changes: overlay, cursors: overlay },
      settled: async () => forms?.settled(),
      isFollowed: () => overlay.isFollowed,
      end: () => {
        forms?.close();
        for (const stop of unfollow) stop?.();
        overlay.end();
      },
    };
  }

  #drop(key: string): void {
    const opened = this.#opened.get(key);
    if (!opened) return;
    clearTimeout(opened.idle);
    this.#opened.delete(key);
    const timer = setTimeout(() => {
      this.#dropped.delete(opened);
      void closed(opened);
    }, CLOSED_AFTER_MS).unref();
    this.#dropped.set(opened, timer);
  }
}

const ready = async (opening: Promise<OpenParts>): Promise<PerspectiveParts> => {
  const parts = await opening;
  await parts.settled();
  return parts;
};

const closed = ({ parts }: Opened): Promise<void> => parts.then(({ close }) => close()).catch(() => {});
