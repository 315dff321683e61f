/** Sites that are built from the folder, as this machine knows them (spec/sites.md). */
import * as wire from './json-schema.js';

/** Directory, commands and files of a site. An empty text: there is none. */
const SETTINGS = wire.all({
  name: wire.text,
  /** Absolute path of the project. */
  directory: wire.text,
  /** Command lines, run by a shell in the directory. */
  develop: wire.text,
  build: wire.text,
  deploy: wire.text,
  /** Where the built pages are, below the directory. */
  output: wire.text,
  /** Of the pages for visitors. */
  address: wire.text,
  /** Port of the development server, for one that does not print its address; 0 where it is not known. */
  port: wire.count,
  /** Whether the images and files that the built pages show are written beside them. */
  assets: wire.bool,
  /** Whether automations may publish it. */
  automations: wire.bool,
});
export type SiteSettings = wire.Typed<typeof SETTINGS>;

export const SITE_SENT = wire.named('SentSite', wire.part(SETTINGS));
export const SITE = wire.named('Site', wire.extended(SETTINGS, { id: wire.text }));
export type KnownSite = wire.Typed<typeof SITE>;

export const NO_SITE: SiteSettings = {
  name: '',
  directory: '',
  develop: '',
  build: '',
  deploy: '',
  output: '',
  address: '',
  port: 0,
  assets: false,
  automations: false,
};

export const SITES = wire.named('Sites', wire.all({ sites: wire.listOf(SITE) }));

/** Where to look for a project; by default beside the folder. */
export const PROJECT_PLACE = wire.some({ directory: wire.text });

/** What a directory was found to be, for a site that is not kept yet. */
const PROPOSAL = wire.named(
  'SiteProposal',
  wire.extended(SETTINGS, {
    /** The name of the generator. */
    generator: wire.text,
    /** What has to be done before it can be built or published. */
    notes: wire.listOf(wire.all(wire.said)),
  }),
);
export type SiteProposal = wire.Typed<typeof PROPOSAL>;
export const PROPOSALS = wire.named('SiteProposals', wire.all({ proposals: wire.listOf(PROPOSAL) }));

/** Longest texts. */
export const MAX_COMMAND_LENGTH = 2000;
export const MAX_PATH_LENGTH = 4096;
export const MAX_SITES = 20;

/** A tool that uploads built pages, with its command line: OUT is the folder, other words in capitals are to be replaced. */
export interface DeployTool {
  readonly id: string;
  readonly name: string;
  readonly command: string;
}

const PAGES = 'git --git-dir=.plinth-pages.git --work-tree=OUT';

/** All carry only what has changed, as far as the tool can. */
export const DEPLOY_TOOLS: readonly DeployTool[] = [
  {
    id: 'git-pages',
    name: 'git: push the built pages to a branch',
    command: `git init -q --bare .plinth-pages.git && ${PAGES} add -A && ${PAGES} commit -q --allow-empty -m Publish && ${PAGES} push git@HOST:USER/REPOSITORY.git HEAD:BRANCH`,
  },
  {
    id: 'git',
    name: 'git: commit the project and push it',
    command: 'git add -A && git commit -q --allow-empty -m Publish && git push',
  },
  {
    id: 'rsync',
    name: 'rsync',
    command: 'rsync -rlz --checksum --delete --itemize-changes OUT/ USER@HOST:/FOLDER/',
  },
  { id: 'rclone', name: 'rclone', command: 'rclone sync --checksum --verbose OUT REMOTE:FOLDER' },
  { id: 'netlify', name: 'Netlify', command: 'npx netlify-cli deploy --prod --dir OUT' },
  { id: 'vercel', name: 'Vercel', command: 'npx vercel deploy --prod OUT' },
  {
    id: 'cloudflare',
    name: 'Cloudflare Pages',
    command: 'npx wrangler pages deploy OUT --project-name PROJECT',
  },
  { id: 'github', name: 'GitHub Pages', command: 'npx gh-pages --dotfiles --nojekyll --dist OUT' },
  { id: 'surge', name: 'Surge', command: 'npx surge OUT DOMAIN' },
  { id: 'firebase', name: 'Firebase Hosting', command: 'npx firebase-tools deploy --only hosting' },
];

/** Names of folders that mean nothing else to any shell. */
const PLAIN = /^[\w./-]+$/;

/** The command line of a tool for the folder of built pages. */
export const deployCommand = ({ command }: DeployTool, output: string): string =>
  command.replaceAll('OUT', () => (PLAIN.test(output) ? output : `"${output}"`));
