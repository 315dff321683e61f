/** Keeps `process.nextTick` fast after garbage collections. Programs that serve import it before anything else. */
import { createHook } from 'node:async_hooks';

/** Takes the object Node makes for one call of `process.nextTick`. */
function take(): object | undefined {
  let made: object | undefined;
  const hook = createHook({
    init(_id, type, _trigger, resource) {
      if (type === 'TickObject') made ??= resource;
    },
  }).enable();
  process.nextTick(() => undefined);
  hook.disable();
  return made;
}

/**
 * One object of `process.nextTick`, held as long as the process runs. V8 then keeps the hidden class that all of them
 * share; otherwise a few major collections at moments without a pending tick free it, and each later tick (a request
 * has about eight) takes five times as long. Taken later than at the
 * start of the program, it came too late in half of the starts; a flag of V8 would change the collector of the whole
 * process. Where Node renames `TickObject`, nothing is held and a unit test fails.
 */
export const tickObject = take();
