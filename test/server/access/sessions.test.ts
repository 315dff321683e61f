import { describe, expect, it } from 'vitest';
import { carriesToken, type Session, Sessions } from '../../../server/access/sessions.js';

const MINUTE = 60_000;

function open(at = { time: 0 }) {
  const sessions = new Sessions({ elapsed: () => at.time });
  const signIn = (): Session => {
    const session = sessions.redeem(sessions.issueLink());
    if (!session) throw new Error('the link did not work');
    return session;
  };
  return { sessions, at, signIn };
}

describe('a one-time link', () => {
  it('becomes a session whose cookie finds it', () => {
    const { sessions, signIn } = open();
    const session = signIn();
    expect(sessions.find(session.id)).toEqual(session);
    expect(session.user).toEqual({ id: 'owner', name: 'Owner', role: 'owner' });
  });

  it('works once', () => {
    const { sessions } = open();
    const token = sessions.issueLink();
    expect(sessions.redeem(token)).toBeDefined();
    expect(sessions.redeem(token)).toBeUndefined();
  });

  it.each([
    [10 * MINUTE, true],
    [10 * MINUTE + 1, false],
  ])('after %d ms works: %s', (wait, works) => {
    const { sessions, at } = open();
    const token = sessions.issueLink();
    at.time += wait;
    expect(sessions.redeem(token) !== undefined).toBe(works);
  });

  it('is no cookie, and a cookie is no link', () => {
    const { sessions, signIn } = open();
    expect(sessions.find(sessions.issueLink())).toBeUndefined();
    expect(sessions.redeem(signIn().id)).toBeUndefined();
  });
});

describe('a session', () => {
  it('ends after a day of doing nothing, not before', () => {
    const { sessions, at, signIn } = open();
    const session = signIn();
    at.time += 24 * 60 * MINUTE;
    expect(sessions.find(session.id)).toBeDefined();
    at.time += 24 * 60 * MINUTE;
    expect(sessions.find(session.id)).toBeDefined();
    at.time += 24 * 60 * MINUTE + 1;
    expect(sessions.find(session.id)).toBeUndefined();
    expect(sessions.find(session.id)).toBeUndefined();
  });

  it('ends after 30 days at the latest, however busy it is', () => {
    const { sessions, at, signIn } = open();
    const { id } = signIn();
    for (let hour = 0; hour < 30 * 24; hour += 12) {
      expect(sessions.find(id)).toBeDefined();
      at.time += 12 * 60 * MINUTE;
    }
    expect(sessions.find(id)).toBeDefined();
    at.time += 1;
    expect(sessions.find(id)).toBeUndefined();
  });

  it('is gone once it was ended', () => {
    const { sessions, signIn } = open();
    const session = signIn();
    sessions.end(session.id);
    expect(sessions.find(session.id)).toBeUndefined();
  });

  it('gives way, when there are more than 64, to the one used longest ago', () => {
    const { sessions, signIn } = open();
    const [first, second] = [signIn(), signIn()];
    for (let count = 2; count < 64; count += 1) signIn();
    sessions.find(first.id);
    signIn();
    expect(sessions.find(second.id)).toBeUndefined();
    expect(sessions.find(first.id)).toBeDefined();
  });

  it('is not found by anything but its cookie', () => {
    const { sessions, signIn } = open();
    const { id } = signIn();
    for (const cookie of ['', id.slice(1), id.toUpperCase(), `${id}0`, '__proto__']) {
      expect(sessions.find(cookie)).toBeUndefined();
    }
  });
});

it('accepts the CSRF token of the same session only', () => {
  const { signIn } = open();
  const [one, other] = [signIn(), signIn()];
  expect(carriesToken(one, one.csrfToken)).toBe(true);
  for (const header of [other.csrfToken, '', undefined, [one.csrfToken], one.id]) {
    expect(carriesToken(one, header)).toBe(false);
  }
});

describe('sessions that another process continues', () => {
  /** Another process: its clock begins anew. */
  function continued(from: Sessions) {
    const at = { time: 0 };
    const sessions = new Sessions({ elapsed: () => at.time });
    // As it arrives from another process.
    sessions.restore(JSON.parse(JSON.stringify(from.saved({ owner: true }))));
    return { sessions, at };
  }

  it('are found by the same cookie, with their CSRF token, user and place in the list', () => {
    const { sessions, signIn } = open();
    const session = signIn();
    const after = continued(sessions).sessions;
    expect(after.find(session.id)).toEqual(session);
    expect(after.list(session.id).map(({ id }) => id)).toEqual(sessions.list(session.id).map(({ id }) => id));
  });

  it('keep how long they were idle, and end when they would have ended', () => {
    const { sessions, at, signIn } = open({ time: 5 * MINUTE });
    const session = signIn();
    at.time += 23 * 60 * MINUTE;
    const after = continued(sessions);
    after.at.time = 60 * MINUTE;
    expect(after.sessions.isActive(session.id)).toBe(true);
    after.at.time += 1;
    expect(after.sessions.isActive(session.id)).toBe(false);
  });

  it('are only those that have not ended', () => {
    const { sessions, at, signIn } = open();
    const idle = signIn();
    at.time += 24 * 60 * MINUTE + 1;
    const ended = signIn();
    sessions.end(ended.id);
    expect(sessions.saved({ owner: true })).toEqual([]);
    expect(continued(sessions).sessions.find(idle.id)).toBeUndefined();
  });
});
