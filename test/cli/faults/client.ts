/** A server under the fault shim, and the owner who talks to it. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { isJsonObject } from '../../../server/contract/values.js';
import { startServer } from '../../../server/start.js';
import { lockByName } from '../../../server/store/disk/folder-lock.js';
import { loggedCalls, putCopy } from '../../helpers/fault-shim.js';
import { built, run } from '../../helpers/process.js';

export interface Places {
  home: string;
  folder: string;
  shim: string;
  /** Where the server keeps its state; in `home` without it. */
  state?: string;
  /** Calls below this folder are counted; without it those below `folder`. */
  root?: string;
  /** Whether calls of the history count as well; its background work comes at any time. */
  history?: boolean;
  /** Folder outside of `home` for the copies that `Faults.copyAt` asks for. */
  copies?: string;
}

/** Tells the shim what to do, also while the server runs; each order counts calls anew. */
export class Faults {
  readonly #home: string;
  #order = 0;

  constructor(home: string) {
    this.#home = home;
  }

  get env(): Record<string, string> {
    return { FAULT_PLAN: join(this.#home, 'plan'), FAULT_LOG: join(this.#home, 'calls') };
  }

  order(at: number, act: string): void {
    this.#order += 1;
    writeFileSync(join(this.#home, 'plan'), `${this.#order} ${at} ${act}`);
  }

  off(): void {
    this.order(0, 'none');
  }

  /** Before each of these calls `home` is copied: one run leaves what a kill at each of them would have left. */
  copyAt(calls: readonly number[]): void {
    this.order(0, `copy:${calls.join(',')}`);
  }

  /** The calls since the last order. */
  calls(): string[] {
    return loggedCalls(join(this.#home, 'calls'), this.#order);
  }
}

export interface Sent {
  status: number;
  text: string;
}

/** The calls before which a copy was made so far, the first one first. */
export const copiesIn = ({ copies }: Places): number[] =>
  (copies === undefined ? [] : readdirSync(copies)).map(Number).sort((one, other) => one - other);

/** Puts a copy in the place of what it was made from, so that the folder has the path that state is kept of. */
export const putBack = ({ home, copies = '' }: Places, at: number): void => putCopy(copies, at, home);

interface Served {
  url: string;
  admin: string;
  stop(): Promise<boolean>;
  gone(): Promise<void>;
}

export class Client {
  readonly #server: Served;
  readonly #headers: Record<string, string>;
  /** Address of a server files can be fetched from. */
  readonly elsewhere: string;

  private constructor(server: Served, headers: Record<string, string>, elsewhere: string) {
    this.#server = server;
    this.#headers = headers;
    this.elsewhere = elsewhere;
  }

  static async #signedIn(server: Served, elsewhere: string): Promise<Client> {
    const signIn = await fetch(server.admin, { redirect: 'manual' });
    const cookie = (signIn.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const session: unknown = await (
      await fetch(`${server.url}/admin/session`, { headers: { cookie } })
    ).json();
    const token = isJsonObject(session) ? String(session.csrfToken) : '';
    return new Client(server, { cookie, 'x-csrf-token': token }, elsewhere);
  }

  /** A server in this process, without the shim: what the next start finds costs a tenth of a process. */
  static async open(
    { home, folder, state = join(home, 'state') }: Places,
    elsewhere = '',
    { trusting = true } = {},
  ) {
    const server = await startServer({
      ...{ folder, state, cache: join(home, 'cache'), port: 0, trust: trusting, lock: lockByName },
      ...{ renderer: join(home, 'no-admin'), log: pino({ level: 'error' }, { write: () => undefined }) },
    });
    onTestFinished(() => server.close());
    const gone = () => server.close();
    const stop = () => gone().then(() => true);
    return Client.#signedIn({ url: server.url, admin: server.adminLink(), stop, gone }, elsewhere);
  }

  /** `trusting`: accepts at the start what is in the folder. */
  static async start(
    { home, folder, shim, state = join(home, 'state'), root = folder, history = false, copies }: Places,
    faults: Faults,
    elsewhere: string,
    { trusting = true } = {},
  ): Promise<Client> {
    faults.off();
    const env = {
      ...faults.env,
      LD_PRELOAD: shim,
      FAULT_ROOT: root,
      ...(!history && { FAULT_EXCEPT: '/history/' }),
      ...(copies !== undefined && { FAULT_HOME: home, FAULT_COPIES: copies }),
      UV_USE_IO_URING: '0',
    };
    const args = ['--data', folder, '--cache', join(home, 'cache'), '--state', state];
    const words = ['serve', '--json', ...(trusting ? ['--trust'] : []), '--port', '0', ...args];
    const { child, event, ended } = run(built('cli/plinth.js'), words, { env });
    const { url, admin } = await event();
    const stop = async () => {
      child.kill('SIGTERM');
      return (await ended).signal === null;
    };
    const gone = async () => void (await ended);
    return Client.#signedIn({ url: String(url), admin: String(admin), stop, gone }, elsewhere);
  }

  /** Status 0 when the server was killed on it. */
  async send(method: string, path: string, body?: object): Promise<Sent> {
    const isForm = body instanceof FormData;
    const headers = { ...this.#headers, ...(body && !isForm && { 'content-type': 'application/json' }) };
    const sent = body === undefined ? undefined : isForm ? body : JSON.stringify(body);
    try {
      const answer = await fetch(this.#server.url + path, { method, headers, ...(sent && { body: sent }) });
      return { status: answer.status, text: await answer.text() };
    } catch {
      return { status: 0, text: '' };
    }
  }

  async text(path: string): Promise<string> {
    return (await this.send('GET', path)).text;
  }

  /** Id of the entry of the trash that something of a collection is in. */
  async entryOf(collection: string): Promise<string> {
    return (await this.entriesOf(collection))[0] ?? 'none';
  }

  async entriesOf(collection: string): Promise<string[]> {
    const { entries } = JSON.parse(await this.text('/api/trash'));
    return entries
      .filter((one: { collection: string }) => one.collection === collection)
      .map(({ id }: { id: string }) => id);
  }

  /** Ends the server; answers whether it came to its end, and was not killed on the way. */
  stop(): Promise<boolean> {
    return this.#server.stop();
  }

  /** Resolves when the server is gone. */
  gone(): Promise<void> {
    return this.#server.gone();
  }
}
