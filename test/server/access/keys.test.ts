import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import { createCollection } from '../../../server/content/collections/manage-collections.js';
import { ORIGIN } from '../../helpers/origin.js';
import { makeSite, refusal } from '../../helpers/site.js';

const everything = { name: 'Site', methods: ['GET'], paths: ['*'] };
const record = '.system/apikeys.json';

/** Records look for changes of other processes every 10 ms. */
const soon = (check: () => void) => vi.waitFor(check, { timeout: 1000, interval: 5 });

describe('a key', () => {
  it('is shown once and stored as a hash', async () => {
    const { site, path } = await makeSite();
    const made = await site.keys.create({ ...everything, paths: ['/api/collections/blog'] });
    expect(made).toMatchObject({ name: 'Site', methods: ['GET'], paths: ['/collections/blog'] });
    expect(made.key).toMatch(/^plinth_[0-9a-f]{64}$/);
    const stored = await readFile(path(record), 'utf8');
    expect(stored).not.toContain(made.key.slice(11, -4));
    expect(stored).toMatch(/"sha256:[0-9a-f]{64}"/);
    const [summary] = site.keys.list();
    expect(summary).toMatchObject({
      id: made.id,
      prefix: made.key.slice(0, 11),
      last4: made.key.slice(-4),
      lastUsed: null,
    });
    expect(summary).not.toHaveProperty('hash');
  });

  it('is found by itself only', async () => {
    const { site } = await makeSite();
    const { key, id } = await site.keys.create(everything);
    expect(site.keys.find(key)?.id).toBe(id);
    for (const other of [
      '',
      'plinth_',
      key.slice(0, -1),
      `${key} `,
      key.toUpperCase(),
      `plinth_${'0'.repeat(64)}`,
      '__proto__',
    ]) {
      expect(site.keys.find(other)).toBeUndefined();
    }
  });

  it('stops working the moment it is revoked', async () => {
    const { site } = await makeSite();
    const { key, id } = await site.keys.create(everything);
    expect(site.keys.find(key)).toBeDefined();
    const revoking = site.keys.revoke(id);
    expect(await revoking).toBe(true);
    expect(site.keys.find(key)).toBeUndefined();
    expect(await site.keys.revoke(id)).toBe(false);
    expect(site.keys.list()).toEqual([]);
  });

  it('works and stops working at once when another process makes and revokes it', async () => {
    const { site, openAgain } = await makeSite();
    const other = await openAgain();
    const { key, id } = await other.keys.create(everything);
    await soon(() => expect(site.keys.find(key)?.id).toBe(id));
    await other.keys.revoke(id);
    await soon(() => expect(site.keys.find(key)).toBeUndefined());
  });

  it('is not lost when two processes make keys at once', async () => {
    const { site, openAgain } = await makeSite();
    const other = await openAgain();
    const made = await Promise.all(
      [site, other, site, other, site, other].map((one, n) =>
        one.keys.create({ ...everything, name: `Key ${n}` }),
      ),
    );
    for (const { key } of made) {
      await soon(() => expect(site.keys.find(key)).toBeDefined());
      await soon(() => expect(other.keys.find(key)).toBeDefined());
    }
  });

  it('remembers its last use outside the folder, written once for many uses', async () => {
    let now = new Date('2026-05-01T10:00:00.000Z');
    const { site, path, openAgain } = await makeSite({ now: () => now });
    const { key } = await site.keys.create(everything);
    const standing = async () => [(await stat(path(record))).mtimeMs, await readdir(path('.system'))];
    const before = await standing();
    const found = site.keys.find(key);
    if (!found) throw new Error('no key');
    site.keys.touch(found);
    now = new Date('2026-05-01T10:00:30.000Z');
    for (let n = 0; n < 10; n += 1) site.keys.touch(found);
    await site.lastUse.close();
    expect(site.keys.list()).toMatchObject([{ lastUsed: '2026-05-01T10:00:00.000Z' }]);
    expect((await openAgain()).keys.list()).toMatchObject([{ lastUsed: '2026-05-01T10:00:00.000Z' }]);
    expect(await standing()).toEqual(before);
  });

  it('that another process revoked meanwhile does not come back with its last use', async () => {
    const { site, openAgain, read } = await makeSite();
    const { key, id } = await site.keys.create(everything);
    const found = site.keys.find(key);
    if (!found) throw new Error('no key');
    const other = await openAgain();
    await other.keys.revoke(id);
    site.keys.touch(found);
    await site.lastUse.close();
    expect(await read(record)).toEqual({ apikeys: [] });
    await soon(() => expect(site.keys.find(key)).toBeUndefined());
  });

  it('for one process is unknown to other processes and on no disk', async () => {
    const { site, openAgain, path } = await makeSite();
    const { key, id } = site.keys.addEphemeral(everything);
    expect(site.keys.find(key)?.id).toBe(id);
    expect((await openAgain()).keys.find(key)).toBeUndefined();
    expect(site.keys.list()).toEqual([]);
    await expect(readFile(path(record), 'utf8')).rejects.toThrow('ENOENT');
    expect(await site.keys.revoke(id)).toBe(true);
    expect(site.keys.find(key)).toBeUndefined();
  });

  it('is not made with a wrong scope', async () => {
    const { site } = await makeSite();
    const { kind, details } = await refusal(
      site.keys.create({ name: '', methods: ['FLY'], paths: ['blog'] }),
    );
    expect([kind, Object.keys(Object(details))]).toEqual(['validation', ['name', 'methods', 'paths']]);
  });
});

describe('a key record from elsewhere', () => {
  it.each([
    '{"apikeys":null}',
    '{"apikeys":{}}',
    '{"apikeys":[null,7,"x",{}]}',
    '{"apikeys":[{"id":"1","name":"A","key":"plinth_0"}]}',
    '{}',
  ])('such as %s opens nothing and breaks nothing', async (text) => {
    const { site } = await makeSite({ files: { [record]: text }, trust: true });
    expect(site.keys.list()).toEqual([]);
    expect(site.keys.find(`plinth_${'0'.repeat(64)}`)).toBeUndefined();
    const { key } = await site.keys.create(everything);
    expect(site.keys.find(key)).toBeDefined();
  });
});

describe('below the Pro edition', () => {
  it('keys cannot be made, listed or used, and can be revoked', async () => {
    const { site } = await makeSite();
    const { key, id } = await site.keys.create(everything);
    await site.settings.change({ edition: 'standard' }, ORIGIN);
    expect(await refusal(site.keys.create(everything))).toMatchObject({
      kind: 'forbidden',
      message: expect.stringContaining('Pro edition'),
    });
    for (const work of [
      () => site.keys.list(),
      () => site.keys.find(key),
      () => site.keys.addEphemeral(everything),
    ]) {
      expect(work).toThrow('Pro edition');
    }
    expect(await site.keys.revoke(id)).toBe(true);
    expect(site.status().edition).toBe('standard');
  });

  it('keeps settings it does not know', async () => {
    const { site, read } = await makeSite({ files: { '.system/settings.json': { theme: 'dark' } } });
    expect(site.status().edition).toBe('pro');
    await site.settings.change({ edition: 'standard' }, ORIGIN);
    expect(await read('.system/settings.json')).toEqual({ theme: 'dark', edition: 'standard' });
  });
});

describe('trust', () => {
  /** The files of a folder with a collection and a key, made by somebody else. */
  async function theirFolder() {
    const theirs = await makeSite();
    await createCollection(theirs.site, { id: 'blog', schema: 'blog' });
    const { key } = await theirs.site.keys.create(everything);
    const files = {
      'blog/.meta.json': await readFile(theirs.path('blog', '.meta.json'), 'utf8'),
      [record]: await readFile(theirs.path(record), 'utf8'),
    };
    return { key, files };
  }

  it('is given to a folder made here', async () => {
    const { site } = await makeSite();
    expect(site.trust.trusted()).toBe(true);
    expect(site.status().trusted).toBe(true);
  });

  it('is not given to a folder from elsewhere: its keys say why they do not work', async () => {
    const { key, files } = await theirFolder();
    const { site } = await makeSite({ files });
    expect(site.trust.trusted()).toBe(false);
    expect(() => site.keys.find(key)).toThrow('not trusted on this machine');
    expect(site.keys.find(`plinth_${'0'.repeat(64)}`)).toBeUndefined();
  });

  it('lets its keys work: once given by an option', async () => {
    const { key, files } = await theirFolder();
    const { site, openAgain } = await makeSite({ files, trust: true });
    expect(site.keys.find(key)).toBeDefined();
    expect((await openAgain()).keys.find(key)).toBeDefined();
  });

  it('is not given to its keys by making another one here (B34)', async () => {
    const { key, files } = await theirFolder();
    const { site } = await makeSite({ files });
    const own = await site.keys.create(everything);
    expect(site.keys.find(own.key)?.id).toBe(own.id);
    expect(() => site.keys.find(key)).toThrow('not trusted on this machine');
    expect(site.keys.list().map(({ pending }) => pending)).toEqual([true, undefined]);
  });

  it('counts at once when another process gives it, and outlives both', async () => {
    const { key, files } = await theirFolder();
    const { site, openAgain } = await makeSite({ files });
    const other = await openAgain();
    await other.folderApproval.approveAll();
    await soon(() => expect(site.keys.find(key)).toBeDefined());
    expect((await openAgain()).trust.trusted()).toBe(true);
  });

  it('leaves a key for one process working without it', async () => {
    const { files } = await theirFolder();
    const { site } = await makeSite({ files });
    expect(site.keys.find(site.keys.addEphemeral(everything).key)).toBeDefined();
    expect(site.trust.trusted()).toBe(false);
  });

  it('cannot be put into the folder', async () => {
    const { files } = await theirFolder();
    const { site, path, folder } = await makeSite({ files });
    await writeFile(
      path('.system', 'trust.json'),
      JSON.stringify({ folders: { [folder]: { trusted: 'x' } } }),
    );
    expect(site.trust.trusted()).toBe(false);
  });
});
