import { describe, expect, it } from 'vitest';
import { CommonPasswords } from '../../../server/access/common-passwords.js';
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
    update: async (change: (value: UsersFile) => unknown) => {
      const value = structuredClone(file.value);
      await change(value);
      file.value = value;
    },
  };
  const passwords = new PlainPasswords();
  const now = () => new Date('2026-01-01T10:00:00Z');
  const nothing = async () => undefined;
  const trust = {
    approvalOf: () => 'approved' as const,
    approve: nothing,
    approveAlso: nothing,
    revoke: nothing,
  };
  const lastUse = { of: () => null, touch: () => undefined, forget: nothing };
  const rules = { common: new CommonPasswords(), folder: 'site' };
  const users = new Users({ record, passwords, trust, lastUse, rules, edition: () => 'pro', now });
  const sessions = new Sessions({ now, isCurrent: (user, stamp) => users.isCurrent(user, stamp) });
  const signIn = new SignIn({ users, sessions, passwords, elapsed: () => at.time });
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
    'for %s are looked at ten times in a quarter of an hour from one network',
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

  it.each([
    ['however the name is written', ['editor one', ' EDITOR ONE ', 'Editor One']],
    ['for the name and the e-mail address together', ['editor one', 'Editor@Example.org']],
  ])('are counted %s', async (_how, names) => {
    const { attempt, wrongly } = open();
    for (let n = 0; n < 10; n += 1) await wrongly(1, names[n % names.length] ?? '');
    for (const name of names) expect(await attempt(name, PASSWORD)).toBe('tooMany');
  });

  it.each<[string, (n: number) => string]>([
    ['one /64 of IPv6', (n) => `2001:db8:1:1::${n.toString(16)}`],
    ['many /64s of IPv6', (n) => `2001:db8:1:${n.toString(16)}::1`],
    ['many addresses of IPv4', (n) => `10.0.${n}.1`],
  ])('for one account from %s meet a wait', async (_from, address) => {
    const { attempt } = open();
    const answers = [];
    for (let n = 1; n <= 14; n += 1) answers.push(await attempt('editor one', 'wrong password', address(n)));
    expect(answers.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 'unauthenticated'));
    expect(answers.slice(10)).toEqual(Array.from({ length: 4 }, () => 'tooMany'));
  });

  it('from everywhere wait twice as long each time, five minutes at most, and never for ever', async () => {
    const { at, attempt } = open();
    let address = 0;
    const guess = (password = 'wrong password') => {
      address += 1;
      return attempt('editor one', password, `10.1.${address >> 8}.${address & 255}`);
    };
    for (let n = 0; n < 10; n += 1) await guess();
    const waits = [];
    for (let n = 0; n < 12; n += 1) {
      const from = at.time;
      while ((await guess()) === 'tooMany') at.time += 1000;
      waits.push((at.time - from) / 1000);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300]);
    // Whoever knows the password waits as well, and is let in.
    expect(await guess(PASSWORD)).toBe('tooMany');
    at.time += 300_000;
    expect(await guess(PASSWORD)).toBe('editor one');
    expect(await guess()).toBe('unauthenticated');
  });

  it('of others do not keep out a user who has signed in from there before', async () => {
    const { attempt } = open();
    expect(await attempt('editor one', PASSWORD, '192.0.2.1')).toBe('editor one');
    for (let n = 0; n < 30; n += 1) await attempt('editor one', 'wrong password', `10.0.${n}.1`);
    expect(await attempt('editor one', PASSWORD, '192.0.2.2')).toBe('tooMany');
    expect(await attempt('editor one', PASSWORD, '192.0.2.1')).toBe('editor one');
  });

  it('sent together are no way past the limits', async () => {
    const { attempt } = open();
    const sent = Array.from({ length: 40 }, (_, n) => attempt('editor one', 'wrong password', `10.2.${n}.1`));
    const answers = await Promise.all(sent);
    expect(answers.filter((answer) => answer === 'unauthenticated')).toHaveLength(10);
  });

  it('do not keep out another name', async () => {
    const { attempt, wrongly } = open();
    await wrongly(10, 'editor one');
    expect(await attempt('viewer one', PASSWORD)).toBe('viewer one');
  });

  it('are forgotten with the right one', async () => {
    const { attempt, wrongly } = open();
    for (let round = 0; round < 3; round += 1) {
      await wrongly(9, 'editor one');
      expect(await attempt('editor one', PASSWORD)).toBe('editor one');
    }
  });

  it('for ever new names end after a hundred from one network', async () => {
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

describe('a new password', () => {
  it.each([
    ['password1234', 'common password'],
    ['Sunshine2024!', 'common password'],
    ['qwertyuiop', 'common password'],
    ['aaaaaaaaaaaa', 'different characters'],
    ['abababababab', 'different characters'],
    ['Ada Lovelace', 'name'],
    ['lovelace@example.org', 'name'],
    ['lovelace99', 'name'],
    ['Harbour-Site-1', 'name'],
    ['plinth2026', 'name'],
  ])('%s is rejected', (password, rule) => {
    const names = ['Ada Lovelace', 'lovelace@example.org', 'lovelace', 'harbour-site', 'plinth'];
    expect(new CommonPasswords().problem(password, names)).toContain(rule);
  });

  it.each(['correct horse battery', 'tR7#qp2!', 'Häfen im Nebel', '12 Apfelbäume'])(
    '%s is taken',
    (password) => {
      expect(new CommonPasswords().problem(password, ['Ada', 'site'])).toBeUndefined();
    },
  );
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
