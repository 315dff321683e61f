/** What a directory is: its generator and commands, found out from its files (spec/sites.md#proposals). */
import { basename, dirname, join } from 'node:path';
import { type Message, message } from '../contract/messages/message.js';
import { DEPLOY_TOOLS, deployCommand, NO_SITE, type SiteProposal } from '../contract/sites.js';
import { isJsonObject, type JsonObject } from '../contract/values.js';
import { siteUrl } from '../publishing/asset-url.js';
import { overlap } from '../store/disk/places.js';
import { foldersIn, openProject, type Project } from '../store/host/project.js';
import { GENERATORS, type Generator, PACKAGE_MANAGERS, UPLOADED_BY } from './generators.js';
import { isOutputPath } from './site-problems.js';

/** Folders that are looked at beside a data folder. */
const MAX_FOLDERS = 50;

/** Written by `plinth exec`, which sees to the images of the built pages itself. */
const EXEC = /\bplinth exec\b/;
const ASSETS = /--assets[= ]([\w./-]{1,300})/;
const OUTPUT = /--output[= ]([\w./-]{1,300})/;
const SITE_URL = /--site-url[= ](\S{1,500})/;

interface Package {
  scripts: JsonObject;
  packages: ReadonlySet<string>;
  manager: string | undefined;
}

function packageOf(text: string | undefined): Package {
  const objectOf = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});
  let read: JsonObject = {};
  try {
    read = objectOf(JSON.parse(text ?? '{}'));
  } catch {
    // Not a package then.
  }
  const { scripts, dependencies, devDependencies, packageManager } = read;
  return {
    scripts: objectOf(scripts),
    packages: new Set([...Object.keys(objectOf(dependencies)), ...Object.keys(objectOf(devDependencies))]),
    manager: typeof packageManager === 'string' ? packageManager.split('@')[0] : undefined,
  };
}

/** The package manager of a project: by its lock file or that of the folder above, or as it says itself. */
async function managerOf(project: Project, named: string | undefined) {
  const above = await openProject(dirname(project.directory));
  for (const names of [project.names, above?.names ?? new Set<string>()]) {
    const found = PACKAGE_MANAGERS.find(({ lock }) => [...names].some((name) => lock.test(name)));
    if (found) return found;
  }
  return PACKAGE_MANAGERS.find(({ name }) => name === named) ?? PACKAGE_MANAGERS[0];
}

function isOf({ packages, files }: Generator, project: Project, own: Package): boolean {
  if (packages?.some((name) => own.packages.has(name))) return true;
  return files !== undefined && [...project.names].some((name) => files.test(name));
}

/** What a directory is; undefined where it is no site. */
export async function findProject(directory: string): Promise<SiteProposal | undefined> {
  const project = await openProject(directory);
  if (!project) return undefined;
  const own = packageOf(await project.text('package.json'));
  const generator = GENERATORS.find((one) => isOf(one, project, own));
  if (generator) return proposalOf(project, own, generator);
  if (!project.names.has('index.html')) return undefined;
  const base = { ...NO_SITE, name: basename(project.directory), directory: project.directory, output: '.' };
  return { ...base, deploy: uploadOf(project, '.'), generator: 'HTML', notes: [] };
}

async function proposalOf(project: Project, own: Package, generator: Generator): Promise<SiteProposal> {
  const { directory, names } = project;
  const manager = await managerOf(project, own.manager);
  const scriptText = (name: string | undefined) => {
    const value = name === undefined ? undefined : own.scripts[name];
    return typeof value === 'string' ? value : '';
  };
  const scriptOf = ({ scripts }: { scripts: readonly string[] }) =>
    scripts.find((name) => scriptText(name) !== '' && (generator.inScript?.test(scriptText(name)) ?? true));
  const commandOf = (does: Generator['develop']) => {
    const script = scriptOf(does);
    if (script !== undefined) return `${manager?.script} ${script}`;
    return generator.packages ? `${manager?.program} ${does.command}` : does.command;
  };
  const build = scriptText(scriptOf(generator.build));
  const settingsFile = [...names].find((name) => generator.settings?.test(name));
  const settings = (settingsFile !== undefined && (await project.text(settingsFile))) || '';
  const output = outputOf(generator, build, settings);
  const notes: Message[] = [];
  if (generator.needs && !generator.needs.pattern.test(settings)) notes.push(message(generator.needs.note));
  if (generator.packages && !names.has('node_modules'))
    notes.push(message('siteNeedsInstall', { manager: manager?.name ?? 'npm' }));
  return {
    ...NO_SITE,
    name: basename(directory),
    directory,
    develop: commandOf(generator.develop),
    build: commandOf(generator.build),
    output,
    deploy: uploadOf(project, output),
    address: addressOf([SITE_URL.exec(build)?.[1], generator.addressIn?.exec(settings)?.[1]]),
    port: generator.port,
    assets: !EXEC.test(build),
    generator: generator.name,
    notes: notes.map((note) => ({ message: note.text, ...note.onWire() })),
  };
}

/** Where the pages are built to. The project says it, which may have come from anywhere: only plain paths are taken. */
function outputOf({ outputIn, output }: Generator, build: string, settings: string): string {
  const said = [ASSETS.exec(build)?.[1], OUTPUT.exec(build)?.[1], outputIn?.exec(settings)?.[1]];
  const plain = said.map((path) => path?.replace(/^\.\//, '').replace(/\/$/, ''));
  return (
    plain.find((path) => path !== undefined && /^[\w./-]{1,300}$/.test(path) && isOutputPath(path)) ?? output
  );
}

function addressOf(said: readonly (string | undefined)[]): string {
  for (const text of said) {
    try {
      if (text !== undefined) return siteUrl(text).href;
    } catch {
      // No address, such as a placeholder.
    }
  }
  return '';
}

function uploadOf({ names }: Project, output: string): string {
  const by = UPLOADED_BY.find(({ file }) => [...names].some((name) => file.test(name)));
  const tool = DEPLOY_TOOLS.find(({ id }) => id === by?.tool);
  return tool ? deployCommand(tool, output) : '';
}

/** The sites in the folders beside a data folder, as the starters have it, and around it. */
export async function findBeside(data: string): Promise<SiteProposal[]> {
  const parent = dirname(data);
  const beside = (await foldersIn(parent)).slice(0, MAX_FOLDERS);
  const places = [join(parent, 'site'), parent, ...beside].filter(
    (place, at, all) => place !== data && all.indexOf(place) === at,
  );
  const proposals: SiteProposal[] = [];
  for (const place of places) {
    const found = await findProject(place);
    // The folder of plain pages around a data folder would be published with it.
    if (found && !overlap(join(found.directory, found.output), data)) proposals.push(found);
  }
  return proposals;
}
