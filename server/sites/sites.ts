/** The sites that this machine builds from the open folder (spec/sites.md): never in the folder, as they run programs. */
import { basename } from 'node:path';
import { type Details, message } from '../contract/messages/message.js';
import { isLegalId, slug } from '../contract/names.js';
import {
  type KnownSite,
  MAX_SITES,
  NO_SITE,
  type SiteProposal,
  type SiteSettings,
} from '../contract/sites.js';
import { conflict, failed, missing } from '../errors.js';
import type { Store } from '../store/store.js';
import type { JsonRecord } from '../store/types/documents.js';
import { findBeside, findProject } from './find-project.js';
import { knownSite, problemsHere } from './site-problems.js';

interface SiteRecord {
  /** By the real path of the data folder. */
  folders: Record<string, unknown>;
}

const SETTINGS = Object.keys(NO_SITE) as (keyof SiteSettings)[];

/** The settings in something that was sent or read; other keys are dropped. */
const settingsOf = (value: Partial<SiteSettings>): Partial<SiteSettings> =>
  Object.fromEntries(SETTINGS.filter((key) => value[key] !== undefined).map((key) => [key, value[key]]));

export class Sites {
  readonly #record: JsonRecord<SiteRecord>;
  readonly #data: string;

  constructor(record: JsonRecord<SiteRecord>, data: string) {
    this.#record = record;
    this.#data = data;
  }

  /** What the record has besides, such as a site that was edited into none, stays there and runs nothing. */
  list(): KnownSite[] {
    return sitesIn(this.#record.read(), this.#data);
  }

  /** Throws `missing`. */
  get(id: string): KnownSite {
    const site = this.list().find((one) => one.id === id);
    if (!site) throw missing(message('siteMissing', { id }));
    return site;
  }

  /** What a directory is, or those beside the folder: proposals, without those that are kept already. */
  async find(directory?: string): Promise<SiteProposal[]> {
    if (directory !== undefined) {
      const found = await findProject(directory);
      return found ? [found] : [];
    }
    const known = new Set(this.list().map((site) => site.directory));
    return (await findBeside(this.#data)).filter((one) => !known.has(one.directory));
  }

  /** Keeps a site; what is not sent is found out from its directory. Throws `validation`, `conflict`. */
  async add(sent: Partial<SiteSettings>): Promise<KnownSite> {
    const [found] = sent.directory === undefined ? [] : await this.find(sent.directory);
    const name = basename(sent.directory ?? '');
    const settings = { ...NO_SITE, name, ...settingsOf(found ?? {}), ...settingsOf(sent) };
    throwProblems(await problemsHere(settings, this.#data));
    let added: KnownSite | undefined;
    await this.#update((sites) => {
      if (sites.length >= MAX_SITES) throw conflict(message('siteLimit', { limit: MAX_SITES }));
      added = { ...settings, id: freshId(settings.name, sites) };
      return [...sites, added];
    });
    return added as KnownSite;
  }

  /** Throws `missing`, `validation`. */
  async change(id: string, sent: Partial<SiteSettings>): Promise<KnownSite> {
    const changed = { ...this.get(id), ...settingsOf(sent), id };
    throwProblems(await problemsHere(changed, this.#data));
    await this.#update((sites) => sites.map((one) => (one.id === id ? changed : one)));
    return changed;
  }

  /** Forgets a site; its files stay. Throws `missing`. */
  async remove(id: string): Promise<void> {
    this.get(id);
    await this.#update((sites) => sites.filter((one) => one.id !== id));
  }

  /** A site that can be run now. Throws `missing`, `validation`. */
  async ready(id: string): Promise<KnownSite> {
    const site = this.get(id);
    throwProblems(await problemsHere(site, this.#data));
    return site;
  }

  async #update(change: (sites: KnownSite[]) => KnownSite[]): Promise<void> {
    await this.#record.update((value) => {
      const others = storedIn(value, this.#data).filter((one) => !knownSite(one));
      value.folders = { ...value.folders, [this.#data]: [...change(sitesIn(value, this.#data)), ...others] };
    });
  }
}

function throwProblems(problems: Details): void {
  if (Object.keys(problems).length > 0) throw failed(problems);
}

function storedIn({ folders }: SiteRecord, data: string): unknown[] {
  const own: unknown = Object.hasOwn(Object(folders), data) ? folders[data] : undefined;
  return Array.isArray(own) ? own : [];
}

function sitesIn(record: SiteRecord, data: string): KnownSite[] {
  const sites = storedIn(record, data).flatMap((value) => knownSite(value) ?? []);
  return sites.filter(({ id }, at) => sites.findIndex((one) => one.id === id) === at);
}

/** An id that no other site has, from a name. */
function freshId(name: string, sites: readonly KnownSite[]): string {
  const made = slug(name).slice(0, 60);
  const start = isLegalId(made) ? made : 'site';
  const isTaken = (id: string) => sites.some((one) => one.id === id);
  for (let count = 1; ; count += 1) {
    const id = count === 1 ? start : `${start}-${count}`;
    if (!isTaken(id)) return id;
  }
}

export async function openSites(store: Store): Promise<Sites> {
  return new Sites(await store.stateRecord<SiteRecord>('sites', { folders: {} }), store.root);
}
