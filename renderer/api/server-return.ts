/** In the desktop window: what becomes of the page when its server is restarted. */
import type { QueryClient } from '@tanstack/react-query';
import type { DesktopBridge } from '#contract/desktop';
import type { ApiClient } from './client';
import { keys } from './keys';

/**
 * Asks for everything again once a server that was gone is back: its process knows neither the session nor the CSRF
 * token of the one before. What the app says of the server is kept under `keys.server`. The app signs the page in and then says once more that the server is running. The answer
 * stops it.
 */
export function followServer(
  bridge: Pick<DesktopBridge, 'onServerState'>,
  client: QueryClient,
  api: ApiClient,
): () => void {
  let restarted = false;
  return bridge.onServerState((server) => {
    client.setQueryData(keys.server, server);
    const { state } = server;
    if (state !== 'running') {
      restarted = true;
    } else if (restarted) {
      api.forgetSession();
      void client.invalidateQueries();
    }
  });
}
