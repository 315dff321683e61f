/** `plinth backup`: writing, restoring, what is rejected, and kills in the middle. */
import { mkdir, readdir, readFile, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { restoreBackup } from '../../server/store/backup/restore-backup.js';
import { type ZipEntry, zipOf } from '../../server/zip/write.js';
import { built, plinth, run } from '../helpers/process.js';
import { BLOG, type Files, temporaryFolder, writeFiles } from '../helpers/server.js';

// Each test starts processes, which on a busy machine take their time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const FILES: Files = {
  ...BLOG,
  '.schemas/own.json': { id: 'own', properties: {} },
  '.system/keys.json': { keys: [] },
  '.system/trash/x/entry.json': { id: 'x' },
  '.system/tmp/unfinished': 'never in a backup',
  'blog/first-post/image/Ünïcode ß.png': Buffer.alloc(3_000_000, 'image'),
  'notes.txt': 'Not of Plinth',
  '.gitignore': 'dist\n',
};

async function prepare(files = FILES) {
  const home = await temporaryFolder();
  const folder = join(home, 'content');
  await writeFiles(folder, files);
  await mkdir(folder, { recursive: true });
  const places = ['--cache', join(home, 'c'), '--state', join(home, 's')];
  const command = async (...words: string[]) => {
    const ended = await plinth([...words, ...places, '--json']);
    const events = ended.stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
    return { ...ended, events };
  };
  return {
    home,
    folder,
    places,
    command,
    backup: (...words: string[]) => command('backup', '--data', folder, ...words),
  };
}

/** Every file with its bytes and its time, without unfinished ones and what Plinth writes when it opens a folder. */
async function contentsOf(folder: string): Promise<Record<string, [string, number]>> {
  const found: Record<string, [string, number]> = {};
  for (const item of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = join(item.parentPath, item.name);
    const path = file.slice(folder.length + 1);
    if (!item.isFile() || path.startsWith('.system/tmp')) continue;
    found[path] = [(await readFile(file)).toString('base64'), (await stat(file)).mtimeMs];
  }
  return found;
}

/** A time is restored to the microsecond at best, so two that are nearly the same may round to different ms. */
async function expectSameFiles(one: string, other: string): Promise<void> {
  const [found, wanted] = [await contentsOf(one), await contentsOf(other)];
  expect(Object.keys(found).sort()).toEqual(Object.keys(wanted).sort());
  for (const [path, [bytes, mtimeMs]] of Object.entries(wanted)) {
    expect([path, found[path]?.[0]]).toEqual([path, bytes]);
    expect(Math.abs((found[path]?.[1] ?? 0) - mtimeMs), path).toBeLessThan(1);
  }
}

describe('plinth backup', () => {
  it('writes the whole folder and its history, which is restored byte for byte with its dates', async () => {
    const { home, folder, places, command, backup } = await prepare();
    await utimes(join(folder, 'notes.txt'), 1_000_000_000.123, 1_000_000_000.123);
    const first = await command('history', 'blog/first-post', '--data', folder);
    expect(first).toMatchObject({ code: 0 });
    await symlink('/etc/passwd', join(folder, 'link'));
    const to = join(home, 'backups');
    const server = run(built('cli/plinth.js'), [
      'serve',
      '--port',
      '0',
      '--json',
      '--data',
      folder,
      ...places,
    ]);
    await server.event();
    const { code, events } = await backup('--to', to, '--history');
    expect([code, await readdir(to)]).toEqual([0, [expect.stringMatching(/^content-\d{8}-\d{6}\.zip$/)]]);
    server.child.kill('SIGTERM');
    await server.ended;

    const file = events[0].file;
    const into = join(home, 'restored');
    const restored = await command('backup', 'restore', file, '--to', into);
    expect(restored).toMatchObject({ code: 0, events: [{ event: 'restored', history: 'restored' }] });
    await expectSameFiles(into, folder);
    expect(Object.keys(await contentsOf(into))).toEqual(expect.arrayContaining(['.gitignore', 'notes.txt']));
    const found = await command('history', 'blog/first-post', '--data', into);
    expect(found.events).toMatchObject([{ kind: 'found' }]);
    expect((await command('backup', 'restore', file, '--to', into)).code).toBe(1);
    expect((await command('backup', 'restore', file, '--to', join(home, 'second'))).code).toBe(0);
    expect((await readdir(home)).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('rejects places in the folder and files that exist, and says what is wrong', async () => {
    const { home, folder, backup, command } = await prepare({});
    await writeFile(join(home, 'there.zip'), 'mine');
    expect((await backup('--to', join(folder, 'backups'))).code).toBe(1);
    expect((await backup('--to', join(home, 'there.zip'))).code).toBe(1);
    expect(await readFile(join(home, 'there.zip'), 'utf8')).toBe('mine');
    expect((await command('backup', 'restore', join(home, 'there.zip'), '--to', join(home, 'x'))).code).toBe(
      1,
    );
    expect((await command('backup', 'restore')).code).toBe(2);
    expect((await command('backup', 'resotre')).code).toBe(2);
    expect(await readdir(home)).not.toContain('x');
  });

  it('leaves no half file and no half folder when it is killed', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 1500 }, (_, n) => [
        `blog/post-${n}.json`,
        { id: `post-${n}`, title: `Post ${n}` },
      ]),
    );
    const { home, folder, places, backup, command } = await prepare({ ...FILES, ...many });
    const to = join(home, 'backups');
    await mkdir(to);
    const killedWhen = async (words: string[], seen: () => Promise<boolean>) => {
      const { child, ended } = run(built('cli/plinth.js'), [...words, ...places]);
      await expect.poll(seen, { interval: 1, timeout: 60_000 }).toBe(true);
      child.kill('SIGKILL');
      return (await ended).signal;
    };
    const unfinished = async () => (await readdir(to)).some((name) => name.endsWith('.tmp'));
    expect(await killedWhen(['backup', '--data', folder, '--to', to], unfinished)).toBe('SIGKILL');
    expect((await readdir(to)).filter((name) => name.endsWith('.zip'))).toEqual([]);
    const { events } = await backup('--to', to);
    expect(await readdir(to)).toHaveLength(1);

    const into = join(home, 'restored');
    const restoring = async () => (await readdir(home)).some((name) => name.endsWith('.restoring'));
    const words = ['backup', 'restore', events[0].file, '--to', into];
    expect(await killedWhen(words, restoring)).toBe('SIGKILL');
    expect(await readdir(home)).not.toContain('restored');
    expect((await command(...words)).code).toBe(0);
    await expectSameFiles(into, folder);
    expect(await restoring()).toBe(false);
  });
});

describe('a backup from elsewhere', () => {
  const LISTED = { size: 1, mtimeMs: 0, mode: 0o644, sha256: '4'.repeat(64) };

  /** An archive of files with a list of them. */
  async function archive(paths: string[], list: unknown = undefined): Promise<Buffer> {
    const files = Object.fromEntries(paths.map((path) => [path, LISTED]));
    const text = JSON.stringify(list ?? { format: 1, createdAt: '', folder: 'x', files });
    const entry = (path: string, content: string): ZipEntry => ({
      path,
      size: content.length,
      modified: new Date(0),
      content: () => Buffer.from(content),
    });
    const entries = [...paths.map((path) => entry(path, 'x')), entry('backup.json', text)];
    const parts: Buffer[] = [];
    for await (const part of zipOf(Readable.from(entries))) parts.push(part);
    return Buffer.concat(parts);
  }

  /** The archive with the first entry of the directory as another kind of file. */
  function asKind(bytes: Buffer, kind: number): Buffer {
    const at = bytes.indexOf(Buffer.from('504b0102', 'hex'));
    bytes.writeUInt32LE((kind << 16) >>> 0, at + 38);
    return bytes;
  }

  it('is rejected when it is dangerous or damaged, and nothing is written', async () => {
    const home = await temporaryFolder();
    const hostile: [string, Buffer][] = [
      ['no archive', Buffer.from('text')],
      ['parent folder', await archive(['../evil'])],
      ['parent folder inside', await archive(['folder/../../evil'])],
      ['absolute path', await archive(['/evil'])],
      ['backslash', await archive(['folder\\..\\evil'])],
      ['elsewhere', await archive(['other/evil'])],
      ['twice', await archive(['folder/a', 'folder/a'])],
      ['file and folder', await archive(['folder/a', 'folder/a/b'])],
      ['empty name', await archive(['folder//a'])],
      ['a link', asKind(await archive(['folder/a']), 0o120777)],
      ['a device', asKind(await archive(['folder/a']), 0o020666)],
      ['wrong digest', await archive(['folder/a'])],
      ['unlisted', await archive(['folder/a'], { format: 1, files: {} })],
      ['missing', await archive([], { format: 1, files: { 'folder/a': LISTED } })],
      ['newer', await archive([], { format: 2, files: {} })],
      ['damaged list', await archive([], { format: 1, files: { 'folder/a': 1 } })],
    ];
    for (const [name, bytes] of hostile) {
      const file = join(home, 'hostile.zip');
      await writeFile(file, bytes);
      const outcome = await restoreBackup(file, join(home, 'into'), () => join(home, 'history')).then(
        () => 'restored',
        (error: Error) => error.message,
      );
      expect([name, outcome]).toEqual([name, expect.stringMatching(/^The backup /)]);
      expect(await readdir(home)).toEqual(['hostile.zip']);
    }
  });
});
