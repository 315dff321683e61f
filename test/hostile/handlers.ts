/** Automations whose handlers try to get out, to stay for ever or to take everything (group AUTO of the corpus). */
import type { Files } from '../helpers/server.js';

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

/** The folder of these automations, with a webhook each. */
export const AUTOMATED: Files = Object.fromEntries([
  ['automations/.meta.json', { id: 'automations', schema: 'automations' }],
  ...Object.entries(HANDLERS).flatMap(([id, [auth, sync, body]]) => [
    [
      `automations/${id}.json`,
      { id, name: id, enabled: true, triggers: { hook: { id: 'hook', type: 'webhook', auth, sync } } },
    ],
    [`automations/${id}/handler.mjs`, `export default async (ctx) => { ${body} };`],
  ]),
]);
