import { type IndexOptions, startIndexThread } from '../../server/content/text-index/text-indexes.js';

/** Threads that index texts, but for the first `messages` nothing until they are let. */
export function heldThreads(isHeld = true, messages = 0) {
  const held: { post: () => void; hasAnswer: boolean }[] = [];
  const waiting: (() => void)[] = [];
  const threads = {
    started: 0,
    isHeld,
    messages,
    /** Lets messages through that wait, up to the first that is answered, and waits for the answer. */
    async letOne() {
      for (let next = held.shift(); next; next = held.shift()) {
        const answered = new Promise<void>((resolve) => {
          waiting.push(resolve);
        });
        next.post();
        if (!next.hasAnswer) continue;
        await answered;
        return;
      }
    },
    release() {
      threads.isHeld = false;
      for (const { post } of held.splice(0)) post();
    },
    start() {
      threads.started += 1;
      const helper = startIndexThread();
      const onMessage: typeof helper.onMessage = (listener) =>
        helper.onMessage((message) => {
          listener(message);
          for (const resolve of waiting.splice(0)) resolve();
        });
      const post = (message: object, transfer?: ArrayBuffer[]) => {
        if (!threads.isHeld) helper.post(message, transfer);
        else if (threads.messages > 0) {
          threads.messages -= 1;
          helper.post(message, transfer);
        } else {
          held.push({ post: () => helper.post(message, transfer), hasAnswer: !('begin' in message) });
        }
      };
      return { ...helper, post, onMessage };
    },
  };
  return threads satisfies IndexOptions;
}
