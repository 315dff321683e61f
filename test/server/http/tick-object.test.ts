import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { tickObject } from '../../../server/http/tick-object.js';

const sourceOf = (program: string) =>
  readFileSync(new URL(`../../../server/cli/${program}.ts`, import.meta.url), 'utf8');

describe('the object of process.nextTick', () => {
  it('is taken from Node', () => {
    expect(Object.keys(tickObject ?? {})).toEqual(['callback', 'args']);
    expect(Object.getOwnPropertySymbols(tickObject ?? {}).map(String)).toContain('Symbol(async_id_symbol)');
  });

  it.each(['plinth', 'desktop-server'])('is taken before anything else in %s', (program) => {
    expect(/^import .*/m.exec(sourceOf(program))?.[0]).toBe("import '../http/tick-object.js';");
  });
});
