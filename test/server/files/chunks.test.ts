import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { message } from '../../../server/contract/messages/message.js';
import { PlinthError } from '../../../server/errors.js';
import { type Chunk, chunkIn, takeChunk } from '../../../server/files/chunks.js';
import type { StagedFile } from '../../../server/files/inspect-file.js';
import { makeSite, refusal, type TestSite } from '../../helpers/site.js';

const MB = 1024 * 1024;

interface Piece extends Partial<Chunk> {
  index: number;
  text: string;
  sender?: string;
  id?: string;
  name?: string;
  limit?: number;
  unfinished?: number;
}

const textOf = async ({ incoming, path }: StagedFile) => (await incoming.bytes(path)).toString();

/** Sends a piece as a route does; what was saved, as `name size text`, or undefined. */
async function send(
  { site }: Pick<TestSite, 'site'>,
  { index, total = 3, text, sender = 'owner', id = 'one', name = 'a.bin', limit = 100 * MB, ...rest }: Piece,
  save: (whole: StagedFile) => Promise<string> = async (whole) =>
    `${whole.name} ${whole.size} ${await textOf(whole)}`,
): Promise<string | undefined> {
  const incoming = await site.store.files.incoming();
  try {
    const size = await incoming.write('file', Readable.from([Buffer.from(text)]), limit);
    const chunk = { index, total, upload: rest.upload ?? 'u1', fileSize: rest.fileSize };
    const place = { collection: 'blog', id, segments: ['file'] };
    const { unfinished = 1000 } = rest;
    return await takeChunk(
      site,
      { place, sender, chunk, staged: { incoming, path: 'file', name, size }, limit, unfinished },
      save,
    );
  } finally {
    await incoming.discard();
  }
}

const staged = (test: TestSite) =>
  readdir(test.path('.system/tmp/chunks'), { recursive: true }).catch(() => [] as string[]);

describe('chunkIn', () => {
  const read = (fields: Record<string, string>) => chunkIn((name) => fields[name]);

  it('is none where a form says nothing of chunks', () => {
    expect(read({ alt: 'x' })).toBeUndefined();
  });

  it.each([
    [
      { dzchunkindex: '1', dztotalchunkcount: '3', dzuuid: 'u', dztotalfilesize: '9' },
      { upload: 'u', fileSize: 9 },
    ],
    [
      { chunkindex: '1', totalchunkcount: '3' },
      { upload: '', fileSize: undefined },
    ],
  ])('reads %o', (fields, more) => {
    expect(read(fields)).toEqual({ index: 1, total: 3, ...more });
  });

  it.each([
    ...[
      ['-1', '3'],
      ['3', '3'],
      ['1000000000', '3'],
      ['0x1', '3'],
      ['1.5', '3'],
      ['', '3'],
      ['0', '0'],
      ['0', '10001'],
    ],
    ...[
      ['0', '1e9'],
      [undefined, '3'],
      ['0', undefined],
    ],
  ])('rejects the piece %s of %s', (chunkindex, totalchunkcount) => {
    const fields: Record<string, string | undefined> = { chunkindex, totalchunkcount };
    expect(() => chunkIn((name) => fields[name])).toThrow(PlinthError);
  });
});

describe('takeChunk', () => {
  it('joins pieces in their order, however they come and however often', async () => {
    const test = await makeSite();
    expect(await send(test, { index: 2, text: 'cc' })).toBeUndefined();
    expect(await send(test, { index: 0, text: 'old' })).toBeUndefined();
    expect(await send(test, { index: 0, text: 'aaa' })).toBeUndefined();
    expect(await send(test, { index: 1, text: 'b' })).toBe('a.bin 6 aaabcc');
    expect(await staged(test)).toEqual([]);
  });

  it('joins pieces that come all at once, once', async () => {
    const test = await makeSite();
    const pieces = Array.from({ length: 20 }, (_, index) =>
      send(test, { index, total: 20, text: String(index % 10) }),
    );
    const saved = (await Promise.all(pieces)).filter((answer) => answer !== undefined);
    expect(saved).toEqual(['a.bin 20 01234567890123456789']);
  });

  it('keeps uploads apart by sender, place, id and name', async () => {
    const test = await makeSite();
    const others: Partial<Piece>[] = [
      { sender: 'key-2' },
      { id: 'two' },
      { upload: 'u2' },
      { upload: '', name: 'a.bin' },
      { upload: '', name: 'b.bin' },
      { upload: '', name: 'a.bin', fileSize: 4 },
    ];
    for (const other of others)
      expect(await send(test, { index: 0, total: 2, text: 'xx', ...other })).toBeUndefined();
    expect(await send(test, { index: 1, total: 2, text: 'yy' })).toBeUndefined();
    for (const other of others) {
      const name = other.name ?? 'a.bin';
      expect(await send(test, { index: 1, total: 2, text: 'yy', ...other })).toBe(`${name} 4 xxyy`);
    }
  });

  it('goes on after a restart with the pieces it had', async () => {
    const test = await makeSite();
    await send(test, { index: 0, total: 2, text: 'before ' });
    expect(await send({ site: await test.openAgain() }, { index: 1, total: 2, text: 'after' })).toBe(
      'a.bin 12 before after',
    );
  });

  it('starts again with a first piece that has another total, and rejects its other pieces', async () => {
    const test = await makeSite();
    await send(test, { index: 0, total: 3, text: 'old' });
    expect(await refusal(send(test, { index: 1, total: 2, text: 'b' }))).toMatchObject({ kind: 'conflict' });
    await send(test, { index: 0, total: 2, text: 'new ' });
    expect(await send(test, { index: 1, total: 2, text: 'file' })).toBe('a.bin 8 new file');
  });

  it('does not join an upload without an id to one that was left a while ago', async () => {
    let now = new Date('2026-05-01T10:00:00Z');
    const test = await makeSite({ now: () => now });
    await send(test, { index: 2, upload: '', text: 'stale' });
    now = new Date('2026-05-01T10:16:00Z');
    await send(test, { index: 0, upload: '', text: 'a' });
    expect(await send(test, { index: 1, upload: '', text: 'b' })).toBeUndefined();
    expect(await send(test, { index: 2, upload: '', text: 'c' })).toBe('a.bin 3 abc');
  });

  it('lets go of what was abandoned a day ago', async () => {
    let now = new Date('2026-05-01T10:00:00Z');
    const test = await makeSite({ now: () => now });
    await send(test, { index: 0, text: 'left' });
    now = new Date('2026-05-02T09:00:00Z');
    await send(test, { index: 0, upload: 'u2', text: 'left later' });
    expect((await staged(test)).filter((path) => !path.includes('/'))).toHaveLength(2);
    now = new Date('2026-05-02T10:01:00Z');
    await send(test, { index: 1, upload: 'u2', text: 'x' });
    expect((await staged(test)).filter((path) => !path.includes('/'))).toHaveLength(1);
  });

  it('lets go of it too when the folder is opened a day later', async () => {
    let now = new Date();
    const test = await makeSite({ now: () => now });
    await send(test, { index: 0, text: 'left' });
    await test.openAgain();
    expect(await staged(test)).toHaveLength(2);
    now = new Date(now.getTime() + 25 * 3_600_000);
    await test.openAgain();
    expect(await staged(test)).toEqual([]);
  });

  it.each([
    ['more bytes than it may have', { limit: 5 }, 'tooLarge'],
    ['more bytes than it said', { fileSize: 5 }, 'invalid'],
    ['fewer bytes than it said', { fileSize: 7 }, 'invalid'],
  ])('rejects a file with %s and forgets it', async (_what, given, kind) => {
    const test = await makeSite();
    await send(test, { index: 0, total: 2, text: 'aaa', ...given });
    expect(await refusal(send(test, { index: 1, total: 2, text: 'bbb', ...given }))).toMatchObject({ kind });
    expect(await staged(test)).toEqual([]);
  });

  it('rejects a piece of more than 16 MB', async () => {
    const test = await makeSite();
    expect(await refusal(send(test, { index: 0, text: 'x'.repeat(16 * MB + 1) }))).toMatchObject({
      kind: 'tooLarge',
    });
    expect(await staged(test)).toEqual([]);
  });

  it('rejects the thousand and first unfinished upload', async () => {
    const test = await makeSite();
    const folder = test.path('.system/tmp/chunks');
    for (let n = 0; n < 1000; n += 1) {
      const upload = join(folder, n.toString(16).padStart(64, '0'));
      await mkdir(upload, { recursive: true });
      await writeFile(join(upload, '0-of-2'), 'x');
    }
    const again = { site: await test.openAgain() };
    expect(await refusal(send(again, { index: 0, text: 'x' }))).toMatchObject({ kind: 'tooMany' });
  });

  it('rejects what is too many of uploads that begin at once', async () => {
    const test = await makeSite();
    const pieces = Array.from({ length: 6 }, (_, n) =>
      send(test, { index: 0, text: 'x', upload: `u${n}`, unfinished: 4 }),
    );
    const refused = (await Promise.allSettled(pieces)).filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(2);
    expect(refused[0]).toMatchObject({ reason: { kind: 'tooMany' } });
    expect((await test.site.store.chunks.held()).size).toBe(4);
  });

  it('keeps the pieces when the file could not be saved for now, and drops them when it never can', async () => {
    const test = await makeSite();
    await send(test, { index: 0, total: 2, text: 'a' });
    const failing = (kind: 'full' | 'validation') => async () => {
      throw new PlinthError(kind, message('diskFull'));
    };
    expect((await refusal(send(test, { index: 1, total: 2, text: 'b' }, failing('full')))).kind).toBe('full');
    expect((await refusal(send(test, { index: 1, total: 2, text: 'b' }, failing('validation')))).kind).toBe(
      'validation',
    );
    expect(await staged(test)).toEqual([]);
  });

  it('reports missing pieces when another program removed them', async () => {
    const test = await makeSite();
    await send(test, { index: 0, total: 2, text: 'a' });
    await rm(test.path('.system/tmp/chunks'), { recursive: true });
    const { kind, message } = await refusal(send(test, { index: 1, total: 2, text: 'b' }));
    expect([kind, message]).toEqual(['invalid', 'Parts of the file are missing; send it again']);
    expect(await send(test, { index: 0, total: 2, text: 'a' })).toBeUndefined();
    expect(await send(test, { index: 1, total: 2, text: 'b' })).toBe('a.bin 2 ab');
  });
});
