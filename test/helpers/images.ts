/** Processes that decode images, handed on from server to server: each takes a fifth of a second to load its library. */
import { forkImages } from '../../server/derivatives/image-processes.js';
import type { Helper } from '../../server/helpers/helper.js';

/** Those that no server has. They end with the process of the tests. */
const free: Helper[] = [];

/** Starts a process unless one is free; one that is ended while it works is ended, any other is free again. */
export function keptImages(): Helper {
  const helper = free.pop() ?? forkImages();
  let works = false;
  return {
    ...helper,
    post(message) {
      works = true;
      helper.post(message);
    },
    onMessage(listener) {
      helper.onMessage((message) => {
        works = false;
        listener(message);
      });
    },
    kill() {
      if (works) return helper.kill();
      helper.hold(false);
      free.push(helper);
      helper.onExit(() => free.splice(free.indexOf(helper), 1));
    },
  };
}
