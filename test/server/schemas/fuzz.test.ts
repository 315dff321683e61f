import { describe, expect, it } from 'vitest';
import { KIND_NAMES, type PropertyDefinition } from '../../../server/contract/schemas.js';
import type { JsonObject, JsonValue } from '../../../server/contract/values.js';
import { present } from '../../../server/schemas/present.js';
import { fixtureOf } from '../../fixtures/kinds/index.ts';
import { save, schemaOf } from '../kinds/one-property.js';

/** A seeded generator (mulberry32): the same failures every time. */
function generator(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const pick = <T>(values: readonly T[]): T => {
    const value = values[Math.floor(next() * values.length)];
    if (value === undefined) throw new Error('nothing to pick from');
    return value;
  };
  return { next, pick };
}

const TEXTS = [
  '',
  ' ',
  'plain',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)',
  '<p></p>',
  '<!--',
  '<svg><![CDATA[',
  '<svg><style></svg>',
  '&#x110000;&#0;&lt;',
  '\ud800',
  '\u0000\u202e\uffff',
  '__proto__',
  `\${title}\${__proto__}`,
  '1e309',
  '-0',
  '0x1F',
  '1.234,56 EUR',
  '2026-02-31',
  'next february 31st at 25:61',
  'tomorrow',
  'oklch(nan 1e99 -5)',
  '#ggg',
  'rgb(1e999, -1, calc(1))',
  'https://',
  'javascript:alert(1)',
  'http://[::1]:99999/',
  '{"a":',
  '{"__proto__":{"polluted":1}}',
  '[[[[]]]]',
  '$2y$99$',
  '$2y$31$I5vljupedUeHvSiBDLwog64KudJgPGkb4vDOKzsfrqzt66b5m1EYu',
  '(((((((((',
  ','.repeat(50),
  'a'.repeat(300),
  '\u00e9'.repeat(100),
  '<p style="color:expression(alert(1));background:url(x)">x</p>',
];
const KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'id',
  'hex',
  'oklch',
  'l',
  'a',
  'title',
  '',
];
const DEEP = JSON.parse(`${'{"a":['.repeat(500)}${']}'.repeat(500)}`);

function json({ next, pick }: ReturnType<typeof generator>, depth = 0): JsonValue {
  const kind = next();
  if (kind < 0.5 || depth > 4) return pick(TEXTS);
  if (kind < 0.65) return pick([0, -0, 1, -1.5, 1e308, Number.POSITIVE_INFINITY, Number.NaN, 2 ** 53]);
  if (kind < 0.75) return pick([true, false, null]);
  if (kind < 0.76) return DEEP;
  const length = Math.floor(next() * 4);
  if (kind < 0.88) return Array.from({ length }, () => json({ next, pick }, depth + 1));
  const entries = Array.from({ length }, () => [pick(KEYS), json({ next, pick }, depth + 1)] as const);
  // As JSON.parse makes them: hostile names are own keys.
  const object: JsonObject = {};
  for (const [key, value] of entries) {
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  }
  return object;
}

const DEFINITIONS: PropertyDefinition[] = KIND_NAMES.flatMap((field) => [
  { field, ...fixtureOf(field).definition },
  ...fixtureOf(field).invalid.flatMap(({ definition }) =>
    definition ? [{ field, ...fixtureOf(field).definition, ...definition }] : [],
  ),
  { field, unique: true, settings: { autogen: `\${a}-\${uid}`, calc: `\${a} * 2`, onUpdate: true } },
]);
const STRANGE: PropertyDefinition[] = [
  { field: 'image' },
  { field: 'deck' },
  { field: 'stars' },
  JSON.parse('{"field":5,"type":["x"],"settings":"no","options":5,"default":{"__proto__":{"polluted":1}}}'),
  JSON.parse(
    '{"field":"select","options":{"__proto__":[1]},"settings":{"calc":"(","autogen":"{$","onCreate":true}}',
  ),
];

describe('saving random input', () => {
  it.each([1, 2, 3, 4])('gives a document or a validation error, seed %i', async (seed) => {
    const random = generator(seed);
    for (let round = 0; round < 60; round += 1) {
      const names = ['a', 'b', 'c', 'title', 'toString'];
      const definitions = names.map((name) => [name, random.pick([...DEFINITIONS, ...STRANGE])] as const);
      // One hash takes a twentieth of a second, which is for the suite of the kind.
      const usable = definitions.map(([name, own]) => [
        name,
        own.field === 'password' ? { field: 'secret' } : own,
      ]);
      const schema = schemaOf(Object.fromEntries(usable), {
        index: ['a', 'b'],
        required: [random.pick(names)],
      });
      const sent = Object.fromEntries([...names, 'unknown'].map((name) => [name, json(random)]));
      const created = await save(schema, { sent });
      if ('details' in created) {
        expect(Object.values(created.details).flat().length).toBeGreaterThan(0);
        continue;
      }
      const { document } = created;
      expect(() => JSON.stringify(document)).not.toThrow();
      expect(Object.keys(document)).not.toContain('__proto__');
      const text = JSON.stringify(
        present(schema, document, { writer: true, times: { created: '', modified: '' }, collection: 'blog' }),
      );
      expect(JSON.parse(text)).toMatchObject({ id: 'one' });
      const changes = Object.fromEntries(names.map((name) => [name, json(random)]));
      await save(schema, {
        current: document,
        sent: changes,
        mode: random.pick(['merge', 'replace'] as const),
      });
    }
    expect({}).not.toHaveProperty('polluted');
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});
