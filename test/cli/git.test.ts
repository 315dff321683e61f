/** Real git with `plinth init --git`: branches that change objects are merged by property and compared as fields. */
import { spawnSync } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { SECRET_LINES } from '../../server/cli/secret-files.js';
import { plinth } from '../helpers/process.js';
import { type Files, temporaryFolder, writeFiles } from '../helpers/server.js';

// Each test starts processes, which on a busy machine take their time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const NOTE = {
  ...{ id: 'a', title: 'A', tags: ['one', 'two'], body: '<p>one</p><p>two</p>' },
  parts: { first: { id: 'first', name: 'First' }, second: { id: 'second', name: 'Second' } },
  photos: [{ name: 'one.png', alt: '' }],
  unknown: { x: 1, y: 1 },
  modified: '2026-01-01T00:00:00.000Z',
};

const FILES: Files = {
  '.schemas/part.json': {
    id: 'part',
    properties: { id: { field: 'id' }, name: { field: 'text' }, tags: { field: 'list' } },
  },
  '.schemas/note.json': {
    id: 'note',
    properties: {
      id: { field: 'id' },
      title: { field: 'text' },
      tags: { field: 'list' },
      body: { field: 'styledtext' },
      parts: { field: 'deck', schemaref: 'part' },
      photos: { field: 'gallery' },
    },
    required: ['id'],
    index: ['id'],
  },
  'notes/.meta.json': { id: 'notes', schema: 'note', updated: '2026-01-01T00:00:00.000Z' },
  'notes/a.json': NOTE,
};

/** A repository whose folder `my site` is a data folder, with its first commit. */
async function repository() {
  const top = await temporaryFolder();
  const folder = join(top, 'my site');
  await mkdir(folder);
  const git = (...args: string[]) => {
    const done = spawnSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
    return { code: done.status, text: done.stdout + done.stderr };
  };
  git('init', '--initial-branch=main', top);
  const init = await plinth(['init', '--git', '--data', folder]);
  expect([init.code, init.stderr]).toEqual([0, '']);
  const write = (files: Files) =>
    writeFiles(
      folder,
      Object.fromEntries(
        Object.entries(files).map(([path, json]) => [path, `${JSON.stringify(json, null, 2)}\n`]),
      ),
    );
  const commit = async (files: Files) => {
    await write(files);
    git('add', '--all');
    expect(git('commit', '--message', 'change').code).toBe(0);
  };
  await commit(FILES);
  const read = async (path = 'notes/a.json') => (await readFile(join(folder, path))).toString();
  /** Commits changes on two branches and merges them. */
  const merged = async (mine: Files, theirs: Files) => {
    git('switch', '--create', 'theirs');
    await commit(theirs);
    git('switch', 'main');
    await commit(mine);
    return git('merge', '--no-edit', 'theirs');
  };
  return { folder, git, commit, read, merged };
}

const note = (change: object) => ({ 'notes/a.json': { ...NOTE, ...change } });

describe('git merge', () => {
  it('merges an object by property, item, entry and paragraph', async () => {
    const { merged, read, git } = await repository();
    const { first, second } = NOTE.parts;
    const done = await merged(
      note({
        ...{
          title: 'Mine',
          tags: ['one', 'two', 'mine'],
          body: '<p>one!</p><p>two</p>',
          modified: '2026-01-03T00:00:00.000Z',
        },
        parts: { second, first: { ...first, name: 'Mine' }, mine: { id: 'mine', name: 'M' } },
        unknown: { x: 2, y: 1 },
      }),
      note({
        ...{ tags: ['two', 'theirs'], body: '<p>one</p><p>two!</p>', modified: '2026-01-02T00:00:00.000Z' },
        parts: { first: { ...first, tags: ['t'] }, second, theirs: { id: 'theirs', name: 'T' } },
        ...{ photos: [{ name: 'one.png', alt: 'Quay' }], unknown: { x: 1, y: 3 } },
      }),
    );
    expect([done.code, done.text]).toEqual([0, expect.any(String)]);
    const expected = {
      ...{ ...NOTE, title: 'Mine', tags: ['two', 'mine', 'theirs'], body: '<p>one!</p><p>two!</p>' },
      parts: {
        second,
        theirs: { id: 'theirs', name: 'T' },
        first: { id: 'first', name: 'Mine', tags: ['t'] },
        mine: { id: 'mine', name: 'M' },
      },
      photos: [{ name: 'one.png', alt: 'Quay' }],
      unknown: { x: 2, y: 3 },
      modified: '2026-01-03T00:00:00.000Z',
    };
    expect(await read()).toBe(`${JSON.stringify(expected, null, 2)}\n`);
    expect(git('status', '--porcelain').text).toBe('');
  });

  it('merges what two branches accepted into one draft, with who suggested it', async () => {
    const { commit, merged, read } = await repository();
    const path = '.changes/draft/notes/a.json';
    const draft = (values: object, at: string, ...suggestions: object[]) => ({
      [path]: { change: 'edit', base: { title: NOTE.title, tags: NOTE.tags }, values, at, suggestions },
    });
    const [ada, ben] = ['Ada', 'Ben'].map((name) => ({
      title: `By ${name}`,
      author: { kind: 'user', name },
    }));
    const { title } = NOTE;
    await commit(draft({ title, tags: ['drafted'] }, '2026-01-01T00:00:00.000Z'));
    const done = await merged(
      draft({ title: 'Ada', tags: ['drafted'] }, '2026-01-02T00:00:00.000Z', { ...ada }),
      draft({ title, tags: ['drafted', 'ben'] }, '2026-01-03T00:00:00.000Z', { ...ben }),
    );
    expect([done.code, done.text]).toEqual([0, expect.any(String)]);
    expect(JSON.parse(await read(path))).toMatchObject({
      ...{ values: { title: 'Ada', tags: ['drafted', 'ben'] }, at: '2026-01-03T00:00:00.000Z' },
      suggestions: expect.arrayContaining([ada, ben]),
    });
  });

  it('writes the same bytes whichever branch is merged into the other', async () => {
    const texts = await Promise.all(
      [true, false].map(async (forward) => {
        const { merged, read } = await repository();
        const [one, other] = [note({ tags: ['a', 'one'] }), note({ tags: ['one', 'two', 'z'], title: 'B' })];
        await (forward ? merged(one, other) : merged(other, one));
        return read();
      }),
    );
    expect(texts[0]).toBe(texts[1]);
    expect(JSON.parse(texts[0] ?? '')).toMatchObject({ tags: ['a', 'one', 'z'], title: 'B' });
  });

  it('merges settings of collections and schemas', async () => {
    const { merged, read } = await repository();
    const schema = FILES['.schemas/note.json'] as { properties: object };
    const meta = FILES['notes/.meta.json'] as object;
    const withProperty = (name: string) => ({
      '.schemas/note.json': {
        ...schema,
        properties: { ...schema.properties, [name]: { field: 'text' } },
        index: ['id', name],
      },
    });
    const done = await merged(
      {
        ...withProperty('mine'),
        'notes/.meta.json': { ...meta, name: 'Notes', count: 9, updated: '2026-01-02T00:00:00.000Z' },
      },
      {
        ...withProperty('theirs'),
        'notes/.meta.json': { ...meta, url: '/n', count: 12, updated: '2026-01-03T00:00:00.000Z' },
      },
    );
    expect([done.code, done.text]).toEqual([0, expect.any(String)]);
    expect(JSON.parse(await read('.schemas/note.json'))).toMatchObject({ index: ['id', 'mine', 'theirs'] });
    expect(JSON.parse(await read('notes/.meta.json'))).toEqual({
      ...{ ...meta, name: 'Notes', url: '/n', count: 12, updated: '2026-01-03T00:00:00.000Z' },
    });
  });

  it('leaves a conflict with markers around what clashes, and merges the rest', async () => {
    const { folder, merged, read, git } = await repository();
    const done = await merged(
      note({ title: 'Mine', tags: ['one'] }),
      note({ title: 'Theirs', tags: ['two'], photos: [] }),
    );
    expect(done.code).toBe(1);
    expect(git('status', '--porcelain').text).toContain('UU "my site/notes/a.json"');
    const text = await read();
    expect(text).toContain(
      '<<<<<<< ours\n  "title": "Mine",\n=======\n  "title": "Theirs",\n>>>>>>> theirs\n  "tags": [],',
    );
    expect(text).toContain('"photos": []');
    const check = await plinth([
      'check',
      '--data',
      folder,
      '--cache',
      join(folder, '../c'),
      '--state',
      join(folder, '../s'),
    ]);
    expect(check.stdout).toContain('notes/a.json: The file has an unresolved merge conflict');
  });

  it('leaves a conflict where one branch deletes what the other changes: an item, an object', async () => {
    const { second, first } = NOTE.parts;
    const item = await repository();
    const done = await item.merged(
      note({ parts: { second } }),
      note({ parts: { first: { ...first, name: 'T' }, second } }),
    );
    expect([done.code, await item.read()]).toEqual([
      1,
      expect.stringMatching(/<<<<<<< ours\n=======\n {4}"first": \{/),
    ]);

    const object = await repository();
    object.git('switch', '--create', 'theirs');
    await object.commit(note({ title: 'Theirs' }));
    object.git('switch', 'main');
    await rm(join(object.folder, 'notes/a.json'));
    await object.commit({});
    expect(object.git('merge', '--no-edit', 'theirs')).toMatchObject({ code: 1 });
    expect(JSON.parse(await object.read())).toMatchObject({ title: 'Theirs' });
  });

  it('does not take a new object for a renamed one, and keeps what was changed under the old name', async () => {
    const { git, commit, folder, read } = await repository();
    git('switch', '--create', 'theirs');
    await commit(note({ title: 'Theirs' }));
    git('switch', 'main');
    await rm(join(folder, 'notes/a.json'));
    await commit({ 'notes/b.json': { ...NOTE, id: 'b' } });
    expect(git('merge', '--no-edit', 'theirs')).toMatchObject({ code: 1 });
    expect(JSON.parse(await read())).toMatchObject({ id: 'a', title: 'Theirs' });
    expect(JSON.parse(await read('notes/b.json'))).toMatchObject({ id: 'b', title: NOTE.title });
    // A strategy that looks for renames all the same.
    git('merge', '--abort');
    expect(git('-c', 'merge.renames=true', 'merge', '-s', 'ort', '--no-edit', 'theirs').code).toBe(1);
    expect(await read('notes/b.json')).toMatch(
      /<<<<<<< ours\n {2}"title": "A",?\n=======\n {2}"title": "Theirs"/,
    );
    git('merge', '--abort');
    git('config', '--local', 'merge.renames', 'true');
    expect((await plinth(['init', '--git', '--data', folder])).code).toBe(0);
    expect(git('config', 'merge.renames').text).toBe('true\n');
  });

  it('merges lines of files that are not JSON objects, as git does', async () => {
    const { folder, git, read } = await repository();
    const lines = ['[', ...Array.from({ length: 9 }, (_, at) => `"${at}",`), '0]'];
    const commit = async (change: Record<number, string>) => {
      await writeFile(join(folder, 'list.json'), lines.map((line, at) => change[at] ?? line).join('\n'));
      git('add', '--all');
      git('commit', '--message', 'lines');
    };
    await commit({});
    git('switch', '--create', 'theirs');
    await commit({ 1: '"theirs",' });
    git('switch', 'main');
    await commit({ 8: '"mine",' });
    expect(git('merge', '--no-edit', 'theirs').code).toBe(0);
    expect(await read('list.json')).toMatch(/^\[\n"theirs",[\s\S]*"mine",/);
    git('switch', '--create', 'third', 'HEAD~1');
    await commit({ 1: '"third",', 8: '"mine",' });
    expect(git('merge', '--no-edit', 'main').code).toBe(1);
    expect(await read('list.json')).toContain('<<<<<<< ours\n"third",\n');
  });
});

describe('plinth merge-driver', () => {
  /** Three versions of a file of several lines, in which `ours` and `theirs` change one each. */
  async function driven(base: Buffer | string, ours: Buffer | string, theirs: Buffer | string) {
    const folder = await temporaryFolder();
    const paths = ['base.json', 'ours.json', 'theirs.json'].map((name) => join(folder, name));
    for (const [at, bytes] of [base, ours, theirs].entries()) await writeFile(paths[at] ?? '', bytes);
    const { code } = await plinth(['merge-driver', ...paths]);
    return { code, bytes: await readFile(paths[1] ?? '') };
  }
  const lines = (...of: string[]) => `{\n${of.map((line) => `  ${line}`).join(',\n')}\n}\n`;
  const FILLER = Array.from({ length: 6 }, (_, at) => `"p${at}": ${at}`);

  it.each([
    ['a number with more digits than JavaScript keeps', '"n": 9007199254740993', 'utf8'],
    ['a number that is too large', '"n": 1e999', 'utf8'],
    ['a repeated key', '"t": "x",\n  "t": "y"', 'utf8'],
    ['Latin-1', '"t": "caf\u00e9"', 'latin1'],
  ] as const)('merges lines around %s, and keeps its bytes', async (_what, line, encoding) => {
    const bytes = (...of: string[]) => Buffer.from(lines(...of), encoding);
    const base = bytes('"a": 1', ...FILLER, line, '"z": 1');
    const theirs = bytes('"a": 1', ...FILLER, line, '"z": 2');
    const clean = await driven(base, bytes('"a": 2', ...FILLER, line, '"z": 1'), theirs);
    expect(clean).toEqual({ code: 0, bytes: bytes('"a": 2', ...FILLER, line, '"z": 2') });
    const clash = await driven(base, bytes('"a": 1', ...FILLER, line, '"z": 3'), theirs);
    expect(clash.code).toBe(1);
    const marked = '<<<<<<< ours\n  "z": 3\n=======\n  "z": 2\n>>>>>>> theirs';
    expect(clash.bytes).toEqual(
      Buffer.from(
        bytes('"a": 1', ...FILLER, line, '"z": 1')
          .toString('latin1')
          .replace('  "z": 1', marked),
        'latin1',
      ),
    );
  });

  it.each([1_500, 100_000])('merges lines of a file that is nested %i levels deep', async (levels) => {
    const deep = `"deep": ${'['.repeat(levels)}${']'.repeat(levels)}`;
    const base = lines('"a": 1', deep);
    const { code, bytes } = await driven(base, lines('"a": 2', deep), lines('"a": 3', deep));
    expect(code).toBe(1);
    expect(String(bytes)).toContain('<<<<<<< ours\n  "a": 2,\n=======\n  "a": 3,\n>>>>>>> theirs\n');
  });
});

describe('git diff', () => {
  it('shows fields, a paragraph in a line', async () => {
    const { folder, git } = await repository();
    await writeFiles(folder, note({ body: '<p>one</p><p>two!</p>', tags: [] }));
    const { text } = git('diff');
    expect(text).toContain('-  <p>two</p>\n+  <p>two!</p>\n');
    expect(text).toContain('-tags:\n-  - one\n-  - two\n+tags: []\n');
    expect(text).not.toContain('"tags"');
  });
});

describe('plinth init --git', () => {
  it('keeps what is in the files, and adds nothing twice', async () => {
    const folder = await temporaryFolder();
    spawnSync('git', ['init'], { cwd: folder });
    await writeFile(join(folder, '.gitignore'), '/.system/tmp/\nnode_modules');
    const first = await plinth(['init', '--git', '--data', folder, '--json']);
    expect(
      first.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { event: 'prepared', file: '.gitattributes', added: ['*.json merge=plinth diff=plinth'] },
      { event: 'prepared', file: '.gitignore', added: ['/.system/trash/', ...SECRET_LINES] },
      { event: 'prepared', file: '.stignore', added: ['/.system/tmp'] },
    ]);
    const ignored = async () => (await readFile(join(folder, '.gitignore'))).toString();
    const whole = ['/.system/tmp/', 'node_modules', '/.system/trash/', ...SECRET_LINES, ''].join('\n');
    expect(await ignored()).toBe(whole);
    expect((await plinth(['init', '--git', '--data', folder])).stdout).toMatch(
      /^(?:\S+: nothing to add\n){3}$/,
    );
    expect(await ignored()).toBe(whole);
  });

  it('changes nothing outside of a repository', async () => {
    const folder = await temporaryFolder();
    const { code, stderr } = await plinth(['init', '--git', '--data', folder]);
    expect([code, stderr]).toEqual([1, expect.stringContaining('is not in a git repository')]);
    await expect(readFile(join(folder, '.gitattributes'))).rejects.toThrow('ENOENT');
  });
});
