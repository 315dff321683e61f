/** A server under the fault shim, and the owner who talks to it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject } from '../../../server/contract/values.js';
import { loggedCalls } from '../../helpers/fault-shim.js';
import { built, type Running, run } from '../../helpers/process.js';

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

  /** The calls since the last order. */
  calls(): string[] {
    return loggedCalls(join(this.#home, 'calls'), this.#order);
  }
}

export interface Sent {
  status: number;
  text: string;
}

export class Client {
  readonly #server: Running;
  readonly #url: string;
  readonly #headers: Record<string, string>;
  /** Address of a server files can be fetched from. */
  readonly elsewhere: string;

  private constructor(server: Running, url: string, headers: Record<string, string>, elsewhere: string) {
    this.#server = server;
    this.#url = url;
    this.#headers = headers;
    this.elsewhere = elsewhere;
  }

  /** `trusting`: accepts at the start what is in the folder. */
  static async start(
    { home, folder, shim, state = join(home, 'state'), root = folder, history = false }: Places,
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
      UV_USE_IO_URING: '0',
    };
    const args = ['--data', folder, '--cache', join(home, 'cache'), '--state', state];
    const words = ['serve', '--json', ...(trusting ? ['--trust'] : []), '--port', '0', ...args];
    const server = run(built('cli/plinth.js'), words, { env });
    const { url, admin } = await server.event();
    const signIn = await fetch(String(admin), { redirect: 'manual' });
    const cookie = (signIn.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const session: unknown = await (await fetch(`${url}/admin/session`, { headers: { cookie } })).json();
    const token = isJsonObject(session) ? String(session.csrfToken) : '';
    return new Client(server, String(url), { cookie, 'x-csrf-token': token }, elsewhere);
  }

  /** Status 0 when the server was killed on it. */
  async send(method: string, path: string, body?: object): Promise<Sent> {
    const isForm = body instanceof FormData;
    const headers = { ...this.#headers, ...(body && !isForm && { 'content-type': 'application/json' }) };
    const sent = body === undefined ? undefined : isForm ? body : JSON.stringify(body);
    try {
      const answer = await fetch(this.#url + path, { method, headers, ...(sent && { body: sent }) });
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
    const { entries } = JSON.parse(await this.text('/api/trash'));
    const found = entries.find((one: { collection: string }) => one.collection === collection);
    return String(found?.id ?? 'none');
  }

  /** Ends the server; answers whether it came to its end, and was not killed on the way. */
  async stop(): Promise<boolean> {
    this.#server.child.kill('SIGTERM');
    return (await this.#server.ended).signal === null;
  }

  /** Resolves when the server is gone. */
  async gone(): Promise<void> {
    await this.#server.ended;
  }
}
