/** Files that come with the package: built-in schemas, starters, the built admin. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Finds the folder of the package, from the sources, from `dist` and from inside an asar archive alike. */
function findPackage(): string {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const file = join(folder, 'package.json');
    if (existsSync(file) && manifest(file).name === 'plinth') return folder;
    if (dirname(folder) === folder) throw new Error('The files of Plinth are incomplete: no package.json');
  }
}

function manifest(file: string): { name?: unknown; version?: unknown } {
  return JSON.parse(readFileSync(file, 'utf8'));
}

const PACKAGE = findPackage();

/** Path of a file or folder of the package. */
export function packagePath(...segments: string[]): string {
  return join(PACKAGE, ...segments);
}

export function packageVersion(): string {
  return String(manifest(packagePath('package.json')).version);
}

/** Text of a file below `resources/`. Throws when the package lacks it. */
export function readResource(path: string): string {
  return readFileSync(packagePath('resources', ...path.split('/')), 'utf8');
}

/** Content of a file below `resources/`. */
export const resourceBytes = (path: string): Buffer =>
  readFileSync(packagePath('resources', ...path.split('/')));

/** Names of what is in a folder below `resources/`, A-Z; none when it is no folder. */
export function listResources(folder: string): string[] {
  const path = packagePath('resources', ...folder.split('/'));
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(path).sort() : [];
}

/**
 * How `plinth` of this installation is started by any program of this machine. Files of a packed app are read by no
 * Node; the app itself is the command line and says where it is (`PLINTH_APP`).
 */
export function ownCommand(): string[] | undefined {
  const script = packagePath('dist', 'server', 'cli', 'plinth.js');
  const app = process.env.PLINTH_APP;
  if (app !== undefined && app !== '') return [app];
  if (script.includes('.asar')) return undefined;
  return [process.versions.electron === undefined ? process.execPath : 'node', script];
}
