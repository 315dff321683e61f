/**
 * Two machines type, upload and rename at random in folders that real Syncthing or real git joins, now and then parted. Run with
 * PLINTH_SYNC_MINUTES=10; what is not installed is skipped.
 */
import { describe, expect, it, vi } from 'vitest';
import type { Conflict, ConflictDetail } from '../../server/contract/conflicts.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../server/contract/values.js';
import { plainPng } from '../helpers/made-files.js';
import { BLOG, startTestServer, type TestServer, temporaryFolder } from '../helpers/server.js';
import { git, isInstalled, type Link, syncthing } from './link.js';
import { treeOf } from './tree.js';

const MINUTES = Number(process.env.PLINTH_SYNC_MINUTES ?? 0);
const FIELDS = ['title', 'summary', 'content', 'author'] as const;
const COLLECTION = '/api/collections/blog';

const pick = <T>(values: readonly T[]): T => values[Math.floor(Math.random() * values.length)] as T;

/** What one machine did to an object in a round. */
interface Work {
  fields: Map<string, string>;
  tags: string[];
  /** Names of images uploaded to its gallery. */
  images: string[];
  deleted: boolean;
}

const workOf = (deleted = false): Work => ({ fields: new Map(), tags: [], images: [], deleted });

class Machine {
  readonly server: TestServer;
  readonly name: string;
  readonly works = new Map<string, Work>();
  #count = 0;

  constructor(server: TestServer, name: string) {
    this.server = server;
    this.name = name;
  }

  /** One random request; counts as done once it is answered. */
  async type(ids: readonly string[]): Promise<void> {
    const id = pick(ids);
    const dice = Math.random();
    this.#count += 1;
    const token = `${this.name}-${this.#count}`;
    if (dice < 0.08) return this.#create(`new-${token}`, token);
    if (dice < 0.12) return this.#delete(id);
    if (dice < 0.25) return this.#tag(id, token);
    if (dice < 0.33) return this.#upload(id, token);
    if (dice < 0.38) return this.#rename(id, `renamed-${token}`);
    const field = pick(FIELDS);
    // Rich text is stored as it was sent only if it is marked up as the server would.
    const value = field === 'content' || field === 'summary' ? `<p>Text ${token}</p>` : `Text ${token}`;
    if ((await this.#send('PATCH', id, { [field]: value })) === 200) this.#work(id).fields.set(field, value);
  }

  async #create(id: string, token: string): Promise<void> {
    const title = `Text ${token}`;
    const { status } = await this.server.request(COLLECTION, { method: 'POST', json: { id, title } });
    expect(status).toBe(201);
    this.#work(id).fields.set('title', title);
  }

  async #delete(id: string): Promise<void> {
    if ((await this.#send('DELETE', id)) !== 204) return;
    this.works.set(id, workOf(true));
  }

  async #tag(id: string, token: string): Promise<void> {
    const { status, json } = await this.server.request(`${COLLECTION}/${id}`);
    if (status !== 200) return;
    const tags = [...(Array.isArray(json.tags) ? json.tags : []), token];
    if ((await this.#send('PATCH', id, { tags })) === 200) this.#work(id).tags.push(token);
  }

  async #upload(id: string, token: string): Promise<void> {
    const name = `${token}.png`;
    const body = new FormData();
    const bytes = Uint8Array.from(await plainPng(1 + (this.#count % 50), 1));
    body.append('gallery', new Blob([bytes], { type: 'image/png' }), name);
    const { status } = await this.server.request(`${COLLECTION}/${id}/gallery`, { method: 'POST', body });
    // Both may have deleted the object.
    expect([200, 201, 404]).toContain(status);
    if (status !== 404) this.#work(id).images.push(name);
  }

  /** Another id: a copy with what the object holds, and the deletion of the first. */
  async #rename(id: string, to: string): Promise<void> {
    const path = `${COLLECTION}/${id}`;
    const { status } = await this.server.request(`${path}/clone`, { method: 'POST', json: { id: to } });
    if (status === 404) return;
    expect(status).toBe(200);
    // What this machine wrote goes on under the new name.
    const before = this.works.get(id);
    this.works.set(to, before && !before.deleted ? before : workOf());
    await this.#delete(id);
  }

  async #send(method: string, id: string, json?: JsonObject): Promise<number> {
    const { status } = await this.server.request(`${COLLECTION}/${id}`, { method, ...(json && { json }) });
    // Both may have deleted it.
    expect([200, 204, 404]).toContain(status);
    return status;
  }

  #work(id: string): Work {
    const work = this.works.get(id) ?? workOf();
    this.works.set(id, work);
    return work;
  }

  async ids(): Promise<string[]> {
    const { json } = await this.server.request(`${COLLECTION}?limit=1000`);
    return (json.objects as JsonObject[]).map(({ id }) => String(id));
  }

  async conflicts(): Promise<Conflict[]> {
    return JSON.parse((await this.server.request('/api/conflicts')).text).conflicts;
  }

  async stored(id: string): Promise<JsonObject | undefined> {
    try {
      const value: unknown = JSON.parse((await this.server.read(`blog/${id}.json`)).toString());
      return isJsonObject(value) ? value : undefined;
    } catch {
      return undefined;
    }
  }
}

interface Figures {
  rounds: number;
  edits: number;
  clashes: number;
  unknownBase: number;
  decided: number;
  images: number;
}

class Run {
  readonly machines: readonly Machine[];
  readonly link: Link;
  readonly figures: Figures = { rounds: 0, edits: 0, clashes: 0, unknownBase: 0, decided: 0, images: 0 };
  /** Values that a conflict has shown. */
  readonly #shown = new Set<string>();

  constructor(machines: readonly Machine[], link: Link) {
    this.machines = machines;
    this.link = link;
  }

  /** Both type; `parted`: on the same objects, without a link. Otherwise each on half of them. */
  async round(parted: boolean): Promise<void> {
    const ids = await this.machines[0]?.ids();
    for (const machine of this.machines) machine.works.clear();
    this.#shown.clear();
    if (parted) await this.link.part();
    await Promise.all(
      this.machines.map(async (machine, at) => {
        const own = (ids ?? []).filter((_id, index) => parted || index % 2 === at);
        for (let count = 0; count < 25; count += 1) await machine.type(own);
      }),
    );
    await this.link.heal((at, count) => this.#resolve(at, count));
    await this.#settle();
    await this.#verify();
    this.figures.rounds += 1;
    for (const { works } of this.machines) {
      for (const { fields, tags } of works.values()) this.figures.edits += fields.size + tags.length;
    }
  }

  /** Waits until both folders are the same and nothing is left to be decided. */
  async #settle(): Promise<void> {
    let before = '';
    let quiet = 0;
    await vi.waitFor(
      async () => {
        const [one, two] = await Promise.all(this.machines.map(({ server }) => treeOf(server.folder)));
        const left = await Promise.all(this.machines.map((machine) => machine.conflicts()));
        const isQuiet = one === two && one === before && (await this.link.isIdle());
        quiet = isQuiet && left.flat().length === 0 ? quiet + 1 : 0;
        before = one ?? '';
        // What was brought together may clash again, and is decided again.
        if (isQuiet && left.flat().length > 0) await this.#resolve(0);
        const lines = [one, two].map((tree) => new Set(tree?.split('\n')));
        const differing = [...(lines[0] ?? [])].filter((line) => !lines[1]?.has(line));
        const open = left.flat().map(({ path }) => path);
        expect([differing, open, quiet > 3]).toEqual([[], [], true]);
      },
      { timeout: 120_000, interval: 400 },
    );
  }

  /** Waits until only what a person has to decide is left, and decides it. */
  async #resolve(at: number, least = async () => 0): Promise<void> {
    const machine = this.machines[at] as Machine;
    let last: string | undefined;
    await vi.waitFor(
      async () => {
        const found = await machine.conflicts();
        const list = found.map(({ id }) => id).join();
        const isSame = list === last;
        last = list;
        const enough = found.length >= (await least()) ? [] : ['of', ...found.map(({ path }) => path)];
        expect([isSame, enough]).toEqual([true, []]);
      },
      { timeout: 60_000, interval: 1_500 },
    );
    for (const { id } of await machine.conflicts()) await this.#decide(machine, id);
  }

  async #decide(machine: Machine, id: string): Promise<void> {
    const answer = await machine.server.request(`/api/conflicts/${id}`);
    if (answer.status === 404) return;
    const detail: ConflictDetail = JSON.parse(answer.text);
    const choices: Record<string, 'mine' | 'theirs'> = {};
    for (const { property, clash, mine, theirs } of detail.fields) {
      for (const value of [mine, theirs])
        this.#shown.add(`${detail.name} ${property} ${JSON.stringify(value)}`);
      if (!clash) continue;
      this.figures.clashes += 1;
      choices[property] = this.#sideOf(detail.name, property, mine) ?? pick(['mine', 'theirs'] as const);
    }
    if (detail.base === null && detail.kind === 'copy') this.figures.unknownBase += 1;
    const { status } = await machine.server.request(`/api/conflicts/${id}/resolve`, {
      method: 'POST',
      json: { tags: { ...detail.tags }, choices },
    });
    // Changed or resolved meanwhile: it is looked at again.
    expect([200, 404, 412]).toContain(status);
    if (status === 200) this.figures.decided += 1;
  }

  /** Of a property that only one machine has changed: the side with its value, where no base is known. */
  #sideOf(id: string, property: string, mine: JsonValue | undefined): 'mine' | 'theirs' | undefined {
    const edits = this.machines.flatMap(({ works }) => works.get(id)?.fields.get(property) ?? []);
    return edits.length === 1 ? (edits[0] === mine ? 'mine' : 'theirs') : undefined;
  }

  async #verifyImage(id: string, name: string, live: JsonObject): Promise<void> {
    const listed = Array.isArray(live.gallery) ? live.gallery.filter(isJsonObject) : [];
    const isFound =
      listed.some((item) => item.name === name) ||
      [...this.#shown].some((one) => one.startsWith(`${id} gallery`) && one.includes(name));
    expect([id, name, isFound]).toEqual([id, name, true]);
    if (!listed.some((item) => item.name === name)) return;
    expect([id, name, await isWhole(this.machines, id, name)]).toEqual([id, name, [true, true]]);
    this.figures.images += 1;
  }

  async #verify(): Promise<void> {
    const ids = new Set(this.machines.flatMap(({ works }) => [...works.keys()]));
    for (const id of ids) {
      const live = await this.machines[0]?.stored(id);
      const works = this.machines.flatMap((machine) => machine.works.get(id) ?? []);
      if (!live) {
        expect([id, works.every(({ deleted }) => deleted)]).toEqual([id, true]);
        continue;
      }
      // A deletion loses against an edit, and then only the edit is there.
      const edited = works.filter(({ deleted }) => !deleted);
      for (const field of new Set(edited.flatMap(({ fields }) => [...fields.keys()]))) {
        const values = edited.flatMap(({ fields }) => fields.get(field) ?? []);
        expect([id, field, values]).toEqual([id, field, expect.arrayContaining([live[field]])]);
        for (const value of values) {
          const isFound = live[field] === value || this.#shown.has(`${id} ${field} ${JSON.stringify(value)}`);
          expect([id, field, value, isFound]).toEqual([id, field, value, true]);
        }
      }
      for (const name of edited.flatMap(({ images }) => images)) await this.#verifyImage(id, name, live);
      for (const tag of edited.flatMap(({ tags }) => tags)) {
        const shown = [...this.#shown].some((one) => one.startsWith(`${id} tags`) && one.includes(tag));
        const isFound = (Array.isArray(live.tags) && live.tags.includes(tag)) || shown;
        expect([id, tag, isFound]).toEqual([id, tag, true]);
      }
    }
  }
}

/** An uploaded image is in the gallery, and its bytes are on both machines. */
async function isWhole(machines: readonly Machine[], id: string, name: string): Promise<boolean[]> {
  return Promise.all(
    machines.map(
      async ({ server }) =>
        (await server.read(`blog/${id}/gallery/${name}`).catch(() => Buffer.alloc(0))).length > 0,
    ),
  );
}

const FILES = { ...BLOG, '.system/settings.json': { conflicts: { merge: true } } };

async function exercise(join: (home: string, folders: readonly string[]) => Promise<Link>): Promise<Figures> {
  const servers = [await startTestServer(FILES), await startTestServer(FILES)];
  const link = await join(
    await temporaryFolder(),
    servers.map(({ folder }) => folder),
  );
  const machines = servers.map((server, at) => new Machine(server, `m${at}`));
  const run = new Run(machines, link);
  const until = Date.now() + MINUTES * 60_000;
  try {
    do {
      await run.round(false);
      await run.round(true);
    } while (Date.now() < until);
    for (const { server } of machines) expect(server.warnings()).toEqual([]);
    return run.figures;
  } finally {
    await link.stop();
  }
}

const TIMEOUT = (MINUTES + 5) * 60_000;

describe.skipIf(MINUTES === 0)('two machines that type at random, now and then without a connection', () => {
  it.skipIf(!isInstalled('syncthing'))(
    'lose no edit, show every conflict and end alike, joined by Syncthing',
    async () => {
      const figures = await exercise(syncthing);
      process.stdout.write(`Syncthing: ${JSON.stringify(figures)}\n`);
      expect(figures.rounds).toBeGreaterThan(1);
    },
    TIMEOUT,
  );

  it.skipIf(!isInstalled('git'))(
    'lose no edit, show every conflict and end alike, joined by git',
    async () => {
      const figures = await exercise(git);
      process.stdout.write(`git: ${JSON.stringify(figures)}\n`);
      expect(figures.rounds).toBeGreaterThan(1);
    },
    TIMEOUT,
  );
});
