/** Site generators: what they are recognised by, how they are run, and where their pages are. */

export interface Generator {
  readonly name: string;
  /** A package that projects of it depend on. */
  readonly packages?: readonly string[];
  /** Files at the top of a project, one of which is there. */
  readonly files?: RegExp;
  /** Scripts of `package.json`, the first that is there is run; else the command line. */
  readonly develop: { readonly scripts: readonly string[]; readonly command: string };
  readonly build: { readonly scripts: readonly string[]; readonly command: string };
  /** What a script has in it; those of a project in another language may be about something else. */
  readonly inScript?: RegExp;
  readonly output: string;
  readonly port: number;
  /** Files of settings. */
  readonly settings?: RegExp;
  /** Finds the folder of the built pages, the address of the site, and the port, in settings and scripts. */
  readonly outputIn?: RegExp;
  readonly addressIn?: RegExp;
  /** What settings have to contain to build files. */
  readonly needs?: { readonly pattern: RegExp; readonly note: 'siteNeedsExport' | 'siteNeedsAdapter' };
}

const text = (before: string): RegExp =>
  new RegExp(`\\b${before}["']?\\s{0,9}[:=]\\s{0,9}["']([^"'\\n]{1,300})["']`);

/** In the order in which they are looked for: those that build on others come first. */
export const GENERATORS: readonly Generator[] = [
  {
    name: 'Astro',
    packages: ['astro'],
    develop: { scripts: ['dev', 'start'], command: 'astro dev' },
    build: { scripts: ['build'], command: 'astro build' },
    output: 'dist',
    port: 4321,
    settings: /^astro\.config\.(?:[cm]?[jt]s)$/,
    outputIn: text('outDir'),
    addressIn: text('site'),
  },
  {
    name: 'Eleventy',
    packages: ['@11ty/eleventy'],
    develop: { scripts: ['dev', 'start', 'serve'], command: 'eleventy --serve' },
    build: { scripts: ['build'], command: 'eleventy' },
    output: '_site',
    port: 8080,
    settings: /^(?:\.eleventy|eleventy\.config)\.[cm]?[jt]s$/,
    outputIn: text('output'),
  },
  {
    name: 'Next.js',
    packages: ['next'],
    develop: { scripts: ['dev'], command: 'next dev' },
    build: { scripts: ['build'], command: 'next build' },
    output: 'out',
    port: 3000,
    settings: /^next\.config\.[cm]?[jt]s$/,
    outputIn: text('distDir'),
    needs: { pattern: /\boutput["']?\s{0,9}:\s{0,9}["']export["']/, note: 'siteNeedsExport' },
  },
  {
    name: 'Nuxt',
    packages: ['nuxt'],
    develop: { scripts: ['dev'], command: 'nuxt dev' },
    build: { scripts: ['generate'], command: 'nuxt generate' },
    output: '.output/public',
    port: 3000,
    settings: /^nuxt\.config\.[cm]?[jt]s$/,
  },
  {
    name: 'SvelteKit',
    packages: ['@sveltejs/kit'],
    develop: { scripts: ['dev'], command: 'vite dev' },
    build: { scripts: ['build'], command: 'vite build' },
    output: 'build',
    port: 5173,
    settings: /^svelte\.config\.[cm]?[jt]s$/,
    outputIn: text('pages'),
    needs: { pattern: /@sveltejs\/adapter-static/, note: 'siteNeedsAdapter' },
  },
  {
    name: 'Hugo',
    files: /^hugo\.(?:toml|ya?ml|json)$/,
    develop: { scripts: ['dev', 'start'], command: 'hugo server' },
    build: { scripts: ['build'], command: 'hugo --cleanDestinationDir' },
    inScript: /\bhugo\b/,
    output: 'public',
    port: 1313,
    settings: /^hugo\.(?:toml|ya?ml|json)$/,
    outputIn: text('publishDir'),
    addressIn: text('baseURL'),
  },
  {
    name: 'Vite',
    packages: ['vite'],
    develop: { scripts: ['dev', 'start'], command: 'vite' },
    build: { scripts: ['build'], command: 'vite build' },
    output: 'dist',
    port: 5173,
    settings: /^vite\.config\.[cm]?[jt]s$/,
    outputIn: text('outDir'),
  },
];

/** Package managers by their lock files: how they run a script, and a program of a package. */
export const PACKAGE_MANAGERS: readonly {
  readonly name: string;
  readonly lock: RegExp;
  readonly script: string;
  readonly program: string;
}[] = [
  { name: 'npm', lock: /^(?:package-lock|npm-shrinkwrap)\.json$/, script: 'npm run', program: 'npx' },
  { name: 'pnpm', lock: /^pnpm-lock\.yaml$/, script: 'pnpm run', program: 'pnpm exec' },
  { name: 'yarn', lock: /^yarn\.lock$/, script: 'yarn run', program: 'yarn run' },
  { name: 'bun', lock: /^bun\.lockb?$/, script: 'bun run', program: 'bunx' },
];

/** Files that tell how a project is uploaded. */
export const UPLOADED_BY: readonly { readonly file: RegExp; readonly tool: string }[] = [
  { file: /^(?:netlify\.toml|\.netlify)$/, tool: 'netlify' },
  { file: /^(?:vercel\.json|\.vercel)$/, tool: 'vercel' },
  { file: /^firebase\.json$/, tool: 'firebase' },
];
