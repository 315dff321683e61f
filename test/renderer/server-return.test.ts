import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { ApiClient } from '../../renderer/api/client.ts';
import { keys } from '../../renderer/api/keys.ts';
import { followServer } from '../../renderer/api/server-return.ts';
import type { ServerState } from '../../server/contract/desktop.ts';

/** A page with one answer in its cache, and the bridge that tells it of the server. */
function page() {
  const client = new QueryClient();
  client.setQueryData(keys.session, { user: null, csrfToken: null });
  const api = new ApiClient();
  const forget = vi.spyOn(api, 'forgetSession');
  let tell: (state: ServerState) => void = () => undefined;
  const stop = followServer(
    {
      onServerState(listener) {
        tell = listener;
        return () => {
          tell = () => undefined;
        };
      },
    },
    client,
    api,
  );
  const isStale = () => client.getQueryState(keys.session)?.isInvalidated === true;
  return { client, isStale, forget, stop, tell: (state: ServerState) => tell(state) };
}

const RUNNING: ServerState = { state: 'running', url: 'http://127.0.0.1:4180' };

describe('a page of the desktop window', () => {
  it('asks who is signed in again when its server is back', () => {
    const { isStale, forget, tell } = page();
    tell(RUNNING);
    tell({ state: 'stopped', reason: 'It crashed.', retrying: true });
    tell({ state: 'starting' });
    expect(isStale()).toBe(false);
    tell(RUNNING);
    expect(isStale()).toBe(true);
    expect(forget).toHaveBeenCalledOnce();
  });

  it('keeps what the app says of its server, for the banner', () => {
    const { client, tell } = page();
    const stopped: ServerState = { state: 'stopped', reason: 'It crashed.', retrying: false };
    tell(stopped);
    expect(client.getQueryData(keys.server)).toEqual(stopped);
  });

  it('asks once more when the app has signed it in', () => {
    const { forget, tell } = page();
    tell({ state: 'stopped', reason: '', retrying: true });
    tell(RUNNING);
    tell(RUNNING);
    expect(forget).toHaveBeenCalledTimes(2);
  });

  it('keeps what it has while the server simply runs, and when it no longer listens', () => {
    const { isStale, tell, stop } = page();
    tell(RUNNING);
    tell(RUNNING);
    expect(isStale()).toBe(false);
    stop();
    tell({ state: 'stopped', reason: '', retrying: true });
    tell(RUNNING);
    expect(isStale()).toBe(false);
  });
});
