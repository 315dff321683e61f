import { expect, it } from 'vitest';
import { OAuthGrants } from '../../../server/oauth/grants.js';
import type { GrantsFile } from '../../../server/oauth/grants-file.js';

const NOW = new Date('2026-11-21T10:00:00.000Z');
const SECONDS = NOW.getTime() / 1000;

/** Grants over a record in memory. */
function grantsIn(file: GrantsFile): OAuthGrants {
  return new OAuthGrants({
    record: {
      read: () => file,
      async update(change) {
        change(file);
      },
    },
    now: () => NOW,
    log: () => undefined,
  });
}

it('a program that comes back again and again has its last used tokens remembered, and fills nothing', async () => {
  const file: GrantsFile = { grants: {}, refreshTokens: {} };
  const grants = grantsIn(file);
  const exp = SECONDS + 3600;
  await grants.saveGrant('g', { clientId: 'c', accountId: 'owner', exp });
  for (let n = 0; n < 150; n += 1) {
    await grants.saveRefreshToken(`token ${n}`, { grantId: 'g', clientId: 'c', exp });
    expect(await grants.spendRefreshToken(`token ${n}`)).toBe(true);
  }
  expect(Object.keys(file.refreshTokens)).toHaveLength(100);
  expect(grants.refreshPayload('token 49')).toBeUndefined();
  expect(grants.refreshPayload('token 50')).toMatchObject({ consumed: true, clientId: 'c' });
  expect(JSON.stringify(file)).not.toContain('token 50');

  expect(await grants.spendRefreshToken('token 149')).toBe(false);
  expect(file).toEqual({ grants: {}, refreshTokens: {} });
});

it('a grant lasts as long as its newest refresh token, and goes with all of them when it has expired', async () => {
  const file: GrantsFile = { grants: {}, refreshTokens: {} };
  const grants = grantsIn(file);
  await grants.saveGrant('short', { clientId: 'c', accountId: 'owner', exp: SECONDS - 1 });
  await grants.saveGrant('long', { clientId: 'c', accountId: 'owner', exp: SECONDS - 1 });
  expect(grants.find('short')).toBeUndefined();
  await grants.saveRefreshToken('a token', { grantId: 'long', clientId: 'c', exp: SECONDS + 60 });
  expect(grants.find('long')?.expires).toBe(SECONDS + 60);
  expect(await grants.prune()).toEqual({ grants: 1, tokens: 0 });
  expect(Object.keys(file.grants)).toEqual(['long']);
  expect(await grants.saveRefreshToken('late', { grantId: 'short', clientId: 'c', exp: SECONDS + 60 })).toBe(
    false,
  );
});

it('a grant of a clock that was ahead ends when the clock is put right', async () => {
  const grants = grantsIn({ grants: {}, refreshTokens: {} });
  const issue = async (id: string, iat: number) => {
    await grants.saveGrant(id, { clientId: 'c', accountId: 'owner', iat, exp: iat + 3600 });
    await grants.saveRefreshToken(`token of ${id}`, { grantId: id, clientId: 'c', iat, exp: iat + 3600 });
  };
  const years = 4 * 365 * 24 * 3600;
  await issue('ahead', SECONDS + years);
  await issue('now', SECONDS);
  await issue('a moment ahead', SECONDS + 60);
  const held = ['ahead', 'now', 'a moment ahead'].filter((id) => grants.find(id));
  expect(held).toEqual(['now', 'a moment ahead']);
});
