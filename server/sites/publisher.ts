/**
 * Publishing sites (spec/sites.md#publishing): builds with a key that only reads, sees to images, and has the tool of the
 * host upload. One run at a time for each site, only in the process that serves the folder.
 */
import type { TemporaryKeys } from '../access/temporary-keys.js';
import type { FolderChanges } from '../content/changes/folder-changes.js';
import type { Base } from '../content/core/base.js';
import { listDamaged } from '../content/maintenance/list-damaged.js';
import type { Actor } from '../contract/changes.js';
import { type Message, message } from '../contract/messages/message.js';
import {
  type KnownSite,
  type Outgoing,
  PUBLISH_STATES,
  type PublishEvent,
  type PublishRecord,
  type PublishRun,
  type PublishStep,
  type SiteState,
} from '../contract/sites.js';
import { isJsonObject, type JsonObject } from '../contract/values.js';
import { conflict, missing, PlinthError } from '../errors.js';
import { freshRunId, RunHistory } from '../helpers/run-history.js';
import { environmentOf, startShell } from '../helpers/shell-command.js';
import { assetUrl, siteUrl } from '../publishing/asset-url.js';
import { collectAssets } from '../publishing/site-assets.js';
import { type Requests, Source } from '../publishing/source.js';
import { OutputFolder } from '../store/host/output-folder.js';
import { hasFiles, ProjectHashes, realFolder } from '../store/host/project.js';
import { portFor } from '../store/host/runtime-file.js';
import type { RunFiles } from '../store/types/features.js';
import { CommandLog, endProblem } from './command-log.js';
import { type BuiltFrom, outgoingOf } from './outgoing.js';
import { outputOf } from './site-problems.js';
import type { Sites } from './sites.js';

/** Runs of a site that are kept, the last successful one besides. */
const KEPT = 50;

interface StoredRun extends PublishRecord, BuiltFrom {}

/** A run under way. */
interface Running {
  run: StoredRun;
  readonly log: CommandLog;
  readonly abort: AbortController;
  done: Promise<void>;
}

/** The server whose process publishes. */
export interface Serving {
  readonly requests: Requests;
  /** Its address. */
  readonly url: string;
}

export interface PublisherOptions {
  folder: Base & { readonly cursors: FolderChanges };
  sites: Sites;
  keys: TemporaryKeys;
  files: RunFiles;
  log: (level: 'warn' | 'error', message: string, error?: unknown) => void;
}

function summaryOf(run: PublishRun): PublishRun {
  const { id, site, by, status, step, startedAt, finishedAt, durationMs, problem, outgoing } = run;
  return { id, site, by, status, step, startedAt, finishedAt, durationMs, problem, outgoing };
}

function isStored(value: JsonObject): value is JsonObject & StoredRun {
  const { id, site, status, startedAt, log, cursor, project, settings, outgoing, by } = value;
  return (
    [id, site, startedAt, cursor, project, settings].every((text) => typeof text === 'string') &&
    PUBLISH_STATES.some((state) => state === status) &&
    Array.isArray(log) &&
    isJsonObject(outgoing) &&
    isJsonObject(by)
  );
}

export class Publisher {
  readonly #options: PublisherOptions;
  readonly #history: RunHistory<StoredRun, PublishRun>;
  readonly #projects = new ProjectHashes();
  readonly #running = new Map<string, Running>();
  /** Sites that are published, or about to be. */
  readonly #busy = new Set<string>();
  /** Who waits for the end of a run, by the id of the site. */
  readonly #waiting = new Map<string, Actor>();
  #serving: Serving | undefined;
  #start = () => {};
  readonly #started = new Promise<void>((resolve) => {
    this.#start = resolve;
  });

  constructor(options: PublisherOptions) {
    this.#options = options;
    this.#history = new RunHistory<StoredRun, PublishRun>({
      files: options.files,
      kept: KEPT,
      ofRun: ({ site }) => site,
      isStored,
      summaryOf,
      isOpen: ({ status }) => status === 'running',
      isNeeded: (run, all) => run === all.findLast(({ status }) => status === 'succeeded'),
    });
  }

  /** From now on sites can be published. Marks what an earlier process could not finish. */
  async start(serving: Serving): Promise<void> {
    for (const { site, id } of await this.#history.open()) {
      const left = await this.#history.stored(site, id);
      const finishedAt = this.#options.folder.now().toISOString();
      if (left) await this.#history.put({ ...left, status: 'interrupted', finishedAt });
    }
    this.#serving = serving;
    this.#start();
  }

  /** Throws `missing`. */
  async state(id: string): Promise<SiteState> {
    const site = this.#options.sites.get(id);
    const running = this.#running.get(id)?.run;
    const { outgoing } = await this.#outgoing(site);
    return { outgoing, running: running ? summaryOf(running) : null };
  }

  /** Runs of a site, newest first. Throws `missing`. */
  runs(id: string): Promise<PublishRun[]> {
    this.#options.sites.get(id);
    return this.#history.list(id);
  }

  /** The last run that succeeded; undefined without one, and while the site is being built. */
  async lastBuilt(id: string): Promise<PublishRun | undefined> {
    if (this.#busy.has(id)) return undefined;
    return (await this.#history.list(id)).find(({ status }) => status === 'succeeded');
  }

  /** One run with its log. Throws `missing`. */
  async run(id: string, run: string): Promise<PublishRecord> {
    const running = this.#running.get(id);
    if (running?.run.id === run) return { ...summaryOf(running.run), ...running.log.kept() };
    const stored = await this.#history.stored(id, run);
    if (!stored) throw missing(message('sitePublishMissing', { id, run }));
    const { log, dropped } = stored;
    return { ...summaryOf(stored), log, dropped };
  }

  /** What a run writes, from its first line to its end. Throws `missing`. */
  async *follow(id: string, run: string): AsyncGenerator<PublishEvent> {
    const running = this.#running.get(id);
    if (running?.run.id !== run) {
      const { log, dropped, ...stored } = await this.run(id, run);
      yield { event: 'log', lines: log, skipped: dropped };
      yield { event: 'ended', run: stored };
      return;
    }
    let step: PublishStep | undefined;
    for await (const part of running.log.follow(() => running.run.finishedAt !== null)) {
      const now = running.run;
      if (now.step !== step) yield { event: 'step', step: now.step };
      step = now.step;
      if (!part) yield { event: 'waiting' };
      else if (part.lines.length > 0) yield { event: 'log', ...part };
    }
    yield { event: 'ended', run: summaryOf(running.run) };
  }

  /**
   * Begins to publish a site; nothing where nothing has changed, unless `force`. Throws `missing`, `validation`, and
   * `conflict` while it is being published.
   */
  async publish(
    id: string,
    { by, force = false }: { by: Actor; force?: boolean },
  ): Promise<{ run: PublishRun | null; outgoing: Outgoing }> {
    const site = await this.#options.sites.ready(id);
    if (this.#busy.has(id)) throw conflict(message('sitePublishing', { id }));
    if (site.build === '' && site.deploy === '') throw conflict(message('siteWithoutCommands'));
    this.#busy.add(id);
    let running: Running | undefined;
    try {
      const { outgoing, from } = await this.#outgoing(site);
      if (!outgoing.changed && !force) return { run: null, outgoing };
      running = this.#newRun(site, { by, outgoing, from });
      await this.#history.put(running.run);
      this.#running.set(id, running);
      running.done = this.#perform(running, site);
      return { run: summaryOf(running.run), outgoing };
    } finally {
      if (!this.#running.has(id)) {
        this.#busy.delete(id);
        this.#publishWaiting(id);
      }
    }
  }

  /**
   * Publishes a site for an automation, after the run that is under way: what has changed since that began has to go out,
   * too. Throws `forbidden` unless the owner has allowed it, and as `publish`.
   */
  async publishFor(
    id: string,
    by: Actor,
  ): Promise<{ status: 'started' | 'unchanged' | 'waiting'; run: string | null }> {
    // A schedule that was missed is made up for before the server is ready.
    await this.#started;
    if (!this.#options.sites.get(id).automations)
      throw new PlinthError('forbidden', message('siteNotForAutomations', { id }));
    if (this.#busy.has(id)) {
      this.#waiting.set(id, by);
      return { status: 'waiting', run: null };
    }
    const { run } = await this.publish(id, { by });
    return run ? { status: 'started', run: run.id } : { status: 'unchanged', run: null };
  }

  /** Publishes a site again, where an automation has asked for it during a run. */
  #publishWaiting(id: string): void {
    const by = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (!by || !this.#serving) return;
    this.publishFor(id, by).catch((error: unknown) =>
      this.#options.log('warn', `The site "${id}" could not be published for an automation`, error),
    );
  }

  /** Ends a run and what it has started; resolves with the run. Throws `missing`, `conflict` when it has ended. */
  async cancel(id: string, run: string): Promise<PublishRun> {
    const running = this.#running.get(id);
    if (running?.run.id !== run) {
      await this.run(id, run);
      throw conflict(message('siteNotPublishing'));
    }
    running.abort.abort('cancelled');
    await running.done;
    return summaryOf(running.run);
  }

  /** Ends a run of a site that is forgotten, and forgets its runs. */
  async forget(id: string): Promise<void> {
    this.#waiting.delete(id);
    this.#running.get(id)?.abort.abort('cancelled');
    await this.#running.get(id)?.done;
    await this.#history.forget(id);
  }

  /** Ends all runs, as interrupted. */
  async close(): Promise<void> {
    this.#serving = undefined;
    const all = [...this.#running.values()];
    for (const { abort } of all) abort.abort('interrupted');
    await Promise.all(all.map(({ done }) => done));
  }

  async #outgoing(site: KnownSite) {
    const good = (await this.#history.list(site.id)).find(({ status }) => status === 'succeeded');
    const last = good && (await this.#history.stored(site.id, good.id));
    return outgoingOf({ ...this.#options.folder, projects: this.#projects }, site, last);
  }

  #newRun(
    site: KnownSite,
    { by, outgoing, from }: { by: Actor; outgoing: Outgoing; from: BuiltFrom },
  ): Running {
    const run: StoredRun = {
      id: freshRunId(),
      site: site.id,
      by,
      status: 'running',
      step: site.build === '' ? 'deploy' : 'build',
      startedAt: this.#options.folder.now().toISOString(),
      finishedAt: null,
      durationMs: null,
      problem: null,
      outgoing,
      log: [],
      dropped: 0,
      ...from,
    };
    return { run, log: new CommandLog(), abort: new AbortController(), done: Promise.resolve() };
  }

  /** Runs all steps and records how it went. Never rejects. */
  async #perform(running: Running, site: KnownSite): Promise<void> {
    const { log, abort } = running;
    const start = performance.now();
    let status: PublishRun['status'] = 'succeeded';
    let problem: Message | undefined;
    try {
      await this.#steps(running, site);
      abort.signal.throwIfAborted();
    } catch (error) {
      if (abort.signal.aborted) status = abort.signal.reason;
      else {
        status = 'failed';
        problem = this.#problemOf(error, log);
      }
    }
    log.flush();
    const finished: StoredRun = {
      ...running.run,
      status,
      problem: problem ? { message: problem.text, ...problem.onWire() } : null,
      finishedAt: this.#options.folder.now().toISOString(),
      durationMs: Math.round(performance.now() - start),
      ...log.kept(),
    };
    await this.#history
      .put(finished)
      .catch((error: unknown) => this.#options.log('error', 'A run of a site could not be saved', error));
    running.run = finished;
    this.#running.delete(site.id);
    this.#busy.delete(site.id);
    log.changed();
    this.#publishWaiting(site.id);
  }

  #problemOf(error: unknown, log: CommandLog): Message {
    if (!(error instanceof PlinthError)) {
      this.#options.log('error', 'Publishing failed', error);
      return message('sitePublishFailed');
    }
    for (const [place, problems] of Object.entries(error.details ?? {}))
      log.say(...problems.map((one) => `${place}: ${one.text}`));
    return error.reason;
  }

  async #steps(running: Running, site: KnownSite): Promise<void> {
    const { folder, keys } = this.#options;
    const serving = this.#serving;
    if (!serving) throw new PlinthError('busy', message('folderClosing'));
    const directory = (await realFolder(site.directory)) ?? site.directory;
    const lent = await keys.lend(portFor(folder.store.root));
    try {
      const environment = environmentOf({ ...lent, siteUrl: site.address === '' ? undefined : site.address });
      const run = (command: string) => commandIn(running, { command, directory, environment });
      if (site.build !== '') {
        await refuseDamaged(folder, running.log);
        this.#step(running, 'build');
        await run(site.build);
      }
      if (site.output !== '' && !(await hasFiles(outputOf(site, directory))))
        throw conflict(message('siteOutputEmpty', { output: site.output }));
      if (site.assets) {
        this.#step(running, 'files');
        await collectFiles(running.log, site, { output: outputOf(site, directory), folder, serving, lent });
      }
      running.abort.signal.throwIfAborted();
      if (site.deploy !== '') {
        this.#step(running, 'deploy');
        await run(site.deploy);
      }
    } finally {
      for (const { collection, parameter, name } of lent.end())
        running.log.say(`Not a property of ${collection}, so it was ignored: ${name} (${parameter})`);
    }
  }

  #step(running: Running, step: PublishStep): void {
    running.abort.signal.throwIfAborted();
    running.run = { ...running.run, step };
    running.log.changed();
  }
}

/** Runs a command line to its end. Throws `conflict` when it fails, and the reason when it is aborted. */
async function commandIn(
  { log, abort: { signal } }: Running,
  options: { command: string; directory: string; environment: Record<string, string> },
): Promise<void> {
  const { command } = options;
  log.say(`$ ${command}`);
  const shell = startShell(command, { ...options, onText: (text) => log.write(text) });
  const stop = () => shell.stop();
  signal.addEventListener('abort', stop);
  const end = await shell.ended;
  signal.removeEventListener('abort', stop);
  log.flush();
  signal.throwIfAborted();
  const problem = endProblem(command, end);
  if (problem) throw conflict(problem);
}

/** The pages of damaged files would be missing from the site. */
async function refuseDamaged(folder: Base, log: CommandLog): Promise<void> {
  const damaged = (await listDamaged(folder)).files.filter(({ usable }) => !usable);
  if (damaged.length === 0) return;
  log.say(...damaged.map(({ collection, id, reason }) => `${collection}/${id}.json: ${reason}`));
  throw conflict(message('siteFolderDamaged'));
}

/** Writes the images and files that the built pages show beside them. */
async function collectFiles(
  log: CommandLog,
  { address }: KnownSite,
  from: { output: string; folder: Base; serving: Serving; lent: { url: string; key: string } },
): Promise<void> {
  const { output, folder, serving, lent } = from;
  const site = address === '' ? undefined : siteUrl(address);
  const hosts = [lent.url, serving.url].flatMap((url) => {
    const { port } = new URL(url);
    return [`127.0.0.1:${port}`, `localhost:${port}`];
  });
  const into = await OutputFolder.open(output, { apart: folder.store.root, mustExist: true });
  try {
    const { written, unchanged, removed, changed, notes } = await collectAssets({
      source: new Source({ requests: serving.requests, key: lent.key, drafts: false }),
      folder: into,
      url: assetUrl(`${site?.pathname ?? '/'}plinth-assets`, site),
      hosts: [...new Set(hosts)],
      allowMissing: false,
    });
    log.say(
      `Files of the site: ${written} written, ${unchanged} unchanged, ${removed} removed; ${changed} pages changed`,
      ...notes,
    );
  } finally {
    await into.close();
  }
}
