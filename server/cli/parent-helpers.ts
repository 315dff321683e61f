/** Helper processes in the desktop app: started by its main process, because a utility process cannot start any. */
import type { Helper, StartHelper } from '../helpers/helper.js';
import type { Parent } from './parent.js';

interface Kept {
  onMessage(message: unknown): void;
  onExit(): void;
}

/** Starts helpers that the parent starts and ends, each known to both under a number. */
export function parentHelpers(parent: Parent): (program?: 'images') => StartHelper {
  const running = new Map<number, Kept>();
  let count = 0;
  parent.onCommand((message) => {
    if (message.command === 'sandbox-said') running.get(message.sandbox)?.onMessage(message.message);
    if (message.command === 'sandbox-gone') {
      running.get(message.sandbox)?.onExit();
      running.delete(message.sandbox);
    }
  });
  return (program) => (): Helper => {
    count += 1;
    const sandbox = count;
    const kept: Kept = { onMessage: () => {}, onExit: () => {} };
    running.set(sandbox, kept);
    parent.send({ event: 'sandbox-start', sandbox, ...(program && { program }) });
    return {
      post: (message) => parent.send({ event: 'sandbox-tell', sandbox, message }),
      kill: () => parent.send({ event: 'sandbox-kill', sandbox }),
      onMessage: (listener) => {
        kept.onMessage = listener;
      },
      onExit: (listener) => {
        kept.onExit = listener;
      },
      // The app ends them with the server; there is nothing to wait for.
      hold: () => {},
    };
  };
}
