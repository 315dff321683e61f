/**
 * Which modules are loaded together. Left to itself the bundler makes a file for each set of screens that share
 * something, often of a few hundred bytes: a form took 81 of them. Home, lists and forms are opened most, so what the
 * same ones of these three need is one file.
 */
import type { Rolldown } from 'vite';

interface Modules {
  getModuleInfo(id: string): Rolldown.ModuleInfo | null;
}

/** The modules that the three screens begin with. A form begins with the controls of all kinds as well. */
const SCREENS = [
  ['home', /\/renderer\/pages\/home\/parts\.ts$/],
  ['list', /\/renderer\/pages\/Objects\.tsx$/],
  ['form', /\/renderer\/pages\/ObjectEditor\.tsx$/],
] as const;

/** The three, and `more` for all others and for what opens within one. */
const NAMES = [...SCREENS.map(([name]) => name), 'more'] as const;

/** All sets of these, those with the most first: what is in a set's file imports files of larger sets only. */
const SETS = Array.from({ length: 16 }, (_, bits) => NAMES.filter((_, at) => bits & (1 << at)))
  .filter((set) => set.some((name) => name !== 'more'))
  .sort((a, b) => b.length - a.length)
  .map((set) => set.join('-'));

/** Where a kind names its control, and how it names one that comes when it is drawn: an editor of code, say. */
const KIND = /\/renderer\/fields\/\w+\/index\.tsx$/;
const LAZY = /\blazy\(\(\) => import\(["'](?:\.\/)?([^"']+)["']\)/g;

/** Whether a form loads this module with itself, as the control of a kind. */
function isControl({ id, dynamicImporters }: Rolldown.ModuleInfo, modules: Modules): boolean {
  return dynamicImporters.some((importer) => {
    const code = KIND.test(importer) ? modules.getModuleInfo(importer)?.code : undefined;
    if (typeof code !== 'string') return false;
    return [...code.matchAll(LAZY)].every(([, name]) => !id.includes(`/${name}.`));
  });
}

/** The screens that load a module, in the words of `SETS`. */
function setOf(id: string, modules: Modules): string {
  const set = new Set<string>();
  const seen = new Set([id]);
  for (const one of seen) {
    const info = modules.getModuleInfo(one);
    if (info === null) continue;
    for (const importer of info.importers) seen.add(importer);
    if (info.dynamicImporters.length === 0) continue;
    const screen = SCREENS.find(([, begins]) => begins.test(one))?.[0];
    set.add(screen ?? (isControl(info, modules) ? 'form' : 'more'));
  }
  return NAMES.filter((name) => set.has(name)).join('-');
}

/** The groups of the bundler, in the order in which they take modules. */
export function screenChunks() {
  const known = new Map<string, string>();
  const knownSet = (id: string, modules: Modules): string => {
    const set = known.get(id) ?? setOf(id, modules);
    known.set(id, set);
    return set;
  };
  return SETS.map((set, at) => ({
    name: (id: string, modules: Modules) => (knownSet(id, modules) === set ? set : null),
    debugName: set,
    priority: SETS.length - at,
  }));
}
