/** What MCP leaves behind in the process between requests. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, it, vi } from 'vitest';
import { connectMcp, type Era } from '../../helpers/mcp-client.js';
import { startTestServer } from '../../helpers/server.js';

it('tracks no promises once the last of several requests at once is answered', async () => {
  const tracking = new Set<unknown>();
  const { run, disable } = AsyncLocalStorage.prototype;
  const spies = [
    vi.spyOn(AsyncLocalStorage.prototype, 'run').mockImplementation(function (this: never, ...call) {
      tracking.add(this);
      return run.apply(this, call);
    }),
    vi.spyOn(AsyncLocalStorage.prototype, 'disable').mockImplementation(function (this: never) {
      tracking.delete(this);
      return disable.apply(this);
    }),
  ];
  const server = await startTestServer();
  for (const era of ['2025', '2026'] satisfies Era[]) {
    const { client } = await connectMcp(server.url, { key: await server.key(), era });
    const answers = await Promise.all(Array.from({ length: 4 }, () => client.listTools()));
    expect(answers.map(({ tools }) => tools.length)).toEqual(answers.map(() => answers[0]?.tools.length));
    expect(tracking.size).toBe(0);
  }
  expect(spies[0]).toHaveBeenCalled();
  for (const spy of spies) spy.mockRestore();
});
