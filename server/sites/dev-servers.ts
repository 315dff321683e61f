/**
 * Development servers of sites (spec/sites.md#development-servers): started and stopped by the owner, ended with Plinth.
 * Where one answers is what it prints, or its port.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import type { LentKey, TemporaryKeys } from '../access/temporary-keys.js';
import { type Message, message } from '../contract/messages/message.js';
import type { DevEvent, DevState, KnownSite } from '../contract/sites.js';
import { conflict } from '../errors.js';
import { environmentOf, type ShellCommand, startShell } from '../helpers/shell-command.js';
import { realFolder } from '../store/host/project.js';
import { portFor } from '../store/host/runtime-file.js';
import { CommandLog, endProblem } from './command-log.js';
import type { Sites } from './sites.js';

/** An address of this machine in what a server prints. */
const ADDRESS = /https?:\/\/(?:localhost|127\.0\.0\.1|\[::1?\]|0\.0\.0\.0):\d{2,5}/g;

/** Time between two questions whether it answers, and how long one may take, in ms. */
const BETWEEN_MS = 250;
const ANSWER_MS = 5_000;
/** Text in which an address may be cut. */
const KEPT_TEXT = 200;

interface DevServer {
  readonly log: CommandLog;
  readonly lent: LentKey;
  readonly shell: ShellCommand;
  state: DevState;
  /** Addresses that it may answer at. */
  readonly candidates: Set<string>;
  isStopped: boolean;
  done: Promise<void>;
}

export interface DevServersOptions {
  sites: Sites;
  keys: TemporaryKeys;
  /** Path of the data folder. */
  root: string;
  now(): Date;
  /** Ids of the change sets that development servers read through now. */
  sets(): readonly string[];
  /** Whether unsaved changes are shown by a site now. */
  showsUnsaved(site: string): boolean;
  /** In the address that they read at; the same each time, since generators keep what they read by its address. */
  token(): Promise<string>;
}

const STOPPED: DevState = { status: 'stopped', address: null, startedAt: null, problem: null };

const onWire = (problem: Message) => ({ message: problem.text, ...problem.onWire() });

const hasEnded = ({ state }: DevServer): boolean => state.status === 'stopped' || state.status === 'failed';

export class DevServers {
  readonly #options: DevServersOptions;
  /** By the id of the site, the last one started last. */
  readonly #servers = new Map<string, DevServer>();
  readonly #starting = new Map<string, Promise<DevServer>>();
  #isClosed = false;

  constructor(options: DevServersOptions) {
    this.#options = options;
  }

  /** Throws `missing`. */
  state(id: string): DevState {
    this.#options.sites.get(id);
    return this.#servers.get(id)?.state ?? STOPPED;
  }

  /** Where the development server that was started last answers; undefined while none does. */
  address(): string | undefined {
    return this.#lastRunning()?.[1].state.address ?? undefined;
  }

  /** Where that of a site answers, and where it reads; undefined while it does not run. */
  placesOf(id: string): { address: string; reads: string } | undefined {
    const server = this.#servers.get(id);
    if (server?.state.status !== 'running' || server.state.address === null) return undefined;
    return { address: server.state.address, reads: server.lent.url };
  }

  /** Id of its site. */
  running(): string | undefined {
    return this.#lastRunning()?.[0];
  }

  #lastRunning() {
    return [...this.#servers].findLast(([, { state }]) => state.status === 'running');
  }

  /**
   * Starts it, unless it runs: it reads through the chosen sets and the unsaved changes of the user. Throws `missing`, `validation`, `conflict` without a command.
   */
  async start(id: string, user: string): Promise<DevState> {
    const site = await this.#options.sites.ready(id);
    if (site.develop === '') throw conflict(message('siteWithoutDevelop'));
    const before = this.#servers.get(id);
    if (before && !hasEnded(before)) return before.state;
    const starting = this.#starting.get(id) ?? this.#start(site, user);
    this.#starting.set(id, starting);
    try {
      return (await starting).state;
    } finally {
      this.#starting.delete(id);
    }
  }

  /** Ends it with everything that it has started. Throws `missing`. */
  async stop(id: string): Promise<DevState> {
    await this.#end(id);
    return this.state(id);
  }

  /** Ends it, and forgets what it wrote. */
  async forget(id: string): Promise<void> {
    await this.#end(id);
    this.#servers.delete(id);
  }

  /** What it writes, from its first line on, until it has ended. Throws `missing`. */
  async *follow(id: string): AsyncGenerator<DevEvent> {
    let told: DevState | undefined;
    const server = this.#servers.get(id);
    const parts = server?.log.follow(() => hasEnded(server));
    for await (const part of parts ?? []) {
      if (!part) yield { event: 'waiting' };
      else if (part.lines.length > 0) yield { event: 'log', ...part };
      if (server?.state !== told) yield { event: 'state', state: this.state(id) };
      told = server?.state;
    }
    if (!server) yield { event: 'state', state: this.state(id) };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(this.#starting.values());
    await Promise.all([...this.#servers.keys()].map((id) => this.#end(id)));
  }

  async #start(site: KnownSite, user: string): Promise<DevServer> {
    const { keys, root, now, sets, showsUnsaved } = this.#options;
    const directory = (await realFolder(site.directory)) ?? site.directory;
    // What has the port before answers for another program.
    const port = site.port > 0 && !(await answers(`http://localhost:${site.port}`)) ? site.port : undefined;
    const lent = await keys.lend(portFor(root), {
      ...{ user, token: await this.#options.token() },
      perspective: () => ({ sets: sets(), ...(showsUnsaved(site.id) && { unsavedOf: user }) }),
    });
    const siteUrl = site.address === '' ? undefined : site.address;
    const log = new CommandLog();
    log.say(`$ ${site.develop}`);
    const candidates = new Set<string>();
    let printed = '';
    const shell = startShell(site.develop, {
      directory,
      environment: { ...environmentOf({ ...lent, siteUrl, folder: root }), BROWSER: 'none' },
      onText: (text) => {
        log.write(text);
        printed = stripVTControlCharacters(printed + text);
        for (const [address] of printed.matchAll(ADDRESS)) candidates.add(ownAddress(address));
        candidates.delete(new URL(lent.url).origin);
        printed = printed.slice(-KEPT_TEXT);
      },
    });
    const state: DevState = { ...STOPPED, status: 'starting', startedAt: now().toISOString() };
    const server: DevServer = {
      ...{ log, lent, shell, state, candidates },
      isStopped: false,
      done: Promise.resolve(),
    };
    // Started last.
    this.#servers.delete(site.id);
    this.#servers.set(site.id, server);
    void findAddress(server, port);
    server.done = this.#followToEnd(server, site.develop);
    if (this.#isClosed) shell.stop();
    return server;
  }

  async #followToEnd(server: DevServer, command: string): Promise<void> {
    const { shell, log, lent } = server;
    const end = await shell.ended;
    lent.end();
    log.flush();
    const problem = server.isStopped ? undefined : (endProblem(command, end) ?? message('siteDevelopEnded'));
    const status = problem ? 'failed' : 'stopped';
    change(server, { status, address: null, problem: problem ? onWire(problem) : null });
  }

  async #end(id: string): Promise<void> {
    const server = this.#servers.get(id);
    if (!server || hasEnded(server)) return;
    server.isStopped = true;
    server.shell.stop();
    await server.done;
  }
}

function change(server: DevServer, changed: Partial<DevState>): void {
  server.state = { ...server.state, ...changed };
  server.log.changed();
}

/** Waits until it answers at an address that it has printed, or at its port where it prints none. */
async function findAddress(server: DevServer, port: number | undefined): Promise<void> {
  while (server.state.status === 'starting') {
    const { candidates } = server;
    const asked = candidates.size > 0 || port === undefined ? [...candidates] : [`http://localhost:${port}`];
    for (const address of asked) {
      if (!(await answers(address)) || server.state.status !== 'starting') continue;
      change(server, { status: 'running', address });
      return;
    }
    await pause(BETWEEN_MS, undefined, { ref: false });
  }
}

/** An address that a browser of this machine takes. */
const ownAddress = (address: string): string =>
  new URL(address.replace('0.0.0.0', 'localhost').replace('[::]', 'localhost')).origin;

/** Whether something answers, with whatever status. */
async function answers(address: string): Promise<boolean> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(ANSWER_MS), redirect: 'manual' });
    await response.body?.cancel();
    return true;
  } catch {
    return false;
  }
}
