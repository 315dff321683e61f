import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { type FoundFunction, functionsOf } from './functions.js';

const root = fileURLToPath(new URL('../../renderer', import.meta.url));

/** The layers, highest first; a file may import from its own folder and from lower layers only. */
const LAYERS: readonly (readonly string[])[] = [
  ['main.tsx'],
  ['routes.tsx'],
  ['shell'],
  ['screens.ts'],
  ['pages'],
  ['lists'],
  ['form'],
  ['fields'],
  ['uploads'],
  ['unsaved'],
  ['media'],
  ['ui'],
  ['api'],
  ['json.ts', 'theme.ts', 'trusted-types.ts', 'env.d.ts'],
  ['text-of.ts'],
  ['t.ts', 'locale.ts'],
];

/** Functions and components of at most this many lines; longer ones are cut along their hooks. */
const MAX_LINES = 100;

interface Source {
  /** Files of the renderer that it imports, statically or not. */
  imports: readonly string[];
  /** Its functions with their lengths in lines. */
  functions: readonly FoundFunction[];
}

const files = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /(?<!\.config)\.tsx?$/.test(entry.name))
  .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'));

/** The file that a relative import means; undefined for styles, images and packages. */
function target(file: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  const path = posix.join(posix.dirname(file), specifier);
  return ['', '.ts', '.tsx', '/index.ts', '/index.tsx']
    .map((end) => path + end)
    .find((found) => files.includes(found));
}

function read(file: string, source: string): Source {
  const { program, module, errors } = parseSync(file, source);
  expect(errors, file).toEqual([]);
  const specifiers = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.map((entry) => entry.moduleRequest?.value)),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => source.slice(start + 1, end - 1)),
  ];
  const imports = specifiers.flatMap((specifier) => target(file, specifier ?? '') ?? []);
  return { imports: [...new Set(imports)], functions: functionsOf(program, source) };
}

const sources: ReadonlyMap<string, Source> = new Map(
  files.map((file) => [file, read(file, readFileSync(join(root, file), 'utf8'))]),
);

const folderOf = (file: string) =>
  LAYERS.flat().find((folder) => file === folder || file.startsWith(`${folder}/`));
const layerOf = (folder: string) => LAYERS.findIndex((layer) => layer.includes(folder));

/** Groups of files that import each other, directly or through others. */
function circles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const reached = (from: string): Set<string> => {
    const seen = new Set<string>();
    const open = [...(graph.get(from) ?? [])];
    for (let file = open.pop(); file !== undefined; file = open.pop()) {
      if (seen.has(file)) continue;
      seen.add(file);
      open.push(...(graph.get(file) ?? []));
    }
    return seen;
  };
  const reach = new Map([...graph.keys()].map((file) => [file, reached(file)]));
  const groups = [...graph.keys()]
    .filter((file) => reach.get(file)?.has(file))
    .map((file) =>
      [...graph.keys()].filter((other) => reach.get(file)?.has(other) && reach.get(other)?.has(file)),
    );
  return [...new Map(groups.map((group) => [group.join(), group])).values()];
}

describe('the renderer', () => {
  it('gives every file a layer', () => {
    expect(files.filter((file) => folderOf(file) === undefined)).toEqual([]);
  });

  it('imports only downwards', () => {
    const upward = [...sources].flatMap(([file, { imports }]) => {
      const folder = folderOf(file) ?? '';
      return imports
        .filter((other) => folderOf(other) !== folder && layerOf(folderOf(other) ?? '') <= layerOf(folder))
        .map((other) => `${file} -> ${other}`);
    });
    expect(upward).toEqual([]);
  });

  it('has no files that import each other', () => {
    const graph = new Map([...sources].map(([file, { imports }]) => [file, imports]));
    expect(circles(graph)).toEqual([]);
  });

  it('has no folders of pages that import each other', () => {
    const pages = [...sources].filter(([file]) => file.startsWith('pages/'));
    const folderOf = (file: string) => posix.dirname(file).split('/').slice(0, 2).join('/');
    const graph = new Map<string, string[]>();
    for (const [file, { imports }] of pages) {
      const others = imports
        .map(folderOf)
        .filter((other) => /^pages\//.test(other) && other !== folderOf(file));
      graph.set(folderOf(file), [...(graph.get(folderOf(file)) ?? []), ...others]);
    }
    expect(circles(graph)).toEqual([]);
  });

  it(`has no function of more than ${MAX_LINES} lines`, () => {
    const long = [...sources].flatMap(([file, { functions }]) =>
      functions
        .filter(({ lines }) => lines > MAX_LINES)
        .map(({ name, lines }) => `${file}: ${name}, ${lines} lines`),
    );
    expect(long).toEqual([]);
  });

  it('names every screen in one table: no other file imports a page but its own parts', () => {
    const pages = new Set(files.filter((file) => /^pages\/[^/]+\.tsx$/.test(file)));
    const importers = [...sources].filter(
      ([file, { imports }]) => !file.startsWith('pages/') && imports.some((other) => pages.has(other)),
    );
    expect(importers.map(([file]) => file).sort()).toEqual([
      'screens.ts',
      'shell/Crash.tsx',
      'shell/Frame.tsx',
    ]);
  });
});

describe('the checks', () => {
  it('see every way to import', () => {
    const source = [
      "import type { A } from './form';",
      "export { b } from './heads';",
      "const load = () => import('./turns');",
      "import { z } from 'zod';",
    ].join('\n');
    expect(read('unsaved/sample.ts', source).imports).toEqual([
      'unsaved/form.ts',
      'unsaved/heads.ts',
      'unsaved/turns.ts',
    ]);
  });

  it('find circles, also through other files', () => {
    const graph = new Map([
      ['a', ['b']],
      ['b', ['c']],
      ['c', ['a']],
      ['d', ['a']],
    ]);
    expect(circles(graph)).toEqual([['a', 'b', 'c']]);
  });

  it('measure functions of every form', () => {
    const source =
      'function A() {\n\n}\nconst B = () => {\n  const D = () => {\n  };\n};\nexport default function C() { return 1; }\n';
    expect(read('ui/sample.tsx', source).functions).toEqual([
      { name: 'A', lines: 3, ownLines: 3 },
      { name: 'D', lines: 2, ownLines: 2 },
      { name: 'B', lines: 4, ownLines: 3 },
      { name: 'C', lines: 1, ownLines: 1 },
    ]);
  });
});
