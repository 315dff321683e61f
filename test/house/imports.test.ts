import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The floors, highest first; a file may import from its own room and from lower floors only. */
const FLOORS: readonly (readonly string[])[] = [
  ['server/cli'],
  ['server/start.ts'],
  ['server/app.ts'],
  ['server/routes'],
  ['server/http'],
  ['server/site.ts'],
  ['server/review.ts'],
  ['server/oauth', 'server/automations', 'server/mcp'],
  ['server/templates', 'server/reports', 'server/transfer', 'server/openapi', 'server/access'],
  ['server/derivatives'],
  ['server/files'],
  ['server/content'],
  ['server/schemas'],
  ['server/properties', 'server/query', 'server/csv', 'server/zip', 'server/settings', 'server/helpers'],
  ['server/store'],
  ['server/contract', 'server/errors.ts', 'server/events.ts', 'server/on-demand.ts', 'server/parent-port.ts'],
];

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\b[^'";]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)\s*import\s*['"]([^'"]+)['"]/g;

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.config)\.(ts|tsx|cts)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
}

const roomOf = (file: string) => FLOORS.flat().find((room) => file === room || file.startsWith(`${room}/`));
const floorOf = (room: string) => FLOORS.findIndex((floor) => floor.includes(room));

/** The file a relative specifier means, as a path from the root. */
function target(file: string, specifier: string): string {
  return relative(root, resolve(root, dirname(file), specifier))
    .split(sep)
    .join('/')
    .replace(/\.js$/, '.ts');
}

/** Which folders may import a package that decides the architecture. */
const RESTRICTED: readonly { packages: RegExp; rooms: RegExp; why: string }[] = [
  {
    packages: /^(node:)?fs(\/promises)?$/,
    rooms: /^(server\/store\/|main\/)/,
    why: 'only the store and main touch files',
  },
  {
    packages: /^express$/,
    rooms: /^server\/(app\.ts|routes\/|http\/)/,
    why: 'only the HTTP floors know Express',
  },
  { packages: /^electron(\/.*)?$/, rooms: /^main\//, why: 'only main knows Electron' },
  {
    packages: /^sharp$/,
    rooms: /^server\/(derivatives|files|properties\/image)\//,
    why: 'pixels have one home',
  },
];

/** A value that changes and that all open sites would share. */
const STATE =
  /^(?:export )?(?:let |const \w+(?:: [^=]+)? = new (?:(?:Weak)?(?:Map|Set)(?:<.*>)?\(\)|(?!(?:Weak)?(?:Map|Set)\b|Date\b|Intl\b|RegExp\b|Text|URL\b|Uint)\w+\())/;

describe('the house', () => {
  const server = sources('server');

  it('gives every server file a floor', () => {
    expect(server.filter((file) => roomOf(file) === undefined)).toEqual([]);
  });

  it('imports only downwards', () => {
    const upward: string[] = [];
    for (const file of server) {
      const room = roomOf(file);
      for (const specifier of importsOf(file).filter((name) => name.startsWith('.'))) {
        const other = roomOf(target(file, specifier));
        if (room === undefined || other === undefined || room === other) continue;
        if (
          floorOf(other) <= floorOf(room) &&
          !(floorOf(room) === FLOORS.length - 1 && floorOf(other) === floorOf(room))
        ) {
          upward.push(`${file} -> ${specifier}`);
        }
      }
    }
    expect(upward).toEqual([]);
  });

  it('keeps architecture-deciding packages in their rooms', () => {
    const strays: string[] = [];
    for (const file of [...server, ...sources('main'), ...sources('renderer')]) {
      for (const specifier of importsOf(file)) {
        const rule = RESTRICTED.find(({ packages }) => packages.test(specifier));
        if (rule && !rule.rooms.test(file)) strays.push(`${file} imports ${specifier}: ${rule.why}`);
      }
    }
    expect(strays).toEqual([]);
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
    const allowed = ['server/store/slices.ts: const turns = new Turns('];
    const found = server.flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .flatMap((line) => STATE.exec(line)?.[0] ?? [])
        .map((line) => `${file}: ${line}`),
    );
    expect(found).toEqual(allowed);
  });

  it('is drawn on the architecture page as it is, and every folder is explained there', () => {
    const page = readFileSync(join(root, 'server/README.md'), 'utf8');
    const rows = FLOORS.map((floor) => `   ${floor.map((room) => room.replace('server/', '')).join('   ')}`);
    expect(page).toContain(`\n${rows.join('\n')}\n`);
    const rooms = FLOORS.flat().filter((room) => !room.endsWith('.ts'));
    const unexplained = rooms.filter((room) => !page.includes(`\`${room.replace('server/', '')}/\``));
    expect(unexplained).toEqual([]);
  });
});
