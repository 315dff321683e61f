/**
 * The sessions of users with a password, kept on this machine over a restart of the server: hashes of their cookies, no
 * secrets. Those of the owner's link end with the process (decision 13).
 */
import { isJsonObject, type JsonValue } from '../contract/values.js';
import type { Store } from '../store/store.js';
import { hashOf } from './secrets.js';
import type { SavedSession, Sessions } from './sessions.js';

interface SessionsFile {
  /** When they were saved, ISO 8601 UTC. */
  at: string;
  sessions: SavedSession[];
}

interface SavedSessionsOptions {
  now: () => Date;
  log: (level: 'warn' | 'error', message: string, error?: unknown) => void;
}

const HASH = /^[0-9a-f]{64}$/;

const isAge = (value: JsonValue | undefined): boolean => typeof value === 'number' && value >= 0;

const hasTexts = (value: JsonValue | undefined, ...names: string[]): boolean =>
  isJsonObject(value) && names.every((name) => typeof value[name] === 'string');

/** Another process may have written the file: what has another shape is no session. */
function isSession(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const { key, user, client, age, idle } = value;
  return (
    typeof key === 'string' &&
    HASH.test(key) &&
    hasTexts(value, 'handle', 'stamp') &&
    hasTexts(user, 'id', 'name', 'role') &&
    hasTexts(client, 'address', 'agent') &&
    isAge(age) &&
    isAge(idle)
  );
}

export interface SavedSessions {
  /** Saves the sessions as they are. Throws `storage`. */
  save(): Promise<void>;
  /** Saves them a last time. */
  close(): Promise<void>;
}

/** Gives a server the sessions of the one before it on this folder, and keeps its own. */
export async function openSavedSessions(
  store: Store,
  sessions: Sessions,
  { now, log }: SavedSessionsOptions,
): Promise<SavedSessions> {
  const name = `sessions-${hashOf(store.root).slice(0, 16)}`;
  const record = await store.stateRecord<SessionsFile>(name, { at: '', sessions: [] });
  const before = record.read();
  // A clock that was set back makes nothing younger than it was.
  const since = Math.max(0, now().getTime() - Date.parse(before.at)) || 0;
  const found = Array.isArray(before.sessions) ? before.sessions.filter(isSession) : [];
  sessions.restore(found.map((one) => ({ ...one, age: one.age + since, idle: one.idle + since })));
  const save = () =>
    record.update((value) => {
      value.at = now().toISOString();
      value.sessions = sessions.saved({ owner: false });
    });
  return {
    save,
    async close() {
      if (found.length === 0 && sessions.saved({ owner: false }).length === 0) return;
      await save().catch((error: unknown) => log('warn', 'Could not save the sessions of users', error));
    },
  };
}
