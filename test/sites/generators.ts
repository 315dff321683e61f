/** The generators whose example sites are built, and what each needs. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const EXAMPLES = join(ROOT, 'resources/examples');

export interface Generator {
  name: string;
  /** Folder of the example below `resources/examples`. */
  example: string;
  /** Script of its package.json that builds the site. */
  script: string;
  /** Folder of the built site. */
  output: string;
  /** Folder with package.json and package-lock.json of what is installed; undefined if nothing is. */
  packages?: string;
  /** Whether links lead to pages without loading them whole. */
  isApp?: boolean;
  /** Whether only thorough runs build it: a build of an app framework takes ten seconds and more of a processor. */
  isThorough?: boolean;
  /** Why it cannot run on this machine. */
  unfit?(): string | undefined;
}

const example = (name: string) => join(EXAMPLES, name);

/** Version of Hugo on this machine as one number, 0.126 as 126; 0 without one. */
export function hugoVersion(): number {
  const { stdout } = spawnSync('hugo', ['version'], { encoding: 'utf8' });
  const [, major, minor] = /v(\d+)\.(\d+)/.exec(stdout ?? '') ?? [];
  return Number(major ?? 0) * 1000 + Number(minor ?? 0);
}

/** The first version of Hugo with content adapters. */
export const CONTENT_ADAPTERS = 126;

export const GENERATORS: readonly Generator[] = [
  {
    name: 'Astro',
    example: 'astro',
    script: 'build',
    output: 'dist',
    packages: example('astro'),
  },
  {
    name: 'Eleventy',
    example: 'eleventy',
    script: 'build',
    output: '_site',
    packages: example('eleventy'),
  },
  {
    name: 'Next 16',
    example: 'next',
    script: 'build',
    output: 'out',
    packages: example('next'),
    isApp: true,
    isThorough: true,
  },
  {
    name: 'Next 15',
    example: 'next',
    script: 'build',
    output: 'out',
    packages: join(ROOT, 'test/sites/next-15'),
    isApp: true,
    isThorough: true,
  },
  {
    name: 'SvelteKit',
    example: 'sveltekit',
    script: 'build',
    output: 'build',
    packages: example('sveltekit'),
    isApp: true,
    isThorough: true,
  },
  {
    name: 'Nuxt',
    example: 'nuxt',
    script: 'build',
    output: '.output/public',
    packages: example('nuxt'),
    isApp: true,
    isThorough: true,
  },
  {
    name: 'Hugo with a content adapter',
    example: 'hugo',
    script: 'build',
    output: 'public',
    unfit: () => (hugoVersion() < CONTENT_ADAPTERS ? 'Hugo 0.126 or newer is not installed' : undefined),
  },
  {
    name: 'Hugo with written files',
    example: 'hugo',
    script: 'build:files',
    output: 'public',
    unfit: () => (hugoVersion() === 0 ? 'Hugo is not installed' : undefined),
  },
];
