/** What the admin says a handler can use is what the sandbox gives it. */
import { expect, it } from 'vitest';
import { CONTEXT } from '../../renderer/fields/code/automation/context.ts';
import { Interpreter } from '../../server/automations/sandbox/interpreter.ts';

const GIVEN = ['args', 'trigger', 'event', 'request', 'automation', 'runId', 'config'];

it('the table of ctx names every function of the sandbox, and nothing else', async () => {
  const walk = `export default (ctx) => {
    const found = [];
    const look = (path, value) => {
      if (typeof value === 'function') found.push(path);
      for (const [name, inner] of Object.entries(value ?? {})) look(path + '.' + name, inner);
    };
    look('ctx', ctx);
    return found;
  };`;
  const interpreter = await Interpreter.open({ call: () => undefined, log: () => undefined }, 5_000);
  const ended = await interpreter.run(walk, '{}');
  expect(ended.error).toBeUndefined();
  const inSandbox: string[] = JSON.parse(ended.text ?? '[]');
  const entries = CONTEXT.flatMap((group) => [...group.entries]);
  const functions = entries.filter(({ call }) => call !== '').map(({ path }) => path);
  // Called by itself, the log writes what log.info writes.
  expect(functions.sort()).toEqual(inSandbox.filter((path) => path !== 'ctx.log').sort());
  const values = entries.filter(({ call }) => call === '').map(({ path }) => path);
  expect(values.sort()).toEqual(GIVEN.map((name) => `ctx.${name}`).sort());
});
