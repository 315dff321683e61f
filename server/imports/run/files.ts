/** Takes files of a source: from its folder or by the guarded fetch, inspected and checked like uploads. */
import { createHash, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { WriteBase } from '../../content/core/base.js';
import {
  type FileItem,
  fileRules,
  foldedName,
  isForbiddenName,
  ruleProblems,
  safeFileName,
} from '../../contract/files.js';
import { PlinthError } from '../../errors.js';
import { contradictsName } from '../../files/embedded-files.js';
import { fetchUrl } from '../../files/fetch-url.js';
import type { HostLookup } from '../../files/guarded-request.js';
import { RejectedFile } from '../../files/image-jobs.js';
import {
  type InspectedFile,
  inspectFile,
  inspectImage,
  inspectSettings,
  type StagedFile,
} from '../../files/inspect-file.js';
import { uploadSettings } from '../../files/upload-settings.js';
import { withEdits } from '../../properties/files/items.js';
import { Refusal } from '../../properties/refusal.js';
import type { Property } from '../../schemas/schema.js';
import type { StoredSettings } from '../../settings/read.js';
import type { Incoming } from '../../store/types/files.js';
import type { ReferredFile } from '../source.js';
import type { TakenFacts } from './record.js';

export type FilesBase = WriteBase & { settings: { read(): StoredSettings }; lookup: HostLookup };

/** Failures of a host after which its other files are not tried. */
const MAX_FAILURES = 5;

/** Why a file was not taken; the import goes on. */
export class NotTaken extends Error {}

/** A file that was staged, inspected and checked. */
export interface TakenFile extends InspectedFile {
  /** A valid name with the extension of its type. */
  name: string;
  /** As it is in the source; none for a file that was fetched. */
  source?: Pick<TakenFacts, 'size' | 'modified' | 'sha256'>;
}

/** What is recorded of a file that was taken; undefined for one that was fetched. */
export const takenFacts = ({ source }: TakenFile, path: string, stored: string): TakenFacts | undefined =>
  source && { ...source, path, stored };

/** The SHA-256 of a stream. */
export async function hashOfStream(content: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk);
  return hash.digest('hex');
}

async function* hashed(content: Readable, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
}

/** A name that no other file of the property has. */
export function nameAmong(taken: Set<string>, name: string): string {
  const dot = name.lastIndexOf('.');
  const [stem, end] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  let free = name;
  // The addresses of images have no extension.
  for (let count = 2; taken.has(foldedName(free.slice(0, free.length - end.length))); count += 1)
    free = `${stem}-${count}${end}`;
  taken.add(foldedName(free.slice(0, free.length - end.length)));
  return free;
}

export class FileTaker {
  readonly #base: FilesBase;
  readonly #fetches: boolean;
  readonly #failures = new Map<string, number>();
  count = 0;

  constructor(base: FilesBase, { fetches }: { fetches: boolean }) {
    this.#base = base;
    this.#fetches = fetches;
  }

  /** Stages a file below a path. Throws `NotTaken`; errors of the disk are thrown as they are. */
  async take(
    incoming: Incoming,
    path: string,
    file: ReferredFile,
    { kind, definition }: Pick<Property, 'kind' | 'definition'>,
  ): Promise<TakenFile> {
    const hash = createHash('sha256');
    const staged = await this.#stage(incoming, path, file, hash);
    const settings = inspectSettings(definition.settings);
    try {
      const inspected = kind.files?.images
        ? await inspectImage(staged, settings, this.#base)
        : await inspectFile(staged, settings, this.#base);
      const whole =
        kind.files || !inspected.mime.startsWith('image/')
          ? inspected
          : await inspectImage(inspected.staged, settings, this.#base);
      const name = safeFileName(whole.staged.name, this.#base.now());
      const { image } = whole;
      const facts = {
        name,
        mime: whole.mime,
        size: whole.staged.size,
        ...(image && { width: image.width, height: image.height }),
      };
      const problems = ruleProblems(fileRules(definition.settings), facts);
      if (!kind.files && contradictsName(name, whole.mime))
        problems.push(`must be what its name says, not ${whole.mime}`);
      if (isForbiddenName(name)) problems.unshift('must not be a program or a script');
      if (problems.length > 0) throw new NotTaken(`the file ${problems.join(', ')}`);
      this.count += 1;
      if ('url' in file.from) return { ...whole, name };
      const { size, modified } = file.from;
      return { ...whole, name, source: { size, modified, sha256: hash.digest('hex') } };
    } catch (error) {
      throw error instanceof RejectedFile ? new NotTaken(`the file ${error.message}`) : error;
    }
  }

  async #stage(
    incoming: Incoming,
    path: string,
    { name, from }: ReferredFile,
    hash: Hash,
  ): Promise<StagedFile> {
    const { sentLimit, fetchLimit, fetchTime, allowedHosts } = uploadSettings(this.#base.settings.read());
    try {
      if (!('url' in from)) {
        const size = await incoming.write(path, Readable.from(hashed(from.open(), hash)), sentLimit);
        return { incoming, path, name, size };
      }
      const { host } = new URL(from.url);
      if (!this.#fetches) throw new NotTaken('files are not fetched in this import');
      if ((this.#failures.get(host) ?? 0) >= MAX_FAILURES)
        throw new NotTaken(`${host} failed ${MAX_FAILURES} times and is not tried again`);
      const options = { allowedHosts, resolve: this.#base.lookup, timeouts: { total: fetchTime } };
      try {
        const fetched = await fetchUrl(
          from.url,
          (content) => incoming.write(path, content, fetchLimit),
          options,
        );
        this.#failures.delete(host);
        return { incoming, path, ...fetched };
      } catch (error) {
        this.#failures.set(host, (this.#failures.get(host) ?? 0) + 1);
        throw error;
      }
    } catch (error) {
      const isOwn = error instanceof PlinthError && (error.kind === 'invalid' || error.kind === 'tooLarge');
      throw isOwn ? new NotTaken(lowerFirst(error.message)) : error;
    }
  }

  /** The item a value has for a file that was taken. */
  async itemOf(
    { files }: Property['kind'],
    taken: TakenFile,
    name: string,
    texts: Readonly<Record<string, string>>,
  ): Promise<FileItem | undefined> {
    if (!files) return undefined;
    const { staged, mime, image } = taken;
    const item = files.accept({
      name,
      sent: staged.name,
      mime,
      size: staged.size,
      image,
      old: undefined,
      now: this.#base.now(),
    });
    try {
      const known = Object.entries(texts).filter(([key]) => Object.hasOwn(files.editable, key));
      return await withEdits(files, item, Object.fromEntries(known));
    } catch (error) {
      if (error instanceof Refusal) return item;
      throw error;
    }
  }
}

/** Copies a staged file to another path, under the name it has there. Resolves with its SHA-256. */
export async function copyStaged(staged: StagedFile, to: Incoming, path: string): Promise<string> {
  const bytes = await staged.incoming.bytes(staged.path);
  await to.write(path, Readable.from([bytes]), bytes.length);
  return createHash('sha256').update(bytes).digest('hex');
}

const lowerFirst = (text: string): string =>
  text.replace(/^The file cannot be fetched: /, 'it cannot be fetched: ').replace(/^T/, 't');
