import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { functionsIn } from './functions.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The layers, highest first; a file may import from its own folder and from lower layers only. */
const LAYERS: readonly (readonly string[])[] = [
  ['server/cli', 'server/client'],
  ['server/start.ts', 'server/text-worker.ts'],
  ['server/app.ts'],
  ['server/routes'],
  ['server/http'],
  ['server/site.ts'],
  ['server/folder-approval.ts', 'server/backups.ts', 'server/sites'],
  ['server/oauth', 'server/automations', 'server/mcp', 'server/publishing'],
  ['server/imports'],
  [
    'server/templates',
    'server/reports',
    'server/transfer',
    'server/openapi',
    'server/typings',
    'server/access',
    'server/preview',
  ],
  ['server/suggestions.ts'],
  ['server/perspectives.ts'],
  ['server/derivatives', 'server/unsaved'],
  ['server/health'],
  ['server/files'],
  ['server/content/maintenance'],
  ['server/content/conflicts'],
  ['server/content/imports', 'server/content/change-sets'],
  ['server/content/trash.ts', 'server/content/history'],
  ['server/content/schemas', 'server/content/batch'],
  ['server/content/objects'],
  ['server/content/collections', 'server/content/files'],
  ['server/content/reading', 'server/content/events'],
  ['server/content/shaping'],
  ['server/content/changes'],
  ['server/content/core'],
  ['server/content/search'],
  ['server/content/text-index', 'server/content/answers'],
  ['server/content/model'],
  ['server/schemas', 'server/rich-text'],
  ['server/store/backup'],
  ['server/properties', 'server/query', 'server/csv', 'server/zip', 'server/settings'],
  ['server/helpers'],
  ['server/store/open-past.ts', 'server/store/open-changed.ts'],
  ['server/store/open.ts'],
  ['server/store/store.ts'],
  ['server/store/watch'],
  ['server/store/maintenance'],
  ['server/store/change-sets', 'server/store/features', 'server/store/documents', 'server/store/files'],
  ['server/store/journal'],
  ['server/store/file-history'],
  ['server/store/trash', 'server/store/catalogue', 'server/store/history'],
  ['server/store/host'],
  ['server/store/disk'],
  ['server/store/types'],
  ['server/origins.ts'],
  [
    'server/contract',
    'server/async',
    'server/errors.ts',
    'server/events.ts',
    'server/on-demand.ts',
    'server/parent-port.ts',
  ],
];

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\b[^'";]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)\s*import\s*['"]([^'"]+)['"]/g;

function filesIn(folder: string, name: RegExp): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

const sources = (folder: string) => filesIn(folder, /(?<!\.config)\.(ts|tsx|cts)$/);

/** Source files of at most this many lines; longer ones are cut where their parts meet. */
const MAX_LINES = 500;

/** Functions that are longer are cut at the headings of their steps. */
const MAX_FUNCTION_LINES = 100;

/** What a file imports, types included. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
}

/** Whether imports lead from one file to another. */
function reaches(needs: ReadonlyMap<string, string[]>, from: string, to: string): boolean {
  const seen = new Set<string>();
  const waiting = [...(needs.get(from) ?? [])];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (file === to) return true;
    if (seen.has(file)) continue;
    seen.add(file);
    waiting.push(...(needs.get(file) ?? []));
  }
  return false;
}

/** The layers as text: a folder with layers of its own is named once, beside the first of them. */
function picture(): string {
  let folder = '';
  const rows = LAYERS.map((layer) => {
    const folders = layer.map((name) => name.replace('server/', '').split('/'));
    const [wing = ''] = (folders[0] ?? []).slice(0, -1);
    const label = wing === folder ? '' : wing;
    folder = wing;
    const names = folders.map((parts) => (wing === '' ? parts.join('/') : parts.at(-1))).join('   ');
    return `   ${wing === '' ? '' : label.padEnd(10)}${names}`;
  });
  return ['```', ...rows, '```'].join('\n');
}

const folderOf = (file: string) =>
  LAYERS.flat().find((folder) => file === folder || file.startsWith(`${folder}/`));
const layerOf = (folder: string) => LAYERS.findIndex((layer) => layer.includes(folder));

/** The file a relative specifier means, as a path from the root. */
function target(file: string, specifier: string): string {
  return relative(root, resolve(root, dirname(file), specifier))
    .split(sep)
    .join('/')
    .replace(/\.js$/, '.ts');
}

/** Which folders may import a package that decides the architecture. */
const RESTRICTED: readonly { packages: RegExp; folders: RegExp; why: string }[] = [
  {
    packages: /^(node:)?fs(\/promises)?$/,
    folders: /^(server\/store\/|server\/client\/|main\/)/,
    why: 'only the store, main and what sites import touch files',
  },
  {
    packages: /^express$/,
    folders: /^server\/(app\.ts|routes\/|http\/|preview\/)/,
    why: 'only what answers requests knows Express',
  },
  { packages: /^electron(\/.*)?$/, folders: /^main\//, why: 'only main knows Electron' },
  {
    packages: /^sharp$/,
    folders: /^server\/(derivatives|files|properties\/image)\//,
    why: 'pixels have one home',
  },
];

/** A value that changes and that all open sites would share. */
const STATE =
  /^(?:export )?(?:let |const \w+(?:: [^=]+)? = new (?:(?:Weak)?(?:Map|Set)(?:<.*>)?\(\)|(?!(?:Weak)?(?:Map|Set)\b|Date\b|Intl\b|RegExp\b|Text|URL\b|Uint)\w+\())/;

describe('the house', () => {
  const server = sources('server');

  it('gives every server file a layer', () => {
    expect(server.filter((file) => folderOf(file) === undefined)).toEqual([]);
  });

  it('imports only downwards', () => {
    const upward: string[] = [];
    for (const file of server) {
      const folder = folderOf(file);
      for (const specifier of importsOf(file).filter((name) => name.startsWith('.'))) {
        const other = folderOf(target(file, specifier));
        if (folder === undefined || other === undefined || folder === other) continue;
        if (
          layerOf(other) <= layerOf(folder) &&
          !(layerOf(folder) === LAYERS.length - 1 && layerOf(other) === layerOf(folder))
        ) {
          upward.push(`${file} -> ${specifier}`);
        }
      }
    }
    expect(upward).toEqual([]);
  });

  it('has no circles of files, not even of types', () => {
    const files = [...server, ...sources('main')];
    const needs = new Map(
      files.map((file) => {
        const relatives = importsOf(file).filter((name) => name.startsWith('.'));
        return [file, relatives.map((name) => target(file, name))];
      }),
    );
    expect(files.filter((file) => reaches(needs, file, file))).toEqual([]);
  });

  it(`has no source file of more than ${MAX_LINES} lines`, () => {
    const long = ['server', 'main', 'renderer'].flatMap((folder) =>
      filesIn(folder, /\.(ts|tsx|cts|css)$/)
        .map((file) => ({ file, lines: readFileSync(join(root, file), 'utf8').split('\n').length - 1 }))
        .filter(({ lines }) => lines > MAX_LINES)
        .map(({ file, lines }) => `${file}: ${lines} lines`),
    );
    expect(long).toEqual([]);
  });

  it(`has no function of more than ${MAX_FUNCTION_LINES} lines, without the functions in it`, () => {
    const long = [...sources('server'), ...sources('main')].flatMap((file) =>
      functionsIn(file, readFileSync(join(root, file), 'utf8'))
        .filter(({ ownLines }) => ownLines > MAX_FUNCTION_LINES)
        .map(({ name, ownLines }) => `${file}: ${name}, ${ownLines} lines`),
    );
    expect(long).toEqual([]);
  });

  it('keeps architecture-deciding packages in their folders', () => {
    const strays: string[] = [];
    for (const file of [...server, ...sources('main'), ...sources('renderer')]) {
      for (const specifier of importsOf(file)) {
        const rule = RESTRICTED.find(({ packages }) => packages.test(specifier));
        if (rule && !rule.folders.test(file)) strays.push(`${file} imports ${specifier}: ${rule.why}`);
      }
    }
    expect(strays).toEqual([]);
  });

  it('types the body of a request: only one file knows the requests of Express, whose bodies are any', () => {
    const typed = server.filter((file) =>
      /import (?:type )?[^;]*\bRequest\b[^;]* from 'express'/.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(typed).toEqual(['server/http/request.ts']);
  });

  it('imports the functions that make schemas as wire, by which the build of the admin knows them', () => {
    const others = server.filter((file) =>
      /import \{(?! type\b)[^}]*\} from '[./a-z]*\/json-schema\.js'/.test(
        readFileSync(join(root, file), 'utf8'),
      ),
    );
    expect(others).toEqual([]);
  });

  it('lets the renderer see only the contract of the server', () => {
    const strays = sources('renderer').flatMap((file) =>
      importsOf(file)
        .filter((name) =>
          name.startsWith('.') ? !target(file, name).startsWith('renderer/') : /^#(?!contract\/)/.test(name),
        )
        .map((name) => `${file} -> ${name}`),
    );
    expect(strays).toEqual([]);
  });

  it('lets the client of sites import nothing else', () => {
    const strays = sources('server/client').flatMap((file) =>
      importsOf(file)
        .filter((name) => !/^node:/.test(name) && !target(file, name).startsWith('server/client/'))
        .map((name) => `${file} -> ${name}`),
    );
    expect(strays).toEqual([]);
  });

  it('lets main see only the contract of the server', () => {
    const strays = sources('main').flatMap((file) =>
      importsOf(file)
        .filter((name) => name.startsWith('.') && !/^(main|server\/contract)\//.test(target(file, name)))
        .map((name) => `${file} -> ${name}`),
    );
    expect(strays).toEqual([]);
  });

  it('keeps the contract pure: only its own files and pure packages', () => {
    const allowed = new Set(['@sindresorhus/transliterate']);
    const strays = sources('server/contract').flatMap((file) =>
      importsOf(file)
        .filter((name) => !allowed.has(name) && !target(file, name).startsWith('server/contract/'))
        .map((name) => `${file} -> ${name}`),
    );
    expect(strays).toEqual([]);
  });

  it('keeps module state out: no top-level let, empty collection or instance of our own in the server', () => {
    // The turns of long work belong to the event loop, of which a process has one.
    const allowed = ['server/async/yielder.ts: const turns = new Turns('];
    const found = server.flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .flatMap((line) => STATE.exec(line)?.[0] ?? [])
        .map((line) => `${file}: ${line}`),
    );
    expect(found).toEqual(allowed);
  });

  it('is drawn on the architecture page as it is (vitest -u updates it)', async () => {
    const path = join(root, 'server/README.md');
    const page = readFileSync(path, 'utf8');
    const [start, stop] = ['<!-- layers -->\n', '\n<!-- /layers -->'];
    const before = page.slice(0, page.indexOf(start) + start.length);
    const drawn = `${before}${picture()}${page.slice(page.indexOf(stop))}`;
    await expect(drawn).toMatchFileSnapshot(path);
  });

  it('is explained on the architecture page, folder by folder', () => {
    const page = readFileSync(join(root, 'server/README.md'), 'utf8');
    const folders = LAYERS.flat().filter((folder) => !folder.endsWith('.ts'));
    expect(folders.filter((folder) => !page.includes(`\`${folder.replace('server/', '')}/\``))).toEqual([]);
  });
});
