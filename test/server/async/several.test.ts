import { describe, expect, it } from 'vitest';
import { several } from '../../../server/async/several.js';

/** Work that ends when it is told to, and notes what begins and ends. */
function stage() {
  const log: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const work = (name: string) => {
    log.push(`+${name}`);
    return new Promise<void>((resolve, reject) => {
      ends.set(name, (error) => {
        log.push(`-${name}`);
        if (error) reject(error);
        else resolve();
      });
    });
  };
  const end = async (name: string, error?: Error) => {
    ends.get(name)?.(error);
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };
  return { log, work, end };
}

describe('several pieces of work', () => {
  it('are under way at the same time, no more than allowed, and begin in their order', async () => {
    const { log, work, end } = stage();
    const all = several(['a', 'b', 'c', 'd'], { most: 2, isAlone: () => false }, work);
    await end('');
    expect(log.join(' ')).toBe('+a +b');
    await end('b');
    expect(log.join(' ')).toBe('+a +b -b +c');
    for (const name of ['a', 'c', 'd']) await end(name);
    await all;
    expect(log.join(' ')).toBe('+a +b -b +c -a +d -c -d');
  });

  it('wait for one that has to be alone, as that does for them', async () => {
    const { log, work, end } = stage();
    const all = several(['a', 'b', 'Alone', 'c'], { most: 9, isAlone: (name) => name === 'Alone' }, work);
    for (const name of ['', 'b', 'a', 'Alone', 'c']) await end(name);
    await all;
    expect(log.join(' ')).toBe('+a +b -b -a +Alone -Alone +c -c');
  });

  it('begin no more after an error, which is thrown when all have ended', async () => {
    const { log, work, end } = stage();
    let thrown: unknown;
    const all = several(['a', 'b', 'c'], { most: 2, isAlone: () => false }, work).catch((error) => {
      thrown = error;
    });
    await end('');
    await end('a', new Error('full'));
    expect([log.join(' '), thrown]).toEqual(['+a +b -a', undefined]);
    await end('b');
    await all;
    expect([log.join(' '), String(thrown)]).toEqual(['+a +b -a -b', 'Error: full']);
  });
});
