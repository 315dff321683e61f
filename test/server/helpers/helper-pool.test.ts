import { describe, expect, it, onTestFinished } from 'vitest';
import { message } from '../../../server/contract/messages/message.js';
import type { Helper } from '../../../server/helpers/helper.js';
import { HelperPool, type PoolLimits } from '../../../server/helpers/helper-pool.js';

/** A helper whose jobs end when the test says so. */
class Stub implements Helper {
  job: { name?: string } | undefined;
  killed = false;
  #hear: (message: unknown) => void = () => {};
  #gone = () => {};

  post(message: object): void {
    this.job = message;
  }
  kill(): void {
    this.killed = true;
  }
  onMessage(listener: (message: unknown) => void): void {
    this.#hear = listener;
  }
  onExit(listener: () => void): void {
    this.#gone = listener;
  }
  hold(): void {}

  answer(value: unknown): void {
    this.#hear(value);
  }
  exit(): void {
    this.#gone();
  }
}

function pool(limits: Partial<PoolLimits> = {}) {
  const started: Stub[] = [];
  const start = () => {
    const stub = new Stub();
    started.push(stub);
    return stub;
  };
  const made = new HelperPool(
    start,
    { size: 1, waiting: 10, maxWaitMs: 60_000, ...limits },
    message('imagesBusy'),
  );
  onTestFinished(() => made.close());
  const run = (name: string, caller?: string, waiting?: number) => {
    const options = {
      deadline: 60_000,
      ...(caller !== undefined && { caller }),
      ...(waiting !== undefined && { waiting }),
    };
    const job = made.run({ name }, options);
    // Jobs that no test waits for end when the pool is closed.
    job.catch(() => undefined);
    return job;
  };
  return { made, started, run };
}

describe('a pool of helpers', () => {
  it('uses a helper again that has answered', async () => {
    const { started, run } = pool();
    for (const name of ['a', 'b']) {
      const answer = run(name);
      started[0]?.answer(name);
      expect(await answer).toBe(name);
    }
    expect(started).toHaveLength(1);
  });

  it('ends a helper that is late and starts another for the next job', async () => {
    const { made, started, run } = pool();
    const late = made.run({}, { deadline: 1 });
    const next = run('next');
    await expect(late).rejects.toMatchObject({ reason: 'late' });
    expect(started.map(({ killed }) => killed)).toEqual([true, false]);
    started[1]?.answer(1);
    expect(await next).toBe(1);
  });

  it('tells a job that its helper has ended, and replaces it', async () => {
    const { started, run } = pool();
    const broken = run('broken');
    const next = run('next');
    started[0]?.exit();
    await expect(broken).rejects.toMatchObject({ reason: 'ended' });
    started[1]?.answer(2);
    expect(await next).toBe(2);
  });

  it('does not use a helper that ended while it had no work', async () => {
    const { started, run } = pool();
    const first = run('first');
    started[0]?.answer(1);
    await first;
    started[0]?.exit();
    const second = run('second');
    started[1]?.answer(2);
    expect(await second).toBe(2);
  });

  it('lets callers take turns', async () => {
    const { started, run } = pool();
    const order: string[] = [];
    const jobs = [
      ...['a1', 'a2', 'a3', 'a4'].map((name) => run(name, 'a')),
      ...['b1', 'b2'].map((name) => run(name, 'b')),
      run('c1', 'c'),
    ];
    const all = Promise.all(jobs.map((job) => job.then((name) => order.push(String(name)))));
    for (let n = 0; n < jobs.length; n += 1) {
      started[0]?.answer(started[0].job?.name);
      await Promise.resolve();
    }
    await all;
    expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  });

  it('rejects jobs beyond its bound, those beyond a bound of their caller, and those that wait too long', async () => {
    const { run } = pool({ waiting: 3 });
    void run('running');
    const waiting = [run('one', 'a', 1), run('two', 'b')];
    await expect(run('three', 'a', 1)).rejects.toMatchObject({
      kind: 'busy',
      message: 'Too many images are being processed; try again',
    });
    waiting.push(run('four', 'c'));
    await expect(run('five', 'd')).rejects.toMatchObject({ kind: 'busy' });
    expect(waiting).toHaveLength(3);

    const impatient = pool({ maxWaitMs: 1 });
    void impatient.run('running');
    await expect(impatient.run('waits')).rejects.toMatchObject({ kind: 'busy' });
  });

  it('ends every helper when it is closed, and answers no more jobs', async () => {
    const { made, started, run } = pool({ size: 2 });
    const answered = run('answered');
    const running = run('running');
    started[0]?.answer(1);
    await answered;
    const again = run('again');
    const waiting = run('waiting');
    made.close();
    for (const job of [running, again, waiting, run('late')]) {
      await expect(job).rejects.toMatchObject({ reason: 'closed' });
    }
    expect(started.map(({ killed }) => killed)).toEqual([true, true]);
  });
});
