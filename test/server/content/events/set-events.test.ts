import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChangeSetEvents } from '../../../../server/content/events/set-events.js';
import type { SetEvent } from '../../../../server/store/types/change-sets.js';

describe('events of change sets', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function listening() {
    let tell: (event: SetEvent) => void = () => {};
    const unsubscribe = vi.fn();
    const events = new ChangeSetEvents({
      on: (listener) => {
        tell = listener;
        return unsubscribe;
      },
    });
    const heard: SetEvent[] = [];
    const stop = events.on((event) => heard.push(event));
    return { events, heard, stop, unsubscribe, tell: (event: SetEvent) => tell(event) };
  }
  const changes = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ set: 'draft', collection: 'blog', id: `p-${at}` }));

  it('that come together are told once each', () => {
    const { heard, tell } = listening();
    const all = [...changes(50), ...changes(50), { set: 'autumn' }, { set: 'autumn' }];
    for (const event of all) tell(event);
    expect(heard).toEqual([]);
    vi.advanceTimersByTime(100);
    expect(heard).toEqual([...changes(50), { set: 'autumn' }]);
    tell({ set: 'autumn' });
    vi.advanceTimersByTime(100);
    expect(heard).toHaveLength(52);
  });

  it('of more than 50 objects of a set name only the set', () => {
    const { heard, tell } = listening();
    for (const event of [...changes(51), { set: 'autumn', collection: 'blog', id: 'a' }]) tell(event);
    vi.advanceTimersByTime(100);
    expect(heard).toEqual([{ set: 'draft' }, { set: 'autumn', collection: 'blog', id: 'a' }]);
  });

  it('end with their listener and when they are closed', () => {
    const { events, heard, stop, tell, unsubscribe } = listening();
    stop();
    tell({ set: 'autumn' });
    events.on((event) => heard.push(event));
    tell({ set: 'winter' });
    events.close();
    vi.advanceTimersByTime(1000);
    expect([heard, unsubscribe.mock.calls.length]).toEqual([[], 1]);
  });
});
