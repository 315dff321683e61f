/** Hostile requests to automations and hostile handlers (`fixtures/auto-bad-inputs.json`), each sent byte for byte. */
import { expect, it, vi } from 'vitest';
import { badInputs, bytesOf, type Entry, wordsOf } from '../helpers/bad-inputs.js';
import { BLOG, type Files, startTestServer } from '../helpers/server.js';

vi.setConfig({ testTimeout: 180_000 });

const HANDLERS: Record<string, [auth: string, sync: boolean, body: string]> = {
  'hook-none': ['none', false, 'return 1;'],
  'hook-same': ['sameOrigin', true, 'return 1;'],
  'hook-echo': ['none', true, 'return ctx.args;'],
  'hook-async': ['apiKey', false, 'await new Promise((done) => setTimeout(done, 60_000));'],
  'hook-oom': ['none', true, 'const all = []; for (;;) all.push(new Array(10_000).fill(1));'],
  'hook-rec': ['none', true, 'const again = () => again() + 1; return again();'],
  'hook-exit': ['none', true, 'process.exit(1);'],
  'hook-fs': ['none', true, 'return require("fs").readdirSync("/");'],
  'hook-big': ['none', true, 'return "x".repeat(200e6);'],
  'hook-esc': ['none', true, 'return ctx.constructor.constructor("return typeof process")();'],
  'hook-pollute': [
    'none',
    true,
    'Object.prototype.polluted = 1; return JSON.parse(`{"__proto__":{"polluted":1}}`);',
  ],
  'hook-ssrf': ['none', true, 'return (await ctx.fetch("http://127.0.0.1:1/")).status;'],
  'hook-import': ['none', true, 'return (await import("node:fs")).readdirSync("/");'],
};

const files: Files = { ...BLOG, 'automations/.meta.json': { id: 'automations', schema: 'automations' } };
for (const [id, [auth, sync, body]] of Object.entries(HANDLERS)) {
  const triggers = { hook: { id: 'hook', type: 'webhook', auth, sync } };
  files[`automations/${id}.json`] = { id, name: id, enabled: true, triggers };
  files[`automations/${id}/handler.mjs`] = `export default async (ctx) => { ${body} };`;
}

const entries = await badInputs('auto-bad-inputs.json');

const numberAfter = ({ checks = [] }: Entry, word: string): number | undefined => {
  const check = checks.find((one) => one.startsWith(word));
  return check === undefined ? undefined : Number(check.slice(word.length));
};

it('gives every hostile request the status the rulings give it, and harms nobody', async () => {
  const server = await startTestServer(files);
  const words = await wordsOf(server);
  const before = await server.read('blog/first-post.json');
  const problems: string[] = [];
  for (const entry of entries) {
    const report = (problem: string) => problems.push(`${entry.id} ${entry.what}: ${problem}`);
    const seen = new Set<number>();
    const bytes = await bytesOf(entry, words);
    const started = performance.now();
    for (let time = 0; time < (numberAfter(entry, 'repeat:') ?? 1); time += 1) {
      const { status, body } = await server.raw(bytes);
      seen.add(status);
      if (!entry.expect.includes(status)) report(`got ${status} ${body.slice(0, 200)}`);
      if (/ {4}at |node:internal|handler\.mjs/.test(body)) report('shows what is inside');
      if (body.includes(words.KEY_FULL ?? '')) report('shows a key');
    }
    const must = numberAfter(entry, 'mustSee:');
    if (must !== undefined && !seen.has(must)) report(`never got ${must}`);
    // Not how fast it is: that it ends at all, by the limit of the run.
    const limit = numberAfter(entry, 'maxMs:');
    if (limit !== undefined && performance.now() - started > limit) report('was not ended in time');
    if (Reflect.get({}, 'polluted') !== undefined) report('polluted a prototype');
  }
  expect(problems).toEqual([]);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect(await server.read('blog/first-post.json')).toEqual(before);
});
