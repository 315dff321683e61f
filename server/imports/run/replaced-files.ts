/**
 * Files that were replaced under the same name in the source since the last import. They are replaced in the object
 * where it still has them as the import left them; others stay and are named.
 */
import { changeObject } from '../../content/objects/change.js';
import { readCurrent, tagOf } from '../../content/objects/commit.js';
import type { ReferredFile, SourceItem } from '../source.js';
import { referencesIn, withReferences } from '../texts/references.js';
import { hashOfStream, type TakenFile } from './files.js';
import type { ItemFiles, Place, SavedFile, Target, WriterParts } from './item-files.js';
import { type KnownObject, type TakenFacts, takenKey } from './record.js';
import type { ItemValues } from './values.js';

const KEPT = 'it was replaced in the source, but the object no longer has the file of the last import; kept';

/** What there is to note after the files of an object were looked at. */
export interface Refreshed {
  taken: Record<string, TakenFacts>;
  links: Record<string, string>;
  /** Files that were replaced; in a dry run those that would be. */
  replaced: number;
  /** Something is to be noted, if only a time. */
  isNew: boolean;
}

interface Result extends SavedFile {
  isReplaced?: true;
}

interface Use extends Place {
  use: 'value' | 'text';
}

function usesOf(item: SourceItem, { files, texts }: ItemValues, target: Target): Use[] {
  return [
    ...[...files].flatMap(([property, list]) =>
      list.map(({ reference }): Use => ({ item, property, reference, target, use: 'value' })),
    ),
    ...[...texts].flatMap(([property, { references }]) =>
      references.map((reference): Use => ({ item, property, reference, target, use: 'text' })),
    ),
  ];
}

/** References of a text to the file of a link, with their queries. */
const linksTo = (html: string, link: string): string[] =>
  referencesIn(html).filter((one) => one.split(/[?#]/, 1)[0] === link);

/** What a file is in the source now; undefined for one that is to be fetched. */
async function factsOf({
  from,
}: ReferredFile): Promise<Pick<TakenFacts, 'size' | 'modified' | 'sha256'> | undefined> {
  if ('url' in from) return undefined;
  const { size, modified, open } = from;
  return { size, modified, sha256: await hashOfStream(open()) };
}

export class ReplacedFiles {
  readonly #parts: WriterParts;
  readonly #files: ItemFiles;

  constructor(parts: WriterParts, files: ItemFiles) {
    this.#parts = parts;
    this.#files = files;
  }

  /** Replaces the files of an object that were replaced in the source. */
  async refresh(
    item: SourceItem,
    values: ItemValues,
    target: Target,
    known: Pick<KnownObject, 'taken' | 'links'>,
    { dryRun }: { dryRun: boolean },
  ): Promise<Refreshed> {
    const done: Refreshed = {
      taken: { ...known.taken },
      links: { ...known.links },
      replaced: 0,
      isNew: false,
    };
    for (const use of Object.keys(done.taken).length > 0 ? usesOf(item, values, target) : []) {
      const key = takenKey(use.property.name, use.reference);
      const facts = done.taken[key];
      const found = facts && (await this.#changed(use, facts));
      if (!facts || !found) continue;
      const link = use.use === 'text' ? done.links[use.reference] : undefined;
      const result =
        'from' in found ? await this.#replace(use, found, { facts, link, dryRun }) : { facts: found };
      if (!result) continue;
      done.isNew = true;
      if (result.isReplaced) done.replaced += 1;
      if (result.facts) done.taken[key] = result.facts;
      if (result.link !== undefined) done.links[use.reference] = result.link;
    }
    return done;
  }

  /** The file where its content has changed, or facts with its new time; bytes are only read where they must be. */
  async #changed(
    { reference, item, use }: Use,
    facts: TakenFacts,
  ): Promise<ReferredFile | TakenFacts | undefined> {
    const file = await this.#parts.source.file(reference, item, use);
    if (typeof file !== 'object' || 'url' in file.from) return undefined;
    const { size, modified } = file.from;
    if (size !== facts.size) return file;
    if (modified === facts.modified) return undefined;
    return (await factsOf(file))?.sha256 === facts.sha256 ? { ...facts, modified } : file;
  }

  /** Undefined, with a warning, where the object's file stays. */
  async #replace(
    use: Use,
    file: ReferredFile,
    { facts, link, dryRun }: { facts: TakenFacts; link: string | undefined; dryRun: boolean },
  ): Promise<Result | undefined> {
    const { property, target, item, reference } = use;
    const ifMatch = await this.#versionThatNames(use, facts.path, link);
    const stored = await this.#files.storedHash(target, `${property.name}/${facts.path}`);
    if (ifMatch !== undefined && stored === facts.stored) {
      if (dryRun) return { facts: undefined, isReplaced: true };
      const saved = await this.#files.taken(use, file, (taken) =>
        link === undefined
          ? this.#files.save(use, taken, { path: facts.path, ifMatch })
          : this.#embed(use, taken, link),
      );
      return saved && { ...saved, isReplaced: true };
    }
    // The object may have the new file already, after an import that was killed.
    const now = await factsOf(file);
    if (ifMatch !== undefined && now && now.sha256 === stored)
      return { facts: { ...facts, ...now, stored: now.sha256 } };
    return this.#files.warn(item, reference, KEPT);
  }

  /** The ETag of the object where its property still names the file. */
  async #versionThatNames(
    { property: { name, kind }, target: { collection, id } }: Use,
    path: string,
    link: string | undefined,
  ): Promise<string | undefined> {
    const { base } = this.#parts;
    const { stored, collectionIndex } = await readCurrent(base, collection.settings.id, id);
    const value = stored?.document[name];
    const isNamed =
      link === undefined
        ? kind.files?.list(value).some((file) => file.path === path)
        : typeof value === 'string' && linksTo(value, link).length > 0;
    return stored && isNamed ? tagOf(base, collection.settings.id, collectionIndex, stored) : undefined;
  }

  /** Saves the file beside the former one and changes the links in the text as it is now. */
  async #embed(use: Use, taken: TakenFile, former: string): Promise<SavedFile> {
    const { property, target } = use;
    const saved = await this.#files.embed(use, taken);
    const { link = former } = saved;
    const options = { mode: 'merge', writer: true } as const;
    await changeObject(this.#parts.base, target.collection.settings.id, target.id, options, (_, stored) => {
      const text = stored?.[property.name];
      if (typeof text !== 'string') return {};
      const links = linksTo(text, former).map((one) => [one, link + one.slice(former.length)] as const);
      return { [property.name]: withReferences(text, new Map(links)) };
    });
    return saved;
  }
}
