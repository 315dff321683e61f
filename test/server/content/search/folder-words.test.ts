/** How the words of many collections are made (server/content/search/folder-words.ts). */
import { afterEach, describe, expect, it } from 'vitest';
import { FolderWords, type Making } from '../../../../server/content/search/folder-words.js';

const words = new Set<FolderWords>();
afterEach(() => {
  for (const one of words) one.close();
});

/** Collections whose words are made when they are let. */
function making() {
  const there = new Set<string>();
  const begun: [name: string, isWaitedFor: boolean][] = [];
  const gates = new Map<string, { resolve(): void; reject(error: Error): void }>();
  const source: Making = {
    isThere: (name) => there.has(name),
    make: (name, isWaitedFor) => {
      begun.push([name, isWaitedFor]);
      return new Promise((resolve, reject) => {
        if (gates.has(name)) return resolve();
        gates.set(name, { resolve, reject });
      });
    },
  };
  const folder = new FolderWords();
  words.add(folder);
  return {
    folder,
    source,
    begun,
    names: () => begun.map(([name]) => name),
    end: (name: string) => {
      there.add(name);
      gates.get(name)?.resolve();
    },
    fail: (name: string) => gates.get(name)?.reject(new Error('cannot be read')),
  };
}

describe('the words of many collections', () => {
  it('are made some at a time, in their order, and waited for by all who search them', async () => {
    const { folder, source, names, end } = making();
    const ended: string[] = [];
    const first = folder.until(['a', 'b', 'c', 'd'], source).then(() => ended.push('first'));
    const second = folder.until(['b', 'd'], source).then(() => ended.push('second'));
    expect(names().slice(0, 3)).toEqual(['a', 'b', 'c']);
    end('b');
    await expect.poll(names).toContain('d');
    end('d');
    await second;
    expect(ended).toEqual(['second']);
    end('a');
    end('c');
    await first;
    expect(new Set(names())).toEqual(new Set('abcd'));
    await folder.until(['a', 'b', 'c', 'd'], source);
  });

  it('go on where one of them cannot be made', async () => {
    const { folder, source, names, end, fail } = making();
    const all = folder.until(['a', 'b', 'c', 'd'], source);
    fail('a');
    await expect.poll(names).toContain('d');
    for (const name of 'bcd') end(name);
    await all;
  });

  it('are made one at a time, with pauses, once no search waits for them, and hurried by the next', async () => {
    const { folder, source, begun, names, end } = making();
    const stop = new AbortController();
    const left = folder.until(['a', 'b', 'c', 'd', 'e'], source, stop.signal);
    stop.abort();
    await left;
    for (const name of 'ab') end(name);
    // The one that is under way takes the only place.
    await expect.poll(() => begun.length).toBe(3);
    end('c');
    await expect.poll(names).toContain('d');
    expect(begun.at(-1)).toEqual(['d', false]);
    const next = folder.until(['d', 'e'], source);
    expect(begun).toContainEqual(['d', true]);
    await expect.poll(names).toContain('d');
    end('d');
    await expect.poll(names).toContain('e');
    end('e');
    await next;
  });

  it('are told apart after a while, and made without pauses as long as one may ask again', async () => {
    const { folder, source, begun, names, end } = making();
    const first = folder.within(1, ['a', 'b', 'c', 'd'], source);
    end('a');
    expect(await first).toEqual(new Set('bcd'));
    end('b');
    await expect.poll(names).toContain('d');
    expect(begun.map(([, isWaitedFor]) => isWaitedFor)).not.toContain(false);
    end('c');
    end('d');
    expect(await folder.within(60_000, ['a', 'b', 'c', 'd'], source)).toEqual(new Set());
  });

  it('are not waited for by one who cannot, once they could not be made', async () => {
    const { folder, source, end, fail } = making();
    const both = folder.within(60_000, ['a', 'b'], source);
    fail('a');
    end('b');
    expect(await both).toEqual(new Set());
  });

  it('are made one at a time where no search waits for any', async () => {
    const { folder, source, begun, names, end } = making();
    for (const name of 'abc') folder.later(name, source);
    expect(begun).toEqual([['a', false]]);
    end('a');
    await expect.poll(names).toEqual(['a', 'b']);
    end('b');
    await expect.poll(names).toEqual(['a', 'b', 'c']);
  });

  it('are not made any more once the folder is closed', async () => {
    const { folder, source, names, end } = making();
    const all = folder.until(['a', 'b', 'c', 'd'], source);
    folder.close();
    for (const name of 'abc') end(name);
    await all;
    expect(names()).not.toContain('d');
  });
});
