import { describe, expect, it } from 'vitest';
import { parse, UsageError } from '../../../server/cli/command.js';

const options = {
  revision: { type: 'string' },
  json: { type: 'boolean' },
  'some-very-long-option-name': { type: 'boolean' },
} as const;
const read = (...args: string[]) => {
  const { values, positionals } = parse({ args, options, allowPositionals: true });
  return { ...values, positionals };
};
// As they are printed by lists: one in 64 begins with "-".
const ID = '-Zx3_K2pQmR7sT1uV9wY0A';
const DASHES = '--x3_K2pQmR7sT1uV9wY0A';

describe('arguments of a command', () => {
  it('may be ids and revisions that begin with a dash', () => {
    expect(read('post', '--revision', ID, '--json')).toEqual({
      revision: ID,
      json: true,
      positionals: ['post'],
    });
    expect(read('--revision', DASHES)).toEqual({ revision: DASHES, positionals: [] });
    expect(read(`--revision=${ID}`)).toEqual({ revision: ID, positionals: [] });
    expect(read(ID, '--json')).toEqual({ json: true, positionals: [ID] });
    expect(read('--json', ID)).toEqual({ json: true, positionals: [ID] });
    expect(read('--json', '--', ID, '-x')).toEqual({ json: true, positionals: [ID, '-x'] });
  });

  it('are options where the command has them', () => {
    expect(read('--some-very-long-option-name')).toEqual({
      'some-very-long-option-name': true,
      positionals: [],
    });
  });

  it.each([
    ['an unknown option', ['--unknown']],
    ['an unknown option with a long name', ['--some-very-long-option-nam', '--', 'x']],
    ['an option without its value', ['--revision']],
    ['an option instead of a value', ['--revision', '--json']],
    ['an option instead of a value, with a long name', ['--revision', '--some-very-long-option-name']],
  ])('are rejected with %s', (_, args) => {
    expect(() => read(...args)).toThrow(UsageError);
  });
});
