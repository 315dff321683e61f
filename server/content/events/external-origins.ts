/** Origins of changes by other programs: those that follow each other closely are one transaction. */
import type { Origin } from '../../events.js';
import { newOrigin } from '../../origins.js';

/** In ms: the pause after which another transaction begins, and the longest one. */
const PAUSE = 2000;
const LONGEST = 60_000;

/** Answers the origin of a change that is noticed at the moment of the call. */
export function externalOrigins(now: () => Date): () => Origin {
  let origin: Origin | undefined;
  let began = 0;
  let last = 0;
  return () => {
    const at = now();
    const time = at.getTime();
    if (!origin || time - last > PAUSE || time - began > LONGEST) {
      origin = newOrigin({ kind: 'external' }, 'external', at);
      began = time;
    }
    last = time;
    return origin;
  };
}
