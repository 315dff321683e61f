/**
 * Hears of changes in the folder (`GET /api/events`) and asks again for what they made stale. A page that cannot be
 * seen lets the stream go: a browser has six connections to one origin for all its tabs.
 */
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { SessionAnswer } from '#contract/access';
import { CHANGE_SET_EVENT } from '#contract/set-names';
import { PRESENCE_CHANGED, UNSAVED_CHANGED } from '#contract/unsaved';
import { CHANGE_GROUP, type ChangeGroup } from '#contract/wire';
import type { ApiClient } from './client';
import { keys } from './keys';
import { EVENTS } from './paths';
import { refresh, refreshSet, refreshStale, type StaleKeys, staleKeys } from './stale';

/** Milliseconds from a change to the look at what it made stale; an import's thousands are looked at now and then. */
const SOON = 150;
const AT_MOST_EVERY = 1_000;

/** Milliseconds until a stream that was refused is asked for again: ever longer, up to the last. */
const BACK_OFF = [1_000, 2_000, 5_000, 10_000, 30_000] as const;

/** What no change in the folder can alter. */
const APART: ReadonlySet<unknown> = new Set([
  keys.session[0],
  keys.connection[0],
  keys.live[0],
  keys.server[0],
]);

class ChangeFeed {
  readonly #client: QueryClient;
  readonly #api: ApiClient;
  #source: EventSource | undefined;
  /** Id of the event that the next stream resumes behind; empty for none. */
  #last: string;
  #refusals = 0;
  #again: number | undefined;
  /** What changes have made stale since the last look; undefined for none. */
  #stale: StaleKeys | undefined;
  /** Changes that the server has not told: everything may be stale. */
  #hasMissed = false;
  /** Collections of which a set changes something else now; undefined for all. */
  #sets = new Set<string | undefined>();
  #look: number | undefined;
  #looked = Number.NEGATIVE_INFINITY;

  constructor(client: QueryClient, api: ApiClient, last: string) {
    this.#client = client;
    this.#api = api;
    this.#last = last;
  }

  open(): void {
    if (this.#source || document.hidden) return;
    const query = new URLSearchParams({ window: this.#api.window, grouped: '1' });
    if (this.#last !== '') query.set('lastEventId', this.#last);
    const source = new EventSource(`${EVENTS}?${query}`);
    this.#source = source;
    source.addEventListener(UNSAVED_CHANGED, () => this.#askFor(keys.unsavedList));
    source.addEventListener(PRESENCE_CHANGED, ({ data }: MessageEvent<string>) => {
      const { collection }: { collection: string } = JSON.parse(data);
      this.#askFor(keys.presence(collection));
    });
    source.addEventListener(CHANGE_SET_EVENT, ({ data }: MessageEvent<string>) => {
      const { collection }: { collection?: string } = JSON.parse(data);
      this.#sets.add(collection);
      this.#lookSoon();
    });
    source.onopen = () => {
      // These are not repeated to a stream that resumes.
      this.#askFor(keys.unsavedList);
      this.#askFor(keys.anyPresence);
      this.#sets.add(undefined);
      this.#lookSoon();
      this.#refusals = 0;
      this.#tellLive(true);
    };
    source.onerror = () => this.#lost(source);
    for (const type of [CHANGE_GROUP, 'ready', 'reset']) source.addEventListener(type, this.#heard);
  }

  close(): void {
    window.clearTimeout(this.#again);
    this.#source?.close();
    this.#source = undefined;
    this.#tellLive(false);
  }

  stop(): void {
    this.close();
    window.clearTimeout(this.#look);
  }

  readonly #heard = ({ type, data, lastEventId }: MessageEvent<string>): void => {
    this.#last = lastEventId;
    if (type === CHANGE_GROUP) {
      const { changes }: ChangeGroup = JSON.parse(data);
      this.#stale ??= staleKeys();
      changes.forEach(this.#stale.add);
    } else if (type === 'reset') this.#hasMissed = true;
    else return;
    this.#lookSoon();
  };

  #askFor(queryKey: QueryKey): void {
    void refresh(this.#client, queryKey);
  }

  /** The browser comes back by itself to a stream that broke off, not to one that was refused. */
  #lost(source: EventSource): void {
    this.#tellLive(false);
    if (source.readyState !== EventSource.CLOSED || this.#source !== source) return;
    this.#source = undefined;
    const wait = BACK_OFF[Math.min(this.#refusals, BACK_OFF.length - 1)];
    this.#refusals += 1;
    this.#again = window.setTimeout(() => this.open(), wait);
  }

  #lookSoon(): void {
    if (this.#look !== undefined) return;
    const wait = Math.max(SOON, this.#looked + AT_MOST_EVERY - performance.now());
    this.#look = window.setTimeout(() => {
      this.#look = undefined;
      // The answer of a write of ours says more than a second look, which could overtake it.
      if (this.#api.writing) this.#lookSoon();
      else this.#lookAgain();
    }, wait);
  }

  #lookAgain(): void {
    this.#looked = performance.now();
    const stale = this.#stale;
    this.#stale = undefined;
    const sets = this.#sets;
    this.#sets = new Set();
    const hasMissed = this.#hasMissed;
    this.#hasMissed = false;
    if (hasMissed) {
      void this.#client.invalidateQueries({ predicate: ({ queryKey }) => !APART.has(queryKey[0]) });
      return;
    }
    if (sets.size > 0) void refreshSet(this.#client, sets);
    if (stale) void refreshStale(this.#client, stale);
  }

  #tellLive(live: boolean): void {
    this.#client.setQueryData(keys.live, live);
  }
}

/** Follows the folder from the event of the session on, as long as the page can be seen; the answer stops it. */
export function followChanges(client: QueryClient, api: ApiClient): () => void {
  const session = client.getQueryData<SessionAnswer>(keys.session);
  const feed = new ChangeFeed(client, api, session?.event ?? '');
  const turn = () => (document.hidden ? feed.close() : feed.open());
  document.addEventListener('visibilitychange', turn);
  feed.open();
  return () => {
    document.removeEventListener('visibilitychange', turn);
    feed.stop();
  };
}
