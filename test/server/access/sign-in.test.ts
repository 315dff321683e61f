import { describe, expect, it } from 'vitest';
import { Passwords } from '../../../server/access/passwords.js';
import { Sessions } from '../../../server/access/sessions.js';
import { SignIn } from '../../../server/access/sign-in.js';
import { Users, type UsersFile } from '../../../server/access/users.js';
import { PlinthError } from '../../../server/errors.js';
import { PASSWORD, staff } from '../../helpers/users.js';

const MINUTE = 60_000;

/** Compares at once, so that many tries cost nothing. */
class PlainPasswords extends Passwords {
  override async matches(password: string, stored: string | undefined): Promise<boolean> {
    return stored !== undefined && password === PASSWORD;
  }
}

function open() {
  const at = { time: 0 };
  const file: { value: UsersFile } = { value: { users: [staff('editor'), staff('viewer')] } };
  const record = {
    read: () => file.value,
    update: async (change: (value: UsersFile) => void) => {
      const value = structuredClone(file.value);
      change(value);
      file.value = value;
    },
  };
  const passwords = new PlainPasswords();
  const now = () => new Date('2026-01-01T10:00:00Z');
  const trust = { trusted: () => true, trust: async () => undefined };
  const users = new Users({ record, passwords, trust, edition: () => 'pro', now });
  const sessions = new Sessions({ now, stands: (user, stamp) => users.stands(user, stamp) });
  const log = () => undefined;
  const signIn = new SignIn({ users, sessions, passwords, log, elapsed: () => at.time });
  const attempt = async (name: string, password: string, address = '10.0.0.1') => {
    try {
      return (await signIn.withPassword(name, password, { address, agent: '' })).user.name;
    } catch (error) {
      if (error instanceof PlinthError) return error.kind;
      throw error;
    }
  };
  const wrongly = async (times: number, name: string, address?: string) => {
    const answers: string[] = [];
    for (let n = 0; n < times; n += 1) answers.push(await attempt(name, 'wrong password', address));
    return answers.at(-1);
  };
  return { at, users, attempt, wrongly };
}

describe('wrong passwords', () => {
  it.each(['editor one', 'nobody at all'])(
    'for %s are looked at ten times in a quarter of an hour',
    async (name) => {
      const { at, attempt, wrongly } = open();
      expect(await wrongly(10, name)).toBe('unauthenticated');
      expect(await attempt(name, PASSWORD)).toBe('tooMany');
      at.time += 15 * MINUTE - 1;
      expect(await attempt(name, PASSWORD)).toBe('tooMany');
      at.time += 1;
      expect(await attempt('editor one', PASSWORD)).toBe('editor one');
    },
  );

  it('are counted for a name however it is written', async () => {
    const { attempt, wrongly } = open();
    await wrongly(5, 'editor one');
    await wrongly(5, ' EDITOR ONE ');
    expect(await attempt('Editor One', PASSWORD)).toBe('tooMany');
  });

  it('keep nobody else out, neither another name nor another address', async () => {
    const { attempt, wrongly } = open();
    await wrongly(10, 'editor one');
    expect(await attempt('viewer one', PASSWORD)).toBe('viewer one');
    expect(await attempt('editor one', PASSWORD, '10.0.0.2')).toBe('editor one');
  });

  it('are forgotten with the right one', async () => {
    const { attempt, wrongly } = open();
    for (let round = 0; round < 3; round += 1) {
      await wrongly(9, 'editor one');
      expect(await attempt('editor one', PASSWORD)).toBe('editor one');
    }
  });

  it('for ever new names end after a hundred from one address', async () => {
    const { attempt, wrongly } = open();
    for (let n = 0; n < 10; n += 1) await wrongly(10, `name ${n}`);
    expect(await attempt('editor one', PASSWORD)).toBe('tooMany');
    expect(await attempt('editor one', PASSWORD, '10.0.0.2')).toBe('editor one');
  });

  it('do not add up for an address whose people sign in rightly', async () => {
    const { attempt } = open();
    for (let n = 0; n < 150; n += 1) expect(await attempt('editor one', PASSWORD)).toBe('editor one');
  });
});

describe('a hash', () => {
  it('belongs to its own password alone, and is another one each time', async () => {
    const passwords = new Passwords();
    const [one, two] = [await passwords.hash('pässword'), await passwords.hash('pässword')];
    expect(one).not.toBe(two);
    // The same letter, composed and decomposed.
    expect(await passwords.matches('pa\u0308ssword', one)).toBe(true);
    expect(await passwords.matches('password', one)).toBe(false);
    expect(await passwords.matches('pässword', undefined)).toBe(false);
  });
});
