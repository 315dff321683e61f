/** What a server that is told to stop waits for. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startTestServer } from '../helpers/server.js';

describe('a server that is stopped', () => {
  it('does not wait for connections on which nothing was ever asked', async () => {
    const server = await startTestServer();
    const socket = connect(server.port, '127.0.0.1');
    await once(socket, 'connect');
    // Accepted by then: connections come in their order.
    expect((await server.request('/healthz')).status).toBe(200);
    const closed = once(socket, 'close');
    // Waiting for it would take longer than a test may.
    await server.close();
    await closed;
  });
});
