/** Images of a long list: few are asked for at a time, so that other requests of the page are not kept waiting. */

export interface ImageQueue {
  /** Calls back when there is room for an image; the answer gives the place back, or leaves the queue. */
  ask(start: () => void): () => void;
}

export function createImageQueue(limit: number): ImageQueue {
  const waiting = new Set<() => void>();
  let running = 0;
  function next(): void {
    for (const start of waiting) {
      if (running >= limit) return;
      waiting.delete(start);
      running += 1;
      start();
    }
  }
  return {
    ask(start) {
      let place: 'waiting' | 'running' | 'left' = 'waiting';
      const begin = () => {
        place = 'running';
        start();
      };
      waiting.add(begin);
      next();
      return () => {
        if (place === 'running') running -= 1;
        waiting.delete(begin);
        if (place !== 'left') next();
        place = 'left';
      };
    },
  };
}
