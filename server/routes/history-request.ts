/** What the requests for versions have in common. */

import { shownActor } from '../access/shown-actor.js';
import type { Actor } from '../contract/changes.js';
import { queryInteger } from '../http/query.js';
import type { Request } from '../http/request.js';

const USUAL = 50;
const MOST = 100;

/** The part of a list that was asked for. */
export const pageOf = (request: Request) => ({
  limit: Math.min(Math.max(1, queryInteger(request, 'limit') ?? USUAL), MOST),
  offset: queryInteger(request, 'offset') ?? 0,
});

export const shownTo =
  ({ caller }: Request) =>
  (actor: Actor) =>
    shownActor(caller, actor);
export const versionsOf = (request: Request) => ({ ...pageOf(request), shownActor: shownTo(request) });
