/** `plinth mirror --as api` through the command line: the copy is what the API answers, whatever interrupts it. */
import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { canFault, compileShim, loggedCalls, putCopy } from '../helpers/fault-shim.js';
import { fixture } from '../helpers/made-files.js';
import { built, plinth, plinthEach, run } from '../helpers/process.js';
import { startTestServer, temporaryFolder, writeFiles } from '../helpers/server.js';

// Each test starts processes, which on a busy machine take their time.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

const OBJECTS = 120;

async function files(objects = OBJECTS) {
  const photo = await fixture('photo.jpg');
  const all: Record<string, unknown> = {
    'blog/.meta.json': { id: 'blog', schema: 'blog', name: 'Blog' },
    'private/.meta.json': { id: 'private', schema: 'blog', groups: ['members'] },
    'private/secret.json': { id: 'secret', title: 'Secret' },
    'text/.meta.json': { id: 'text', schema: 'text', name: 'Texts' },
    'text/welcome.json': { id: 'welcome', text: 'Welcome' },
  };
  for (let n = 1; n <= objects; n += 1) {
    const id = `post-${String(n).padStart(3, '0')}`;
    all[`blog/${id}.json`] = {
      id,
      title: `Post ${n} “quoted” \u{1f600}`,
      draft: n % 40 === 0,
      created: '2026-01-02T10:00:00.000Z',
      modified: '2026-01-02T10:00:00.000Z',
    };
  }
  all['blog/post-001.json'] = {
    id: 'post-001',
    title: 'With images',
    image: { name: 'photo.jpg', mime: 'image/jpeg', width: 640, height: 480 },
    content:
      '<p><img src="/imageworks/upload/blog/post-001/content/in.jpg?w=90&amp;format=webp#x"><a href="/download/upload/blog/post-001/content/in.jpg">photo</a></p>',
  };
  all['blog/post-001/image/photo.jpg'] = photo;
  all['blog/post-001/content/in.jpg'] = photo;
  all['blog/post-002.json'] = {
    id: 'post-002',
    title: 'Links',
    content:
      '<p><img src="/imageworks/blog/post-040/image.jpg"><img src="/imageworks/blog/gone/image.jpg"></p>',
  };
  all['blog/post-040.json'] = {
    id: 'post-040',
    title: 'Draft',
    draft: true,
    image: { name: 'photo.jpg', mime: 'image/jpeg' },
  };
  all['blog/post-040/image/photo.jpg'] = photo;
  return all;
}

/** Digests of all files below a folder by path; that of the manifest without its cursor, which differs between processes. */
async function tree(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path);
    const equal = entry.name === 'plinth.json' ? bytes.toString().replace(/"cursor": .*/, '') : bytes;
    found[path.slice(folder.length + 1)] = createHash('sha256').update(equal).digest('hex');
  }
  return Object.fromEntries(Object.entries(found).sort());
}

async function prepare(objects?: number) {
  const home = await temporaryFolder();
  const data = join(home, 'data');
  const out = join(home, 'out');
  await mkdir(data);
  await writeFiles(data, await files(objects));
  const args = ['--data', data, '--cache', join(home, 'cache'), '--state', join(home, 'state')];
  const copy = (...more: string[]) => plinth(['mirror', ...args, '--out', out, '--as', 'api', ...more]);
  const json = async (path: string) => JSON.parse(await readFile(join(out, path), 'utf8'));
  return { home, data, out, args, copy, json };
}

describe('a static copy', () => {
  it('has the bytes of the API, only what is live, and the files that it names', async () => {
    const server = await startTestServer(await files());
    const home = join(server.folder, '..');
    const out = join(home, 'out');
    const args = ['--data', server.folder, '--cache', join(home, 'cache'), '--state', join(home, 'state')];
    const { code, stderr, stdout } = await plinth([
      'mirror',
      ...args,
      '--as',
      'api',
      '--out',
      out,
      '--recipe',
      'w=40&format=webp',
      '--recipe',
      '?format=webp&w=40',
    ]);
    expect([code, stdout]).toEqual([0, expect.stringContaining('118 objects of 2 collections')]);
    const key = await server.key({ methods: ['GET'] });
    const api = async (path: string) => {
      const { status, text, headers } = await server.request(`/api${path}`, { as: { key } });
      return { status, text, rev: headers.get('etag')?.slice(1, -1) };
    };
    const text = (path: string) => readFile(join(out, path), 'utf8');
    const revs = JSON.parse(await text('collections/blog/revs.json'));
    expect(Object.keys(revs)).toHaveLength(117);
    for (const id of ['post-001', 'post-039', 'post-119']) {
      const object = await api(`/collections/blog/${id}`);
      expect([await text(`objects/blog/${id}.json`), revs[id]]).toEqual([object.text, object.rev]);
    }
    for (const [path, answer] of [
      ['lists/blog/1.json', '/collections/blog?sort=id&order=asc&limit=100&published=1'],
      ['lists/blog/2.json', '/collections/blog?sort=id&order=asc&limit=100&offset=100&published=1'],
      ['lists/text/1.json', '/collections/text?sort=id&order=asc&limit=100&published=1'],
      ['collections/blog/index.json', '/collections/blog/index?published=1'],
      ['collections/blog/schema.json', '/collections/blog/schema'],
      ['collections/blog/settings.json', '/collections/blog/settings'],
    ] as const) {
      expect(await text(path), path).toBe((await api(answer)).text);
    }
    const copied = Object.keys(await tree(out));
    expect(copied.filter((path) => /secret|private|post-040/.test(path))).toEqual([]);

    const addresses = JSON.parse(await text('collections/blog/addresses.json'));
    expect(Object.keys(addresses).sort()).toEqual([
      '/download/upload/blog/post-001/content/in.jpg',
      '/imageworks/blog/post-001/image.jpg',
      '/imageworks/blog/post-001/image.jpg?format=webp&w=40',
      '/imageworks/upload/blog/post-001/content/in.jpg?format=webp&w=90',
    ]);
    for (const [address, path] of Object.entries(addresses)) {
      const response = await fetch(server.url + address);
      expect(Buffer.from(await response.arrayBuffer()).equals(await readFile(join(out, String(path))))).toBe(
        true,
      );
    }
    expect(stderr).toContain('Omitted: /imageworks/blog/gone/image.jpg');
    expect(stderr).toContain('Omitted: /imageworks/blog/post-040/image.jpg');

    const manifest = JSON.parse(await text('plinth.json'));
    expect(manifest).toMatchObject({
      format: 1,
      published: true,
      base: null,
      recipes: ['format=webp&w=40'],
      collections: [
        { id: 'blog', schema: 'blog', total: 117, pages: 2 },
        { id: 'text', schema: 'text', total: 1, pages: 1 },
      ],
    });
    const digests = await tree(out);
    expect(manifest.files).toBe(digests['files.json']);
    const listed: Record<string, string[]> = JSON.parse(await text('files.json')).files;
    const { 'plinth.json': _own, 'files.json': _list, ...others } = digests;
    expect(Object.fromEntries(Object.entries(listed).map(([path, [digest]]) => [path, digest]))).toEqual(
      others,
    );
  });

  it('is updated by what has changed', async () => {
    const { data, out, copy } = await prepare();
    expect((await copy()).code).toBe(0);
    const first = await tree(out);
    const times = async () => {
      const paths = Object.keys(first);
      return new Map(
        await Promise.all(
          paths.map(
            async (path) => [path, (await stat(join(out, path)).catch(() => undefined))?.mtimeMs] as const,
          ),
        ),
      );
    };
    const before = await times();
    expect((await copy()).stdout).toContain('0 files written');
    expect(await times()).toEqual(before);

    await writeFile(join(data, 'blog/post-119.json'), JSON.stringify({ id: 'post-119', title: 'Changed' }));
    await rm(join(data, 'blog/post-118.json'));
    await writeFile(join(out, 'objects/blog/post-003.json'), '{"damaged"');
    const { code, stdout } = await copy();
    expect([code, stdout]).toEqual([0, expect.stringContaining('1 removed')]);
    const after = await tree(out);
    const changed = Object.keys(first).filter((path) => after[path] !== first[path]);
    expect(changed).toEqual(
      [
        'collections.json',
        'collections/blog/index.json',
        'collections/blog/revs.json',
        'files.json',
        'lists/blog/1.json',
        'lists/blog/2.json',
        'objects/blog/post-118.json',
        'objects/blog/post-119.json',
        'plinth.json',
      ].filter((path) => path !== 'lists/blog/1.json' || after[path] !== first[path]),
    );
    expect(after['objects/blog/post-003.json']).toBe(first['objects/blog/post-003.json']);
  });

  it('has addresses of its files with --base, also drafts with --drafts, and other collections by name', async () => {
    const { copy, json, out } = await prepare(40);
    const { code } = await copy(
      '--base',
      'https://cdn.example/x/',
      '--drafts',
      '--collections',
      'blog,private',
    );
    expect(code).toBe(0);
    const { image, content } = await json('objects/blog/post-001.json');
    expect(image.url).toMatch(/^https:\/\/cdn\.example\/x\/files\/[\da-f]{16}\.jpg$/);
    expect(content).toMatch(/src="https:\/\/cdn\.example\/x\/files\/[\da-f]{16}\.webp#x"/);
    expect(content).toMatch(/href="https:\/\/cdn\.example\/x\/files\/in-[\da-f]{16}\.jpg"/);
    expect((await json('objects/blog/post-040.json')).draft).toBe(true);
    expect((await json('objects/private/secret.json')).title).toBe('Secret');
    expect(await readdir(join(out, 'objects'))).toEqual(['blog', 'private']);
    // Without them again, nothing of them is left.
    expect((await copy()).code).toBe(0);
    expect(Object.keys(await tree(out)).filter((path) => /private|post-040/.test(path))).toEqual([]);
  });

  it('does not touch what others put into the folder', async () => {
    const { home, data, out, args, copy } = await prepare(3);
    expect((await copy()).code).toBe(0);
    const outside = join(home, 'outside');
    await mkdir(outside);
    await writeFile(join(outside, 'post-002.json'), 'of others');
    await writeFile(join(out, 'notes.txt'), 'of others');
    await writeFile(join(data, 'blog/post-004.json'), JSON.stringify({ id: 'post-004', title: 'New' }));
    await writeFile(join(out, 'objects/blog/post-004.json'), 'of others');
    const taken = await copy();
    expect([taken.code, taken.stderr]).toEqual([
      1,
      expect.stringContaining('objects/blog/post-004.json was not written by Plinth'),
    ]);
    expect(await readFile(join(out, 'objects/blog/post-004.json'), 'utf8')).toBe('of others');
    await rm(join(out, 'objects/blog/post-004.json'));
    expect((await copy()).code).toBe(0);
    expect(await readFile(join(out, 'notes.txt'), 'utf8')).toBe('of others');
    await rm(join(out, 'objects/blog'), { recursive: true });
    await symlink(outside, join(out, 'objects/blog'));
    expect((await copy()).code).toBe(1);
    expect(await readdir(outside)).toEqual(['post-002.json']);

    const foreign = join(home, 'foreign');
    await writeFiles(foreign, { 'plinth.json': '{"format":1}', 'a.txt': 'a' });
    const newer = join(home, 'newer');
    await writeFiles(newer, { 'plinth.json': '{\n  "format": 2,\n  "generator": "plinth 9.0.0"\n}' });
    const to = (place: string, ...more: string[]) => [
      'mirror',
      ...args,
      '--as',
      'api',
      '--out',
      place,
      ...more,
    ];
    const fresh = join(home, 'fresh');
    const ended = await plinthEach([
      ...[foreign, newer, join(foreign, 'a.txt'), data, home, join(data, 'blog')].map((place) => to(place)),
      to(fresh, '--collections', 'nothing'),
      to(fresh, '--recipe', 'nothing'),
      to(fresh, '--base', 'javascript:alert(1)'),
      ['mirror', ...args],
    ]);
    expect(ended.map(({ code }) => code)).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 2, 2]);
    expect((await readdir(foreign)).sort()).toEqual(['a.txt', 'plinth.json']);
  });

  it('goes on with --watch, and takes no options of other formats', async () => {
    const { data, out, args, copy, json } = await prepare(3);
    expect((await copy()).code).toBe(0);
    const watching = run(built('cli/plinth.js'), ['mirror', ...args, '--as', 'api', '--out', out, '--watch']);
    await writeFile(join(data, 'blog/post-002.json'), JSON.stringify({ id: 'post-002', title: 'Changed' }));
    await rm(join(data, 'blog/post-003.json'));
    await vi.waitUntil(
      async () =>
        (await json('objects/blog/post-002.json')).title === 'Changed' &&
        (await json('plinth.json')).collections[0].total === 2,
      { timeout: 60_000 },
    );
    watching.child.kill('SIGTERM');
    expect((await watching.ended).code).toBe(0);
    const to = ['mirror', ...args, '--out', out];
    const ended = await plinthEach([
      [...to, '--as', 'api', '--force'],
      [...to, '--as', 'api', '--assets-url', '/x'],
      [...to, '--as', 'json', '--base', 'https://x.example'],
      [...to, '--as', 'mdx', '--recipe', 'w=40'],
      [...to, '--as', 'html'],
    ]);
    expect(ended.map(({ code }) => code)).toEqual([2, 2, 2, 2, 2]);
  });

  it('is written by one run at a time', async () => {
    const { out, args, copy } = await prepare();
    const first = run(built('cli/plinth.js'), ['mirror', ...args, '--as', 'api', '--out', out, '--json']);
    await first.event();
    first.child.kill('SIGSTOP');
    const second = await copy();
    first.child.kill('SIGKILL');
    await first.ended;
    expect([second.code, second.stderr]).toEqual([1, expect.stringContaining('Another process is writing')]);
    expect((await copy()).code).toBe(0);
  });
});

describe.runIf(canFault)('a static copy that is interrupted', () => {
  it('leaves the former files whole, and is finished by the next run', async () => {
    const { home, data, out, args, copy } = await prepare(6);
    expect((await copy()).code).toBe(0);
    const former = join(home, 'former');
    await cp(out, former, { recursive: true });
    const listed: Record<string, unknown> = JSON.parse(await readFile(join(out, 'files.json'), 'utf8')).files;
    await writeFile(join(data, 'blog/post-003.json'), JSON.stringify({ id: 'post-003', title: 'Changed' }));
    await rm(join(data, 'blog/post-001.json'));
    await writeFile(join(data, 'blog/post-007.json'), JSON.stringify({ id: 'post-007', title: 'New' }));
    const [plan, log, copies] = [join(home, 'plan'), join(home, 'calls'), join(home, 'copies')];
    await mkdir(copies);
    const env = {
      ...{ LD_PRELOAD: compileShim(home), FAULT_ROOT: out, FAULT_PLAN: plan, FAULT_LOG: log },
      ...{ FAULT_HOME: out, FAULT_COPIES: copies },
    };
    const runWith = async (number: number, at: number, act: string) => {
      await rm(out, { recursive: true });
      await cp(former, out, { recursive: true });
      await writeFile(plan, `${number} ${at} ${act}`);
      return plinth(['mirror', ...args, '--as', 'api', '--out', out], { env });
    };
    // What a kill at each call leaves is copied in one run.
    expect((await runWith(1, 0, 'copy')).code).toBe(0);
    const expected = await tree(out);
    const calls = loggedCalls(log, 1).length;
    expect(calls).toBeGreaterThan(30);
    const points = Array.from({ length: 8 }, (_, n) => Math.round(1 + (n * (calls - 1)) / 7));
    const halfDone = new Set<string>();
    for (const [n, at] of points.entries()) {
      const act = n % 2 === 0 ? 'kill' : 'full';
      if (act === 'kill') putCopy(copies, at, out);
      else {
        const { code, stderr } = await runWith(n + 2, at, act);
        if (code !== 0) expect(stderr).toContain('no room left');
      }
      const left = await tree(out);
      if (act === 'kill') halfDone.add(JSON.stringify(left));
      const isNew = left['plinth.json'] === expected['plinth.json'];
      // Until the manifest is new, everything it lists is there and whole.
      if (!isNew)
        for (const path of Object.keys(listed)) expect(Object.keys(left), `${act} at ${at}`).toContain(path);
      for (const [path, digest] of Object.entries(left)) {
        if (!/^(?:objects|lists|collections|files)\//.test(path)) continue;
        const before = createHash('sha256')
          .update(await readFile(join(former, path)).catch(() => ''))
          .digest('hex');
        expect([before, expected[path]], `${path} after ${act} at ${at}`).toContain(digest);
      }
      expect((await copy()).code, `${act} at ${at}`).toBe(0);
      expect(await tree(out), `${act} at ${at}`).toEqual(expected);
    }
    expect(halfDone.size).toBe(4);
  });
});
