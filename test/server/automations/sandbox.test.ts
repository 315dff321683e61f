import { afterAll, describe, expect, it } from 'vitest';
import { MAX_BYTES } from '../../../server/automations/sandbox/messages.js';
import { forkSandbox } from '../../../server/automations/sandbox/process.js';
import { type Outcome, Sandbox } from '../../../server/automations/sandbox/sandbox.js';
import { message } from '../../../server/contract/messages/message.js';
import { missing } from '../../../server/errors.js';

/** Calls of handlers that met an error of the server's own. */
const reported: unknown[] = [];
const sandbox = new Sandbox(forkSandbox, (error) => reported.push(error));
afterAll(() => sandbox.close());

interface Ran {
  outcome: Outcome;
  calls: [name: string, args: unknown][];
  lines: string[];
}

/** Runs the body of a handler; `ctx` calls are answered with their arguments. */
async function run(
  source: string,
  {
    input = {},
    budget = 10_000,
    within = sandbox,
  }: { input?: object; budget?: number; within?: Sandbox } = {},
): Promise<Ran> {
  const calls: Ran['calls'] = [];
  const lines: string[] = [];
  const outcome = await within.run({
    source,
    input: JSON.stringify({ args: {}, ...input }),
    budget,
    call: async (name, text) => {
      calls.push([name, JSON.parse(text)]);
      if (text.includes('nothing')) throw missing(message('existsNoLonger'));
      if (text.includes('fault')) throw new Error('password of the database');
      return text;
    },
    log: (level, message) => lines.push(`${level}: ${message}`),
  });
  return { outcome, calls, lines };
}

const body = (code: string) => run(`export default async (ctx) => { ${code} };`);
const shownBy = ({ outcome }: Ran) => (outcome.ok ? JSON.parse(outcome.text) : outcome.error);

describe('a handler in the sandbox', () => {
  it.each<[string, string, unknown]>([
    ['gives back its value', 'return { a: [1, null, "x"] };', { a: [1, null, 'x'] }],
    ['gives back null for nothing', '', null],
    ['may await', 'return await Promise.all([1, Promise.resolve(2)]);', [1, 2]],
    [
      'has timers',
      'let n = 0; await new Promise((done) => { const i = setInterval(() => { n += 1; if (n === 3) { clearInterval(i); done(); } }, 1); }); return n;',
      3,
    ],
    ['calls ctx and gets the answer', 'return await ctx.objects.get("blog", "first");', ['blog', 'first']],
    [
      'catches what a call refuses',
      'try { await ctx.objects.get("nothing", "x"); } catch (error) { return [error.name, error.message, error instanceof Error]; }',
      ['missing', 'It no longer exists', true],
    ],
    [
      'is not told of faults of the server',
      'try { await ctx.objects.get("fault", "x"); } catch (error) { return error.message; }',
      'Something went wrong on the server; its log has the details',
    ],
    [
      'keeps its own changes of built-in objects to itself',
      'Object.prototype.polluted = 1; JSON.parse = () => "hacked"; return ctx.args.polluted;',
      1,
    ],
  ])('%s', async (_what, code, value) => {
    expect(shownBy(await body(code))).toEqual(value);
  });

  it('starts each run with unmodified built-in objects', async () => {
    await body('Object.prototype.polluted = 1; globalThis.left = 1;');
    expect(shownBy(await body('return [typeof ({}).polluted, typeof left];'))).toEqual([
      'undefined',
      'undefined',
    ]);
  });

  it.each<[string, string]>([
    ['require', 'return require("fs");'],
    ['process', 'return process.exit(1);'],
    ['an import', 'return (await import("node:fs")).readdirSync("/");'],
    ['fetch of its own', 'return await fetch("http://127.0.0.1/");'],
    ['WebAssembly', 'return new WebAssembly.Memory({ initial: 1 });'],
    ['changing ctx', '"use strict"; ctx.objects.get = 1;'],
    ['adding to ctx', '"use strict"; ctx.more = 1;'],
    ['the host functions of the prelude', 'return __host.call("objects.get", "[]");'],
  ])('has no use of %s', async (_what, code) => {
    expect((await body(code)).outcome.ok).toBe(false);
  });

  it.each<[string, string]>([
    ['the constructor of ctx', 'return ctx.constructor.constructor("return this")();'],
    ['the constructor of a function of ctx', 'return ctx.log.constructor("return this")();'],
    [
      'the constructor of an error of the host',
      'try { await ctx.objects.get("nothing", "x"); } catch (error) { return error.constructor.constructor("return this")(); }',
    ],
    ['eval', 'return (0, eval)("this");'],
    ['a getter in the result', 'return { get a() { return Function("return this")(); } };'],
  ])('finds nothing of Node by %s', async (_what, code) => {
    const { outcome } = await run(
      `const reach = async (ctx) => { ${code} };
       export default async (ctx) => {
         const found = Object(await reach(ctx));
         const inside = 'a' in found ? found.a : found;
         return ['process', 'require', 'Buffer', 'global', '__host', 'fetch'].filter((name) => name in inside);
       };`,
    );
    expect(outcome).toEqual({ ok: true, text: '[]' });
  });

  it.each<[string, string, RegExp]>([
    ['throws', 'throw new RangeError("too far");', /^RangeError: too far$/],
    ['throws what is no error', 'throw { code: 1 };', /^Error: /],
    ['throws an error that cannot be read', 'throw { get name() { throw 1; } };', /without an error message/],
    ['recurses without end', 'const again = () => again() + 1; again();', /stack/i],
    ['returns what is no JSON', 'const round = {}; round.round = round; return round;', /circular/i],
    ['returns more than 1 MB', `return "x".repeat(${MAX_BYTES});`, /larger than 1 MB/],
    ['takes all memory at once', 'return new Array(2 ** 28).fill(1).length;', /memory|array/i],
    [
      'takes all memory in steps',
      'const all = []; for (;;) all.push("x".repeat(1e6) + all.length);',
      /memory/i,
    ],
    ['passes more than 1 MB to a call', `await ctx.objects.create("x".repeat(${MAX_BYTES}));`, /1 MB/],
    ['makes 501 calls', 'for (let n = 0; n < 501; n += 1) await ctx.objects.get("blog");', /500 calls/],
    ['waits for what never comes', 'await new Promise(() => {});', /never settles/],
  ])('fails when it %s', async (_what, code, message) => {
    const { outcome } = await body(code);
    expect(outcome.ok ? 'succeeded' : `${outcome.error.name}: ${outcome.error.message}`).toMatch(message);
  });

  it.each<[string, string]>([
    ['loops without end', 'for (;;);'],
    ['loops over promises', 'for (;;) await 0;'],
    ['loops in a timer', 'setInterval(() => { for (;;); }, 0); await new Promise(() => {});'],
    ['matches a hostile pattern', '/^(a+)+$/.test("a".repeat(60) + "!");'],
    ['waits longer than it may', 'await new Promise((done) => setTimeout(done, 60_000));'],
    ['loops while its error is read', 'throw { get name() { for (;;); } };'],
  ])('is ended when it %s', async (_what, code) => {
    const { outcome } = await run(`export default async (ctx) => { ${code} };`, { budget: 300 });
    expect(outcome).toMatchObject({ ok: false });
    // The process that had it, or the next one, goes on with other work.
    expect(shownBy(await body('return 1;'))).toBe(1);
  });

  it('writes to its log by ctx.log and the console', async () => {
    const { lines } = await body(
      'ctx.log("plain", { a: 1 }); ctx.log.warn("careful"); console.error(new TypeError("bad")); console.log(undefined);',
    );
    expect(lines).toEqual([
      'info: plain {"a":1}',
      'warn: careful',
      'error: TypeError: bad',
      'info: undefined',
    ]);
  });

  it('is read as a module, with what it awaits at its top', async () => {
    const { outcome } = await run('const value = await Promise.resolve(4); export default () => value;');
    expect(outcome).toEqual({ ok: true, text: '4' });
    expect((await run('import fs from "node:fs"; export default () => 1;')).outcome.ok).toBe(false);
    const noDefault = await run('export const handler = async () => 1;');
    expect(noDefault.outcome).toMatchObject({ error: { name: 'TypeError' } });
    expect((await run('export default (')).outcome).toMatchObject({ error: { name: 'SyntaxError' } });
  });

  it('is ended with the sandbox, and told so', async () => {
    const own = new Sandbox(forkSandbox, () => {});
    const endless = run('export default async () => { for (;;) await 0; };', { within: own });
    own.close();
    expect((await endless).outcome).toMatchObject({ ok: false, error: { message: 'interrupted' } });
  });
});
