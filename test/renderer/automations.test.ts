/** Triggers, schedules and runs in words, and what is said of a handler before it runs. */

import { describe, expect, it } from 'vitest';
import { adviseOnHandler } from '../../renderer/fields/code/automation/advice.ts';
import { CONTEXT, entryAt, namesBehind } from '../../renderer/fields/code/automation/context.ts';
import { readScope, scopeJson } from '../../renderer/fields/json/scope-value.ts';
import { readSchedule, scheduleProblem } from '../../renderer/fields/text/schedule.ts';
import { EXAMPLES } from '../../renderer/pages/automations/examples.ts';
import { formatDuration, startedBy } from '../../renderer/pages/automations/run-words.ts';
import { readTriggers, triggerWords } from '../../renderer/pages/triggers/trigger-words.ts';
import type { KeyMethod } from '../../server/contract/access.ts';

const now = new Date('2026-11-21T10:00:00Z');
const around = { zone: 'Europe/Berlin', now, titleOf: (id: string) => (id === 'blog' ? 'The blog' : id) };

describe('a schedule', () => {
  it.each([
    ['0 3 * * *', 'At 03:00, every day'],
    ['*/5 * * * *', 'Every 5 minutes'],
    ['@hourly', 'Every hour'],
    ['0 9 * * 1-5', 'At 09:00, Monday through Friday'],
  ])('%s is read out as %s', (cron, words) => {
    expect(readSchedule(cron, 'UTC', now)?.words).toBe(words);
  });

  it('is due by the clock of its zone, also across the change to summer time', () => {
    const times = readSchedule('30 2 * * *', 'Europe/Berlin', new Date('2027-03-27T00:00:00Z'), 2)?.next;
    expect(times?.map((time) => time.toISOString())).toEqual([
      '2027-03-27T01:30:00.000Z',
      // There is no half past two on this day: it is due when the clock goes on.
      '2027-03-28T01:00:00.000Z',
    ]);
  });

  it('that never comes has no next time', () => {
    expect(readSchedule('0 0 31 2 *', 'UTC', now)?.next).toEqual([]);
  });

  it.each([
    ['0 3 * * *', undefined],
    ['@daily', undefined],
    ['', 'Enter a schedule'],
    ['0 3 * *', 'five parts'],
    ['0 3 * * * *', 'This one has 6'],
    ['0 25 * * *', 'The hour cannot be “25”: 0 to 23'],
    ['0 3 * 13 *', 'The month cannot be “13”'],
    ['5/15 * * * *', 'a step needs *'],
    ['@often', '“@often” is not a known shortcut'],
  ])('%j is answered with %j', (cron, problem) => {
    if (problem === undefined) expect(scheduleProblem(cron)).toBeUndefined();
    else expect(scheduleProblem(cron)).toContain(problem);
  });
});

describe('a trigger in words', () => {
  it.each([
    [{ type: 'schedule', cron: '0 3 * * *' }, 'At 03:00, every day'],
    [{ type: 'schedule', cron: '' }, 'On a schedule that is not set yet'],
    [{ type: 'schedule', cron: 'nonsense' }, 'On an invalid schedule: nonsense'],
    [{ type: 'webhook', auth: 'none', sync: false }, 'Webhook without authentication'],
    [{ type: 'webhook', auth: 'apiKey', sync: true }, 'Webhook with an API key, waits for the result'],
    [{ type: 'event', event: 'object.created', collection: 'blog' }, 'When an object of The blog is created'],
    [{ type: 'event', event: 'object.updated' }, 'When an object of any collection changes'],
    [{ type: 'event', event: 'schema.saved' }, 'When a schema is saved'],
  ])('%j', (item, words) => {
    expect(readTriggers({ one: item }).map((trigger) => triggerWords(trigger, around))).toEqual([words]);
  });

  it('is not made of what is no trigger', () => {
    expect(readTriggers({ a: 'x', b: { type: 'moon' }, c: { type: 'event', event: 'moon' } })).toEqual([]);
    expect(readTriggers([])).toEqual([]);
  });
});

describe('a run in words', () => {
  it.each([
    [
      { type: 'event', id: 'a', event: 'object.updated', collection: 'blog', object: 'hello' },
      'blog/hello changed',
    ],
    [{ type: 'event', id: 'a', event: 'import.completed', collection: 'blog' }, 'Import done: blog'],
    [{ type: 'event', id: 'a', event: 'schema.saved' }, 'Schema saved'],
    [{ type: 'manual' }, 'Run now'],
  ] as const)('%j is %s', (trigger, words) => {
    expect(startedBy(trigger)).toBe(words);
  });

  it.each([
    [0.4, '0 ms'],
    [812, '812 ms'],
    [4210, '4.2 s'],
    [185_000, '3 min 5 s'],
    [180_000, '3 min'],
  ])('%d milliseconds are %s', (duration, words) => {
    expect(formatDuration(duration)).toBe(words);
  });
});

describe('advice about a handler', () => {
  const handler = (body: string) => `export default async (ctx) => {\n${body}\n};\n`;

  it.each([
    ['nothing wrong', handler("const one = await ctx.objects.get('a', 'b'); return one;"), []],
    ['no default export', 'const handler = () => 1;', [['error', 1, 'export default']]],
    ['an import', `import fs from 'node:fs';\n${handler('')}`, [['error', 1, 'cannot import']]],
    ['an import inside', handler("await import('fs');"), [['error', 2, 'cannot import']]],
    ['a call nobody waits for', handler("ctx.objects.create('a', {});"), [['warning', 2, 'not awaited']]],
    ['a deletion', handler("await ctx.objects.remove('a', 'b');"), [['info', 2, 'Deletes content.']]],
    [
      'deletions in a loop',
      handler("for (const id of ids) await ctx.objects.remove('a', id);"),
      [['warning', 2, 'in a loop']],
    ],
    ['a loop without an end', handler('while (true) { tick(); }'), [['warning', 2, 'may never end']]],
    ['a loop that is left', handler('while (true) { if (tick()) break; }'), []],
    ['what only Node has', handler('return process.env;'), [['warning', 2, '“process” is not available']]],
    ['fetch without ctx', handler("await fetch('https://a.example');"), [['error', 2, 'ctx.fetch']]],
    ['a request', handler("await ctx.fetch('https://a.example');"), [['info', 2, 'another server']]],
    ['a key', handler("const key = 'plinth_0123456789abcdef';"), [['warning', 2, 'like an API key']]],
    ['code made of text', handler("eval('1');"), [['warning', 2, 'built from strings']]],
    [
      'words in a comment',
      handler("// require('fs'); while (true) {}\n/* import x */ const a = 'process';"),
      [],
    ],
    ['half a line', handler('const a = ;'), [['error', 2, 'Syntax']]],
  ] as const)('%s', (_, code, expected) => {
    const found = adviseOnHandler(code);
    expect(found.map(({ severity, line }) => [severity, line])).toEqual(
      expected.map(([severity, line]) => [severity, line]),
    );
    for (const [at, [, , words]] of expected.entries()) expect(found[at]?.message).toContain(words);
  });

  it('has nothing against the examples but what they do', () => {
    for (const { object } of EXAMPLES) {
      const said = adviseOnHandler(String(object("it's").handler));
      expect(said.filter(({ severity }) => severity === 'error')).toEqual([]);
    }
  });
});

describe('the table of ctx', () => {
  it('leads from ctx to every entry, name by name', () => {
    const walk = (path: string): string[] =>
      namesBehind(path).flatMap(({ name, entry }) =>
        entry === undefined ? walk(`${path}.${name}`) : [entry.path],
      );
    expect(walk('ctx').sort()).toEqual(
      CONTEXT.flatMap(({ entries }) => entries.map(({ path }) => path)).sort(),
    );
    expect(entryAt('ctx.objects.get')?.call).toBe('(collection, id)');
    expect(namesBehind('ctx.nothing')).toEqual([]);
  });
});

describe('what an automation may do', () => {
  it.each([
    [null, { chosen: 'everything', suggests: false }],
    [{}, { chosen: 'everything', suggests: false }],
    [{ suggests: true }, { chosen: 'everything', suggests: true }],
    [
      { methods: ['GET'], paths: ['/collections/blog'] },
      { chosen: { methods: ['GET'], paths: ['/collections/blog'] }, suggests: false },
    ],
    [
      { methods: ['PATCH'], paths: ['/collections'], suggests: true },
      { chosen: { methods: ['PATCH'], paths: ['/collections'] }, suggests: true },
    ],
    [{ suggests: 'yes' }, undefined],
    [{ methods: ['FETCH'], paths: [] }, undefined],
    [{ methods: ['GET'] }, undefined],
    [{ methods: ['GET'], paths: ['/collections'], note: 'mine' }, undefined],
    ['all', undefined],
  ])('%j is read as %j', (value, scope) => {
    expect(readScope(value)).toEqual(scope);
  });

  it('is stored with its methods in their usual order', () => {
    const chosen = { methods: ['PATCH', 'GET'] as KeyMethod[], paths: ['/schemas'] };
    const stored = { methods: ['GET', 'PATCH'], paths: ['/schemas'] };
    expect(scopeJson({ chosen, suggests: false })).toEqual(stored);
    expect(scopeJson({ chosen, suggests: true })).toEqual({ ...stored, suggests: true });
    expect(scopeJson({ chosen: 'everything', suggests: true })).toEqual({ suggests: true });
    expect(scopeJson({ chosen: 'everything', suggests: false })).toBeNull();
  });
});
