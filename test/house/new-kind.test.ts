/** Whether a field kind is one module on each side: a kind that Plinth does not have is added, and works. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { API } from 'typescript/unstable/sync';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type * as contract from '../../server/contract/schemas.js';
import type { JsonValue } from '../../server/contract/values.js';
import type * as registry from '../../server/properties/index.js';
import { isbn } from '../fixtures/new-kind/fixture.ts';
import { isbnKind } from '../fixtures/new-kind/property.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const CONTRACT = 'server/contract/schemas.ts';
const SERVER = 'server/properties/index.ts';
const ADMIN = 'renderer/fields/index.ts';

/** A file with a line more, before a line it has. */
function withLine(file: string, before: string, line: string): string {
  const [head = '', ...rest] = read(file).split(`\n${before}`);
  expect(rest, `${file} has the line "${before}" once`).toHaveLength(1);
  return `${head}\n${line}\n${before}${rest.join('')}`;
}

const NAMED = { [CONTRACT]: withLine(CONTRACT, '  depot: {', "  isbn: { merge: 'value', natural: true },") };

/** A registry with the kind, which is imported from the fixtures. */
const registered = (file: string, entry: string, from: string, name: string): string =>
  `import { ${name} } from '../../test/fixtures/new-kind/${from}';\n${withLine(file, '  depot', entry)}`;

const COMPLETE = {
  ...NAMED,
  [SERVER]: registered(SERVER, '  isbn: isbnKind,', 'property.js', 'isbnKind'),
  [ADMIN]: registered(ADMIN, '  isbn,', 'field', 'isbn'),
};

/** The server as one project: its own has the contract as a project of its own, which is read from its build. */
const PROJECTS = {
  'server.json': {
    extends: './server/tsconfig.json',
    compilerOptions: { composite: false, emitDeclarationOnly: false, noEmit: true, rootDir: '.' },
    include: ['server/**/*.ts'],
    references: [],
  },
  'renderer.json': {
    extends: './renderer/tsconfig.json',
    include: ['renderer/**/*.ts', 'renderer/**/*.tsx'],
  },
};

/** Whether a file can depend on which kinds there are: it speaks of their names or tables. */
const SPEAKS = /\b(?:KindName|KINDS|KIND_NAMES|kinds|fieldKinds)\b/;

/** A compiler of both projects; `filesWithErrors` names the files with errors when some files have another text. */
function openCompiler() {
  const projects = Object.entries(PROJECTS).map(
    ([name, text]) => [join(root, name), JSON.stringify(text)] as const,
  );
  const files = new Map(projects);
  const compiler = new API({
    cwd: root,
    fs: {
      readFile: (file) => files.get(file),
      fileExists: (file) => (files.has(file) ? true : undefined),
    },
  });
  const openProjects = projects.map(([path]) => path);
  return {
    filesWithErrors(texts: Readonly<Record<string, string>>): string[] {
      const changed = Object.keys(texts).map((file) => join(root, file));
      for (const [file, text] of Object.entries(texts)) files.set(join(root, file), text);
      return compiler
        .updateSnapshot({ openProjects, fileChanges: { changed } })
        .getProjects()
        .flatMap(({ program, rootFiles }) =>
          rootFiles
            .filter((file) => SPEAKS.test(files.get(file) ?? readFileSync(file, 'utf8')))
            .filter((file) => program.getSemanticDiagnostics(file).length > 0),
        )
        .map((file) => file.slice(root.length));
    },
    close: () => compiler.close(),
  };
}

describe('a new field kind', () => {
  let compiler: ReturnType<typeof openCompiler>;
  beforeAll(() => {
    compiler = openCompiler();
  });
  afterAll(() => compiler.close());

  it('is missed by the compiler in the two registries and nowhere else', {
    timeout: 60_000,
  }, () => {
    expect(compiler.filesWithErrors(NAMED).sort()).toEqual([ADMIN, SERVER]);
  });

  it('needs six files: the contract, two registries, a module on each side, and a fixture', {
    timeout: 60_000,
  }, () => {
    expect(compiler.filesWithErrors(COMPLETE)).toEqual([]);
    const modules = ['server/properties/isbn/index.ts', 'renderer/fields/isbn/index.tsx'];
    const fixture = 'test/fixtures/kinds/isbn.ts';
    expect([...Object.keys(COMPLETE), ...modules, fixture]).toHaveLength(6);
  });

  it('stores, checks, finds, describes, exports and imports its values', { timeout: 60_000 }, async () => {
    // What the lines in the contract and in the registry of the server do.
    vi.resetModules();
    vi.doMock('../../server/contract/schemas.js', async (original) => {
      const real = await original<typeof contract>();
      const KINDS = { ...real.KINDS, isbn: { natural: true } };
      const isKindName = (name: string) => Object.hasOwn(KINDS, name);
      return { ...real, KINDS, KIND_NAMES: Object.keys(KINDS), isKindName };
    });
    vi.doMock('../../server/properties/index.js', async (original) => {
      const { kinds } = await original<typeof registry>();
      return { kinds: { ...kinds, isbn: isbnKind } };
    });
    onTestFinished(() => {
      vi.doUnmock('../../server/contract/schemas.js');
      vi.doUnmock('../../server/properties/index.js');
      vi.resetModules();
    });
    const { detailsOf, startTestServer } = await import('../helpers/server.js');
    const server = await startTestServer({ 'books/.meta.json': { id: 'books', schema: 'book' } });
    const send = (method: string, path: string, json: unknown) => server.request(path, { method, json });

    const properties = {
      id: { field: 'id' },
      number: { field: 'booknumber', label: 'Number', unique: true },
    };
    const schema = { id: 'book', properties, required: ['id'], index: ['number'] };
    expect((await send('POST', '/api/schemas', schema)).status).toBe(201);
    const stored = JSON.parse(String(await server.read('.schemas/book.json')));
    expect(stored.properties.number).toMatchObject({ field: 'booknumber', $ref: 'isbn' });
    const shown = (await server.request('/api/collections/books/schema')).json;
    expect(shown).toMatchObject({ properties: { number: { field: 'isbn', type: 'string' } } });

    for (const [at, { sent, stored: kept = sent }] of isbn.valid.entries()) {
      const answer = await send('POST', '/api/collections/books', { id: `book-${at}`, number: sent });
      expect([answer.status, answer.json.number]).toEqual([201, kept]);
      expect(JSON.parse(String(await server.read(`books/book-${at}.json`)))).toMatchObject({ number: kept });
    }
    for (const { sent, says } of isbn.invalid) {
      const answer = await send('POST', '/api/collections/books', { id: 'wrong', number: sent });
      expect([answer.status, detailsOf(answer)]).toEqual([
        422,
        { number: [expect.stringContaining(`Number ${says}`)] },
      ]);
    }

    const found = async (query: string) => {
      const { objects } = (await server.request(`/api/collections/books?${query}`)).json;
      return Array.isArray(objects) ? objects.map((object: JsonValue) => Object(object).id) : [];
    };
    expect(await found('search=9780306406157')).toEqual(['book-0']);
    expect(await found('filter[number]=9791034304271')).toEqual(['book-1']);
    expect(await found('sort=-number')).toEqual(['book-1', 'book-0']);

    const csv = (await server.request('/export/collections/books/csv?fields=number&sort=number')).text;
    expect(csv.trim().split(/\r?\n/).slice(1)).toEqual([
      'book-0,ISBN 9780306406157',
      'book-1,ISBN 9791034304271',
    ]);
    const form = new FormData();
    form.append('file', new Blob(['id,number\r\nimported,978-0-00-000000-2\r\n']), 'books.csv');
    const imported = await server.request('/import/collections/books/csv', { method: 'POST', body: form });
    expect([imported.status, imported.json]).toMatchObject([200, {}]);
    expect((await server.request('/api/collections/books/imported')).json).toMatchObject({
      number: '9780000000002',
    });

    const { components } = (await server.request('/api/openapi.json')).json;
    expect(Object(components).schemas.book.properties.number).toMatchObject({ 'x-plinth-kind': 'isbn' });
  });
});
