/** What a site may be: of what is sent, and of the record of this machine, which may have been edited. */
import { isAbsolute, join } from 'node:path';
import { type Details, type Message, message } from '../contract/messages/message.js';
import { isLegalId } from '../contract/names.js';
import { type KnownSite, MAX_COMMAND_LENGTH, MAX_PATH_LENGTH, type SiteSettings } from '../contract/sites.js';
import { isJsonObject } from '../contract/values.js';
import { siteUrl } from '../publishing/asset-url.js';
import { isWithin, overlap, realPlace } from '../store/disk/places.js';
import { realFolder } from '../store/host/project.js';

const LENGTHS = {
  name: 100,
  directory: MAX_PATH_LENGTH,
  develop: MAX_COMMAND_LENGTH,
  build: MAX_COMMAND_LENGTH,
  deploy: MAX_COMMAND_LENGTH,
  output: 500,
  address: 500,
} as const satisfies Partial<Record<keyof SiteSettings, number>>;

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/** Signs that a shell would read in a command line with the folder in it. */
const OF_SHELLS = /["'`$\\!%*?;&|<>^]/;

/** A folder below the project: `.` for the project itself, no way out, nothing that a shell reads. */
export const isOutputPath = (path: string): boolean =>
  path === '.' ||
  (!OF_SHELLS.test(path) &&
    !path.startsWith('-') &&
    path.split('/').every((name) => name !== '' && name !== '.' && name !== '..' && name !== 'node_modules'));

/** What is wrong with the values themselves, in the file of the machine as in a request. */
export function problemsOf(site: SiteSettings): Details {
  const problems: Record<string, Message[]> = {};
  for (const [name, limit] of Object.entries(LENGTHS)) {
    const value = site[name as keyof typeof LENGTHS];
    if (typeof value !== 'string') problems[name] = [message('notText')];
    else if (CONTROL.test(value)) problems[name] = [message('controlCharacters')];
    else if (value.length > limit) problems[name] = [message('maxLength', { limit })];
  }
  for (const name of ['assets', 'automations'] as const)
    if (typeof site[name] !== 'boolean') problems[name] = [message('notBoolean')];
  if (!Number.isInteger(site.port) || site.port < 0 || site.port > 65_535)
    problems.port = [message('notWholeNumberBetween', { min: 0, max: 65_535 })];
  if (Object.keys(problems).length > 0) return problems;
  if (site.name.trim() === '') problems.name = [message('required')];
  if (!isAbsolute(site.directory)) problems.directory = [message('notPathOfFolder')];
  if (site.output !== '' && !isOutputPath(site.output)) problems.output = [message('siteOutputInvalid')];
  else if (site.output === '' && (site.build !== '' || site.assets)) problems.output = [message('required')];
  else if (site.output === '.' && site.assets) problems.assets = [message('siteAssetsInProject')];
  try {
    if (site.address !== '') siteUrl(site.address);
  } catch {
    problems.address = [message('notUrl', { sample: 'https://example.org' })];
  }
  return problems;
}

/** As `problemsOf`, with what the folders of this machine say now. `data`: the real path of the data folder. */
export async function problemsHere(site: SiteSettings, data: string): Promise<Details> {
  const problems = problemsOf(site);
  if (problems.directory) return problems;
  const directory = await realFolder(site.directory);
  if (directory === undefined) return { ...problems, directory: [message('siteDirectoryMissing')] };
  if (isWithin(directory, data)) return { ...problems, directory: [message('outsideNeeded')] };
  if (!problems.output && site.output !== '' && overlap(outputOf(site, directory), data))
    return { ...problems, output: [message('siteOutputInData')] };
  return problems;
}

/** The real path of the folder of built pages. */
export const outputOf = (site: SiteSettings, directory = site.directory): string =>
  realPlace(join(directory, site.output));

/** A site as the record of the machine has it; undefined for what is none. */
export function knownSite(value: unknown): KnownSite | undefined {
  if (!isJsonObject(value) || typeof value.id !== 'string' || !isLegalId(value.id)) return undefined;
  const site = value as unknown as KnownSite;
  return Object.keys(problemsOf(site)).length === 0 ? site : undefined;
}
