import { describe, expect, it } from 'vitest';
import { action, commandOf, flag, parse, takes, UsageError } from '../../../server/cli/command.js';

const options = {
  revision: { type: 'string' },
  json: { type: 'boolean' },
  'some-very-long-option-name': { type: 'boolean' },
} as const;
const read = (...args: string[]) => {
  const { values, words } = parse(args, options, true);
  return { ...values, words };
};
// As they are printed by lists: one in 64 begins with "-".
const ID = '-Zx3_K2pQmR7sT1uV9wY0A';
const DASHES = '--x3_K2pQmR7sT1uV9wY0A';

describe('arguments of a command', () => {
  it('may be ids and revisions that begin with a dash', () => {
    expect(read('post', '--revision', ID, '--json')).toEqual({
      revision: ID,
      json: true,
      words: ['post'],
    });
    expect(read('--revision', DASHES)).toEqual({ revision: DASHES, words: [] });
    expect(read(`--revision=${ID}`)).toEqual({ revision: ID, words: [] });
    expect(read(ID, '--json')).toEqual({ json: true, words: [ID] });
    expect(read('--json', ID)).toEqual({ json: true, words: [ID] });
    expect(read('--json', '--', ID, '-x')).toEqual({ json: true, words: [ID, '-x'] });
  });

  it('are options where the command has them', () => {
    expect(read('--some-very-long-option-name')).toEqual({
      'some-very-long-option-name': true,
      words: [],
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

describe('a command', () => {
  const done: unknown[] = [];
  const options = {
    to: takes(
      'PLACE',
      'a folder that is named in so many words that its help takes more than one line of it',
    ),
    quick: flag('soon'),
  };
  const make = action({
    options,
    words: true,
    run: async ({ values, words }) => void done.push(values, words),
  });
  const list = action({ options: {}, run: async () => 1 });
  const command = commandOf(
    'paint',
    { usage: ['make THING [--to PLACE] [--quick]', 'list'], about: 'Paints.\n\n  as it is\n    written' },
    { make, list },
  );

  it('prints its help from its row, in lines of at most 80 characters', () => {
    expect(command.help).toBe(`Usage: plinth paint make THING [--to PLACE] [--quick]
       plinth paint list

Paints.

  as it is
    written

  --to PLACE  a folder that is named in so many words that its help takes more
              than one line of it
  --quick     soon`);
  });

  it('breaks lines of its usage between options and not before their values', () => {
    const usage = ['A_THING_WITH_A_VERY_LONG_NAME_INDEED [--some-option VALUE] [--other VALUE]'];
    expect(commandOf('paint', { usage, about: 'Paints.' }, list).help).toBe(
      `Usage: plinth paint A_THING_WITH_A_VERY_LONG_NAME_INDEED [--some-option VALUE]
                    [--other VALUE]

Paints.`,
    );
  });

  it('runs the action that is named first, with its own options only', async () => {
    expect(await command.run(['make', 'boat', '--quick', '--to', 'x'])).toBe(0);
    expect(done.splice(0)).toEqual([{ quick: true, to: 'x' }, ['boat']]);
    expect(await command.run(['list'])).toBe(1);
    await expect(command.run(['list', '--quick'])).rejects.toThrow(UsageError);
    await expect(command.run(['list', 'boat'])).rejects.toThrow(UsageError);
    await expect(command.run(['sing'])).rejects.toThrow('Unknown action "sing"');
    await expect(command.run([])).rejects.toThrow('Use make or list');
  });
});
