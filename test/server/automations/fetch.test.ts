import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fetchFor } from '../../../server/automations/fetch.js';
import type { JsonObject } from '../../../server/contract/values.js';

/** A host that answers with what it was sent, and redirects `/STATUS?TARGET` to the target. */
async function echo(): Promise<{ url: string; host: string }> {
  const server = createServer((request: IncomingMessage, response) => {
    const [, status, target] = /^\/(30\d)\?(.+)$/.exec(request.url ?? '') ?? [];
    if (target !== undefined) {
      response.writeHead(Number(status), { location: decodeURIComponent(target) }).end();
      return;
    }
    void text(request).then((body) => {
      const { method, headers } = request;
      response.end(JSON.stringify({ method, headers, body }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, host: `127.0.0.1:${port}` };
}

/** What arrives at the end of a request. */
async function sent(url: string, options: JsonObject, hosts: string[]) {
  const { body } = await fetchFor([url, options], hosts);
  const got = JSON.parse(String(body));
  return { method: got.method, body: got.body, headers: got.headers };
}

describe('a request of a handler', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
    '%s arrives with its body whole and its length',
    async (method) => {
      const { url, host } = await echo();
      const got = await sent(url, { method, body: { a: 'ä' } }, [host]);
      expect(got).toMatchObject({
        method,
        body: '{"a":"ä"}',
        headers: {
          'content-length': '10',
          'content-type': 'application/json',
          'accept-encoding': 'identity',
        },
      });
    },
  );

  it.each([
    [303, 'GET', ''],
    [302, 'GET', ''],
    [307, 'POST', 'text'],
    [308, 'POST', 'text'],
  ])('that is redirected with %d goes on as %s with the body %j', async (status, method, body) => {
    const { url, host } = await echo();
    const first = `${url}/${status}?${encodeURIComponent('/end')}`;
    const options = {
      method: 'POST',
      body: 'text',
      headers: { authorization: 'secret', 'user-agent': 'Mine' },
    };
    const got = await sent(first, options, [host]);
    expect([got.method, got.body]).toEqual([method, body]);
    expect(got.headers).toMatchObject({ authorization: 'secret', 'user-agent': 'Mine' });
  });

  it('takes no secret to another host', async () => {
    const [from, to] = [await echo(), await echo()];
    const first = `${from.url}/307?${encodeURIComponent(`${to.url}/end`)}`;
    const options = {
      headers: { authorization: 'secret', cookie: 'a=b', 'x-api-key': 'k', accept: 'text/plain' },
    };
    const { headers } = await sent(first, options, [from.host, to.host]);
    expect(headers).toMatchObject({ accept: 'text/plain' });
    for (const name of ['authorization', 'cookie', 'x-api-key']) expect(headers).not.toHaveProperty(name);
  });

  it('follows no redirect to a host that may not be asked, and five redirects at most', async () => {
    const [from, to] = [await echo(), await echo()];
    const elsewhere = `${from.url}/302?${encodeURIComponent(to.url)}`;
    await expect(fetchFor([elsewhere], [from.host])).rejects.toThrow('not a public host');
    let address = '/end';
    for (let hops = 0; hops < 5; hops += 1) address = `/302?${encodeURIComponent(address)}`;
    await expect(fetchFor([`${from.url}${address}`], [from.host])).resolves.toMatchObject({ status: 200 });
    address = `/302?${encodeURIComponent(address)}`;
    await expect(fetchFor([`${from.url}${address}`], [from.host])).rejects.toThrow('more than 5 times');
  });
});
