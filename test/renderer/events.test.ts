/** What the admin makes of the stream of changes. */
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ApiClient } from '../../renderer/api/client.js';
import { followChanges } from '../../renderer/api/events.js';
import { keys } from '../../renderer/api/keys.js';
import { ORIGIN } from '../helpers/origin.js';

class Source extends EventTarget {
  static readonly CLOSED = 2;
  static last: Source;
  readonly readyState = 1;
  readonly url: URL;
  constructor(url: string) {
    super();
    this.url = new URL(url, 'http://127.0.0.1');
    Source.last = this;
  }
  close(): void {}
  tell(type: string, data: unknown, lastEventId: string): void {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data), lastEventId }));
  }
}

const page = Object.assign(new EventTarget(), { hidden: false });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', Source);
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', globalThis);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A cache that shows a list of each of two collections; `stale` answers which of them are asked for again. */
function follow() {
  const client = new QueryClient();
  const lists = ['blog', 'news'];
  for (const name of lists) client.setQueryData(keys.pages(name), {});
  const stop = followChanges(client, { window: 'w1', writing: false } as ApiClient);
  const stale = () => {
    vi.advanceTimersByTime(1_000);
    const found = lists.filter((name) => client.getQueryState(keys.pages(name))?.isInvalidated);
    for (const name of lists) client.setQueryData(keys.pages(name), {});
    return found;
  };
  return { source: Source.last, stale, stop };
}

const group = (...ids: string[]) => ({
  ...ORIGIN,
  changes: ids.map((id) => ({ type: 'object.updated', collection: 'blog', id, at: '' })),
});

it('asks for changes in groups, looks at what they made stale, and resumes behind the last', () => {
  const { source, stale, stop } = follow();
  expect(source.url.searchParams.get('grouped')).toBe('1');
  source.tell('changes', group('one', 'two'), 'e1');
  source.tell('changes', group('three'), 'e2');
  expect(stale()).toEqual(['blog']);
  expect(stale()).toEqual([]);
  page.hidden = true;
  page.dispatchEvent(new Event('visibilitychange'));
  page.hidden = false;
  page.dispatchEvent(new Event('visibilitychange'));
  expect(Source.last).not.toBe(source);
  expect(Source.last.url.searchParams.get('lastEventId')).toBe('e2');
  stop();
});

it('looks at everything again where the server has not told all changes', () => {
  const { source, stale, stop } = follow();
  source.tell('changes', group('one'), 'e1');
  source.tell('reset', {}, 'e2');
  expect(stale()).toEqual(['blog', 'news']);
  expect(stale()).toEqual([]);
  stop();
});
