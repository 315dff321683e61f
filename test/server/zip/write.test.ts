import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { type Entry, fromBufferPromise } from 'yauzl';
import { type ZipEntry, zipOf } from '../../../server/zip/write.js';

const AT = new Date('2026-02-03T04:05:07Z');
const entry = (path: string, content: () => Buffer | Readable, size = 10): ZipEntry => ({
  path,
  modified: AT,
  size,
  content,
});

async function archiveOf(entries: Iterable<ZipEntry>): Promise<Buffer> {
  async function* all() {
    yield* entries;
  }
  return buffer(Readable.from(zipOf(all())));
}

/** What a reader of another make finds, sizes and checksums included. */
async function read(archive: Buffer): Promise<{ entries: Entry[]; texts: Record<string, string> }> {
  const zip = await fromBufferPromise(archive);
  const entries: Entry[] = [];
  const texts: Record<string, string> = {};
  for await (const one of zip.eachEntry()) {
    entries.push(one);
    texts[one.fileName] = (await buffer(await zip.openReadStreamPromise(one))).toString();
  }
  return { entries, texts };
}

const streamOf = (...parts: string[]) => Readable.from(parts.map((part) => Buffer.from(part)));

describe('a zip archive', () => {
  it('holds small and large files in their order, with names, times and modes', async () => {
    const long = 'lorem ipsum '.repeat(50_000);
    const { entries, texts } = await read(
      await archiveOf([
        entry('a/ä 日.json', () => Buffer.from('{"a":1}')),
        entry('a/long.txt', () => streamOf(long, 'end')),
        entry('a/empty.json', () => Buffer.alloc(0)),
        entry('a/empty.bin', () => streamOf()),
        entry('a/photo.jpg', () => streamOf('jpeg', 'bytes')),
      ]),
    );
    expect(Object.entries(texts)).toEqual([
      ['a/ä 日.json', '{"a":1}'],
      ['a/long.txt', `${long}end`],
      ['a/empty.json', ''],
      ['a/empty.bin', ''],
      ['a/photo.jpg', 'jpegbytes'],
    ]);
    for (const one of entries) {
      expect(one.getLastModDate({ timezone: 'UTC' })).toEqual(AT);
      expect(one.externalFileAttributes >>> 16).toBe(0o100644);
    }
    expect(entries.map(({ compressionMethod }) => compressionMethod)).toEqual([8, 8, 8, 8, 0]);
    expect(entries[1]?.compressedSize).toBeLessThan(long.length / 50);
  });

  it('without files is an archive all the same', async () => {
    expect((await read(await archiveOf([]))).entries).toEqual([]);
  });

  it('holds more files than the plain format can count', async () => {
    const names = Array.from({ length: 66_000 }, (_, n) => `${n}.png`);
    const archive = await archiveOf(names.map((name) => entry(name, () => Buffer.from(name))));
    const zip = await fromBufferPromise(archive);
    let [count, last] = [0, ''];
    for await (const { fileName } of zip.eachEntry()) [count, last] = [count + 1, fileName];
    expect([zip.entryCount, count, last]).toEqual([66_000, 66_000, '65999.png']);
  }, 300_000);

  it('holds files announced as larger than four gigabytes', async () => {
    const huge = 5 * 1024 ** 3;
    const { texts, entries } = await read(
      await archiveOf([
        entry('huge.txt', () => streamOf('in fact ', 'small'), huge),
        entry('after.json', () => Buffer.from('[]')),
      ]),
    );
    expect(texts).toEqual({ 'huge.txt': 'in fact small', 'after.json': '[]' });
    expect(entries[0]?.versionNeededToExtract).toBe(45);
  });

  it('breaks off when a file cannot be read, and lets go of it', async () => {
    const broken = new Readable({ read: () => broken.destroy(new Error('torn disk')) });
    await expect(archiveOf([entry('x.txt', () => broken)])).rejects.toThrow('torn disk');
  });

  it('opens no file before its turn, and closes the open one when the reader stops', async () => {
    const opened: string[] = [];
    const sources: Readable[] = [];
    const endless = () => new Readable({ read: () => undefined });
    async function* entries() {
      for (const path of ['one.txt', 'two.txt']) {
        yield entry(path, () => {
          opened.push(path);
          const source = path === 'one.txt' ? Readable.from([Buffer.alloc(200_000, 1)]) : endless();
          sources.push(source);
          return source;
        });
      }
    }
    const archive = zipOf(entries());
    await archive.next();
    expect(opened).toEqual(['one.txt']);
    await archive.return(undefined);
    expect([opened, sources[0]?.destroyed]).toEqual([['one.txt'], true]);
  });
});
