/** Hostile and broken messages at /mcp, each sent byte for byte (`fixtures/mcp-bad-inputs.json`). */
import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { badInputs, bytesOf, wordsOf } from '../helpers/bad-inputs.js';
import { startTestServer } from '../helpers/server.js';

const entries = await badInputs('mcp-bad-inputs.json');

/** What an answer says of a call: an error of the protocol, or one in words. */
const isRefused = (body: string) => /"error":\{"code":-?\d+|"isError":true/.test(body);

describe('bad messages of AI clients', () => {
  it('get the status the rulings give them, are told in JSON what is wrong, and harm nothing', async () => {
    const server = await startTestServer(undefined, { name: 'content' });
    const words = await wordsOf(server);
    const standing = ['blog/first-post.json', 'blog/second-post.json', 'blog-private/secret.json'];
    const readAll = async () => (await Promise.all(standing.map((path) => server.read(path)))).map(String);
    const before = await readAll();
    const problems: string[] = [];
    for (const entry of entries) {
      const report = (problem: string) => problems.push(`${entry.id} ${entry.what}: ${problem}`);
      const answer = await server.raw(await bytesOf(entry, words));
      if (!entry.expect.includes(answer.status)) report(`${answer.status}, not ${entry.expect}`);
      if (!isRefused(answer.body)) report(`is not refused: ${answer.body.slice(0, 200)}`);
      if (/\bat .*\.(?:m?js|ts):\d+|node_modules/.test(answer.body)) report('shows a stack');
      if ('polluted' in {}) report('polluted');
      if ((await server.request('/healthz')).status !== 200) report('the server is gone');
    }
    expect(problems).toEqual([]);
    expect(await readAll()).toEqual(before);
    expect((await readdir(server.folder)).toSorted()).toEqual(['.system', 'blog', 'blog-private']);
    expect(server.log.filter((line) => /Unexpected error|failed/.test(line))).toEqual([]);
  });
});
