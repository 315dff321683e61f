/** Sites that are built from the folder, as this machine knows them (spec/sites.md). */
import { ACTOR } from './changes.js';
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

const PROBLEM = wire.all({ message: wire.text, ...wire.said });

/** What a directory was found to be, for a site that is not kept yet. */
const PROPOSAL = wire.named(
  'SiteProposal',
  wire.extended(SETTINGS, {
    /** The name of the generator. */
    generator: wire.text,
    /** What has to be done before it can be built or published. */
    notes: wire.listOf(PROBLEM),
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

/** What publishing a site would bring to it. */
const OUTGOING = wire.named(
  'Outgoing',
  wire.all({
    /** When it was last published successfully; null before. */
    since: wire.orNull(wire.text),
    /** Whether something has changed since then, as far as it is known. */
    changed: wire.bool,
    /** Whether it is not known what has changed, so that all of it may have. */
    all: wire.bool,
    /** Objects that have changed, the last change first, and how many more. */
    objects: wire.listOf(
      wire.all(wire.texts('collection', 'id', 'at'), {
        title: wire.text,
        deleted: wire.yes,
        /** It is not published, which may be what has changed. */
        draft: wire.yes,
      }),
    ),
    more: wire.count,
    /** Whether files of the project have changed, or the commands of the site. */
    project: wire.bool,
  }),
);
export type Outgoing = wire.Typed<typeof OUTGOING>;
export type OutgoingObject = Outgoing['objects'][number];

/** In order. */
const PUBLISH_STEPS = ['build', 'files', 'deploy'] as const;
export type PublishStep = (typeof PUBLISH_STEPS)[number];
export const PUBLISH_STATES = ['running', 'succeeded', 'failed', 'cancelled', 'interrupted'] as const;

export const PUBLISH_RUN = wire.named(
  'PublishRun',
  wire.all({
    /** Sorts by time. */
    id: wire.text,
    site: wire.text,
    by: ACTOR,
    status: wire.choice(...PUBLISH_STATES),
    /** What it does, or did last. */
    step: wire.choice(...PUBLISH_STEPS),
    startedAt: wire.text,
    finishedAt: wire.orNull(wire.text),
    durationMs: wire.orNull(wire.count),
    /** Why it failed. */
    problem: wire.orNull(PROBLEM),
    outgoing: OUTGOING,
  }),
);
export type PublishRun = wire.Typed<typeof PUBLISH_RUN>;
export const PUBLISH_RUNS = wire.named('PublishRuns', wire.all({ runs: wire.listOf(PUBLISH_RUN) }));

/** What commands wrote, the last lines of it; `dropped` of the first ones are not kept. */
export interface KeptLines {
  log: string[];
  dropped: number;
}
export const PUBLISH_RECORD = wire.named(
  'PublishRecord',
  wire.extended(PUBLISH_RUN, { log: wire.listOf(wire.text), dropped: wire.count }),
);
export type PublishRecord = wire.Typed<typeof PUBLISH_RECORD>;

export const PUBLISH_SENT = wire.some({
  /** Also when nothing has changed. */
  force: wire.bool,
});
/** What was begun; null where nothing has changed. */
export const PUBLISHED = wire.named(
  'Published',
  wire.all({ run: wire.orNull(PUBLISH_RUN), outgoing: OUTGOING }),
);

const DEV_STATES = ['stopped', 'starting', 'running', 'failed'] as const;
/** The development server of a site. */
export const DEV_STATE = wire.named(
  'DevServerState',
  wire.all({
    status: wire.choice(...DEV_STATES),
    /** Where it answers; null until it does. */
    address: wire.orNull(wire.text),
    startedAt: wire.orNull(wire.text),
    /** Why it has ended, or was not started. */
    problem: wire.orNull(PROBLEM),
  }),
);
export type DevState = wire.Typed<typeof DEV_STATE>;

/** Lines of the stream of a development server, until it has ended. */
export type DevEvent =
  | { event: 'log'; lines: string[]; skipped: number }
  | { event: 'waiting' }
  | { event: 'state'; state: DevState };

/** How a site stands. */
export const SITE_STATE = wire.named(
  'SiteState',
  wire.all({
    outgoing: OUTGOING,
    /** The run that is under way. */
    running: wire.orNull(PUBLISH_RUN),
  }),
);
export type SiteState = wire.Typed<typeof SITE_STATE>;

/** Lines of the stream of a run. */
export type PublishEvent =
  /** What commands wrote since the last event; `skipped` lines before are not kept. */
  | { event: 'log'; lines: string[]; skipped: number }
  | { event: 'step'; step: PublishStep }
  /** Nothing has happened for some seconds. */
  | { event: 'waiting' }
  | { event: 'ended'; run: PublishRun };
