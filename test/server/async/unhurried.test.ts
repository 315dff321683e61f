import { describe, expect, it } from 'vitest';
import { Unhurried } from '../../../server/async/unhurried.js';

describe('work in the pauses', () => {
  it('ends with the step that is being taken when it is closed, and does not begin again', async () => {
    const work = new Unhurried();
    const steps: number[] = [];
    let goOn = () => {};
    const gate = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    async function* all(): AsyncGenerator<void> {
      for (let step = 1; ; step += 1) {
        await gate;
        steps.push(step);
        yield;
      }
    }
    work.begin(all);
    work.begin(all);
    let isClosed = false;
    const closed = work.close().then(() => {
      isClosed = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect([isClosed, steps]).toEqual([false, []]);
    goOn();
    await closed;
    expect(steps).toEqual([1]);
    work.begin(all);
    await new Promise((resolve) => setImmediate(resolve));
    expect(steps).toEqual([1]);
  });

  it('goes on after a pause, and may begin again when it is done', async () => {
    const work = new Unhurried();
    let runs = 0;
    const busy = () => {
      const until = performance.now() + 9;
      while (performance.now() < until);
    };
    async function* all(): AsyncGenerator<void> {
      for (let step = 0; step < 3; step += 1) {
        busy();
        yield;
      }
      runs += 1;
    }
    work.begin(all);
    await expect.poll(() => runs).toBe(1);
    work.begin(all);
    await expect.poll(() => runs).toBe(2);
    await work.close();
  });
});
