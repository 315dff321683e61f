/** What callers are shown of the actors of changes (spec/events.md#origins). */
import type { Actor } from '../contract/changes.js';
import type { Caller } from './caller.js';
import { actorOf } from './request-changes.js';

/**
 * An actor as a caller may know it: owner and admins know the names of users, keys, apps and automations; others only
 * what kind of actor it was, unless it was themselves.
 */
export function shownActor(caller: Caller, actor: Actor): Actor {
  if (caller.kind === 'owner') return actor;
  const own = actorOf(caller);
  const isOwn =
    own.id !== undefined && own.id === actor.id && own.kind === actor.kind && own.user === actor.user;
  return isOwn ? actor : { kind: actor.kind };
}
