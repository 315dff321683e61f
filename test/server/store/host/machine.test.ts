import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { Locks } from '../../../../server/async/locks.js';
import { lockDataFolder, lockFolder, lockHolderOf } from '../../../../server/store/disk/folder-lock.js';
import { folderExists, makeFolder, readTextFile } from '../../../../server/store/host/files-outside.js';
import {
  listResources,
  packagePath,
  packageVersion,
  readResource,
} from '../../../../server/store/host/resources.js';
import {
  readRuntimeFile,
  removeRuntimeFile,
  writeRuntimeFile,
} from '../../../../server/store/host/runtime-file.js';
import { defaultUserFolders } from '../../../../server/store/host/user-folders.js';
import { ORIGIN } from '../../../helpers/origin.js';
import { bundled, start } from '../child.js';
import { freshPlaces, openHere, put } from '../folder.js';

describe('the lock of a folder', () => {
  test('is given once, whichever way the folder is named, and again after its release', async () => {
    const { folder } = freshPlaces();
    symlinkSync(folder, `${folder}-link`);
    const lock = await lockFolder(folder);
    expect(lock).toBeDefined();
    expect(await lockFolder(folder)).toBeUndefined();
    expect(await lockFolder(`${folder}-link`)).toBeUndefined();
    const other = await lockFolder(freshPlaces().folder);
    expect(other).toBeDefined();
    await lock?.release();
    await lock?.release();
    const again = await lockFolder(folder);
    expect(again).toBeDefined();
    await again?.release();
    await other?.release();
  });

  test('leaves nothing in a folder of this machine', async () => {
    const { folder } = freshPlaces();
    const lock = await lockDataFolder(folder);
    expect(readdirSync(folder)).toEqual([]);
    await lock?.release();
  });
});

describe('the lock of a folder on a network share', () => {
  const share = () => true;

  test.skipIf(process.platform === 'linux' && !runs('flock', '--version'))(
    'is given to one machine at a time, and the others are told which',
    async () => {
      const [here, there] = [freshPlaces().folder, freshPlaces().folder];
      const lock = await lockDataFolder(here, share);
      // Another machine knows the folder by other numbers; it has the same files.
      mkdirSync(join(there, '.system/tmp'), { recursive: true });
      for (const name of readdirSync(join(here, '.system/tmp'))) {
        linkSync(join(here, '.system/tmp', name), join(there, '.system/tmp', name));
      }
      expect(await lockDataFolder(there, share)).toBeUndefined();
      expect(lockHolderOf(there, share)).toBe(hostname());
      await lock?.release();
      const again = await lockDataFolder(there, share);
      expect(again).toBeDefined();
      expect(await lockDataFolder(here, share)).toBeUndefined();
      await again?.release();
    },
  );

  test.runIf(process.platform === 'linux')(
    'is not given where SMB takes a lock for a missing permission',
    async () => {
      const { folder } = freshPlaces();
      const programs = freshPlaces().folder;
      const script = `#!/bin/sh
case $(readlink /proc/self/fd/3) in */lock) echo 'flock: 3: Permission denied' >&2; exit 65;; esac`;
      writeFileSync(join(programs, 'flock'), script, { mode: 0o755 });
      vi.stubEnv('PATH', `${programs}:${process.env.PATH}`);
      onTestFinished(() => {
        vi.unstubAllEnvs();
      });
      expect(await lockDataFolder(folder, share)).toBeUndefined();
      const lock = await lockDataFolder(folder, () => false);
      expect(lock).toBeDefined();
      await lock?.release();
    },
  );

  test('is given where nothing can be written, and through a link nothing is', async () => {
    const { folder } = freshPlaces();
    writeFileSync(join(folder, '.system'), '');
    const lock = await lockDataFolder(folder, share);
    expect(lock).toBeDefined();
    await lock?.release();
    const [linked, outside] = [freshPlaces().folder, freshPlaces().folder];
    symlinkSync(outside, join(linked, '.system'));
    const other = await lockDataFolder(linked, share);
    expect(other).toBeDefined();
    expect(readdirSync(outside)).toEqual([]);
    await other?.release();
  });

  test.each([
    ['no name', ''],
    ['control characters', 'a\n\u001b[31m'],
    ['a long text', 'x'.repeat(300)],
  ])('tells no machine whose name is %s', (_case, name) => {
    const { folder } = freshPlaces();
    expect(lockHolderOf(folder, share)).toBeUndefined();
    put(folder, { '.system/tmp/lock-holder': name });
    expect(lockHolderOf(folder, share)).toBeUndefined();
  });
});

describe('a folder locked by another process', () => {
  const program = bundled('./lock-program.ts');

  test('is free as soon as that process is killed', async () => {
    const { folder } = freshPlaces();
    const child = start(program(), { folder });
    await new Promise((resolve) => child.stdout?.once('data', resolve));
    expect(await lockFolder(folder)).toBeUndefined();
    const gone = new Promise((resolve) => child.on('close', resolve));
    child.kill('SIGKILL');
    await gone;
    const lock = await lockFolder(folder);
    expect(lock).toBeDefined();
    await lock?.release();
  });

  // As a container has them; processes and mounts of its own need more rights.
  test.skipIf(!hasNamespaces())(
    'is locked for other network namespaces, until that process is killed',
    async () => {
      const { folder } = freshPlaces();
      const inNamespace = (): Promise<string> =>
        new Promise((resolve) => {
          const child = spawn('unshare', ['-rn', process.execPath, program(), JSON.stringify({ folder })]);
          child.stdout.once('data', (said) => {
            child.kill('SIGKILL');
            child.on('close', () => resolve(String(said).trim()));
          });
        });
      const lock = await lockFolder(folder);
      expect(await inNamespace()).toBe('not locked');
      await lock?.release();
      expect(await inNamespace()).toBe('locked');
      const again = await lockFolder(folder);
      expect(again).toBeDefined();
      await again?.release();
    },
  );
});

/** Whether this machine lets its users have network namespaces and has the command that locks. */
function hasNamespaces(): boolean {
  return runs('unshare', '-rn', 'true') && runs('flock', '--version');
}

function runs(command: string, ...args: string[]): boolean {
  return spawnSync(command, args).status === 0;
}

describe('locks', () => {
  test('do one piece of work at a time for names that mean the same file', async () => {
    const locks = new Locks();
    const steps: string[] = [];
    const work = (name: string) => async () => {
      steps.push(`${name} begins`);
      await new Promise((resolve) => setImmediate(resolve));
      steps.push(`${name} ends`);
    };
    await Promise.all([
      locks.run('blog/é', work('one')),
      locks.run('BLOG/e\u0301', work('two')),
      locks.run('blog/é', work('three')),
    ]);
    expect(steps).toEqual(['one begins', 'one ends', 'two begins', 'two ends', 'three begins', 'three ends']);
  });

  test('go on after work that failed and do not hold up other names', async () => {
    const locks = new Locks();
    const failing = locks.run('a', () => Promise.reject(new Error('no')));
    const next = locks.run('a', async () => 'next');
    let release = () => {};
    const held = locks.run('b', () => new Promise<void>((resolve) => (release = resolve)));
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('next');
    release();
    await held;
  });
});

describe('the runtime file', () => {
  test('tells where a living process serves a folder, to its owner only', async () => {
    const { folder, state } = freshPlaces();
    const info = { url: 'http://127.0.0.1:4180', pid: process.pid, dataDir: folder };
    expect(await readRuntimeFile(state, folder)).toBeUndefined();
    await writeRuntimeFile(state, info);
    symlinkSync(folder, `${folder}-link`);
    expect(await readRuntimeFile(state, `${folder}-link`)).toEqual(info);
    expect(await readRuntimeFile(state, state)).toBeUndefined();
    const [name] = readdirSync(join(state, 'runtime'));
    expect(statSync(join(state, 'runtime', name ?? '')).mode & 0o777).toBe(0o600);
    await removeRuntimeFile(state, folder);
    expect(await readRuntimeFile(state, folder)).toBeUndefined();
  });

  test.each([0, -1, 2 ** 22 + 1, 1.5])('of process %s, which does not run, tells nothing', async (pid) => {
    const { folder, state } = freshPlaces();
    await writeRuntimeFile(state, { url: 'http://127.0.0.1:4180', pid, dataDir: folder });
    expect(await readRuntimeFile(state, folder)).toBeUndefined();
  });
});

describe('the places of the machine', () => {
  const home = '/home/ann';
  test.each([
    ['linux', {}, '/home/ann/.cache/plinth', '/home/ann/.local/state/plinth'],
    ['linux', { XDG_CACHE_HOME: '/c', XDG_STATE_HOME: '/s' }, '/c/plinth', '/s/plinth'],
    ['linux', { XDG_CACHE_HOME: 'relative' }, '/home/ann/.cache/plinth', '/home/ann/.local/state/plinth'],
    ['darwin', {}, '/home/ann/Library/Caches/plinth', '/home/ann/Library/Application Support/plinth'],
    ['win32', { LOCALAPPDATA: '/local' }, '/local/plinth/Cache', '/local/plinth/State'],
  ])('follow the customs of %s (%j)', (platform, env, cache, state) => {
    expect(defaultUserFolders({ platform, env, home })).toEqual({ cache, state });
  });
});

describe('the resources of the package', () => {
  test('are found and read', () => {
    expect(packageVersion()).toMatch(/^\d+\.\d+\.\d+/);
    expect(existsSync(packagePath('package.json'))).toBe(true);
    expect(listResources('no-such-folder')).toEqual([]);
    expect(listResources('starters/magazine/template.json')).toEqual([]);
    const [starter] = listResources('starters/magazine');
    expect(starter).toBe('files');
    expect(JSON.parse(readResource('starters/magazine/template.json'))).toHaveProperty('version');
    expect(() => readResource('starters/no-such-file.json')).toThrow();
  });
});

describe('a path outside the data folder', () => {
  test('is looked at the way a person would', async () => {
    const { folder } = freshPlaces();
    writeFileSync(join(folder, 'notes.txt'), '\uFEFFtext');
    expect(await readTextFile(join(folder, 'notes.txt'))).toBe('text');
    expect(await folderExists(folder)).toBe(true);
    expect(await folderExists(join(folder, 'notes.txt'))).toBe(false);
    expect(await folderExists(join(folder, 'notes.txt', 'below'))).toBe(false);
    await makeFolder(join(folder, 'a/b'));
    await makeFolder(join(folder, 'a/b'));
    expect(await folderExists(join(folder, 'a/b'))).toBe(true);
  });
});

describe('opening a store', () => {
  test('on a folder that is not there is rejected', async () => {
    const places = freshPlaces();
    const absent = openHere({ ...places, folder: join(places.folder, 'absent') });
    await expect(absent).rejects.toThrow(expect.objectContaining({ kind: 'missing' }));
    writeFileSync(join(places.folder, 'file'), '');
    await expect(openHere({ ...places, folder: join(places.folder, 'file') })).rejects.toThrow(
      expect.objectContaining({ kind: 'missing' }),
    );
  });

  test('writes nothing into the folder', async () => {
    const places = freshPlaces();
    put(places.folder, { 'blog/.meta.json': '{}', 'blog/.index.json': '{}', 'photos/x.jpg': 'jpeg' });
    const store = await openHere(places);
    expect(await store.collections.ids()).toEqual(['blog']);
    await store.catalogue.collectionIndex('blog');
    await store.close();
    expect(existsSync(join(places.folder, '.system'))).toBe(false);
    expect(readFileSync(join(places.folder, 'blog/.meta.json'), 'utf8')).toBe('{}');
  });
});

describe('settings and schemas', () => {
  test('changed by another program since they were read are not overwritten', async () => {
    const places = freshPlaces();
    put(places.folder, { 'blog/.meta.json': { id: 'blog' }, '.schemas/event.json': { id: 'event' } });
    const store = await openHere(places);
    const { settingsOf } = await import('../files.js');
    await store.collections.read('blog');
    await store.schemas.readAll();
    put(places.folder, {
      'blog/.meta.json': { id: 'blog', theirs: 1 },
      '.schemas/event.json': { id: 'event', x: 1 },
    });
    const stale = expect.objectContaining({ kind: 'stale' });
    const schema = { id: 'event', properties: {}, required: [], index: [] };
    await expect(store.collections.write('blog', settingsOf('blog'), {}, ORIGIN)).rejects.toThrow(stale);
    await expect(store.schemas.write(schema, {}, ORIGIN)).rejects.toThrow(stale);
    expect(await store.collections.read('blog')).toEqual({ id: 'blog', theirs: 1 });
    await store.collections.write('blog', settingsOf('blog'), {}, ORIGIN);
    await store.schemas.readAll();
    await store.schemas.write(schema, {}, ORIGIN);
    expect((await store.schemas.readAll()).documents).toEqual([schema]);
  });

  test.each([
    ['no JSON', '{', 'is not JSON'],
    ['of another id', '{"id":"other"}', 'its id is "other"'],
    ['with properties that are a list', '{"id":"event","properties":[]}', '"properties" is not an object'],
    ['with a definition that is text', '{"id":"event","properties":{"x":"text"}}', 'property "x"'],
    ['with a list of numbers', '{"id":"event","required":[1]}', '"required"'],
    ['with a numeric formgrid', '{"id":"event","formgrid":1}', '"formgrid"'],
  ])('of which a schema is %s is listed as damaged', async (_name, text, reason) => {
    const places = freshPlaces();
    mkdirSync(join(places.folder, '.schemas'));
    put(places.folder, { '.schemas/event.json': text, '.schemas/good.json': '{"id":"good"}' });
    const { documents, damaged } = await (await openHere(places)).schemas.readAll();
    expect(documents).toEqual([{ id: 'good', properties: {}, required: [], index: [] }]);
    expect(damaged).toEqual([
      { id: 'event', reason: expect.stringContaining(reason.replace('is not JSON', 'The file')) },
    ]);
  });
});
