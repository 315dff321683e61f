/** Receives an uploaded file (spec/files.md#upload): in a form, in pieces, by its URL, or as a copy. */
import type { Readable } from 'node:stream';
import type { Base } from '../content/core/base.js';
import type { CopySource } from '../contract/media.js';
import type { StoredSettings } from '../settings/read.js';
import type { Incoming } from '../store/types/files.js';
import { chunkIn, takeChunk } from './chunks.js';
import { stageCopy } from './copied-file.js';
import { fetchUrl } from './fetch-url.js';
import type { HostLookup } from './guarded-request.js';
import type { StagedFile } from './inspect-file.js';
import type { UploadPlace } from './save-file.js';
import { type UploadSettings, uploadSettings } from './upload-settings.js';

/** Fields of a form beside its file. */
export interface FormFields {
  /** Undefined when the field was not sent. */
  word(name: string): string | undefined;
  all: ReadonlyMap<string, string>;
}

/** Reads a form to its end and hands the file over as it comes. Rejects when there is none, or more than `limit` bytes. */
export type FormReader = (
  limit: number,
  take: (content: Readable, name: string) => Promise<void>,
) => Promise<FormFields>;

export interface Upload {
  place: UploadPlace;
  /** Distinguishes senders of pieces. */
  sender: string;
  /** The address to fetch the file from, the file of the folder to copy, or the form that holds it. */
  source: { url: unknown } | { copy: CopySource } | { readForm: FormReader };
}

type UploadBase = Base & { settings: { read(): StoredSettings }; lookup: HostLookup };

/** Brings the file to the volume of the data folder; with the fields that came with it. */
async function stage(
  base: UploadBase,
  incoming: Incoming,
  { source }: Upload,
  { sentLimit, fetchLimit, chunkedLimit, fetchTime, allowedHosts }: UploadSettings,
): Promise<{ staged: StagedFile; fields?: FormFields }> {
  const path = 'file';
  if ('copy' in source) return { staged: await stageCopy(base, incoming, source.copy, chunkedLimit) };
  if ('url' in source) {
    const options = { allowedHosts, resolve: base.lookup, timeouts: { total: fetchTime } };
    const fetched = await fetchUrl(
      source.url,
      (content) => incoming.write(path, content, fetchLimit),
      options,
    );
    return { staged: { incoming, path, ...fetched } };
  }
  const sent = { name: '', size: 0 };
  const fields = await source.readForm(sentLimit, async (content, name) => {
    sent.name = name;
    sent.size = await incoming.write(path, content, sentLimit);
  });
  return { staged: { incoming, path, ...sent }, fields };
}

/**
 * Calls `save` with the uploaded file once it is complete and durable, and resolves with its result; undefined when
 * the upload was a piece of an incomplete file. Throws `invalid`, `tooLarge`, and what `save` throws.
 */
export async function receiveUpload<Saved>(
  base: UploadBase,
  upload: Upload,
  save: (file: StagedFile, fields: ReadonlyMap<string, string>) => Promise<Saved>,
): Promise<Saved | undefined> {
  const incoming = await base.store.files.incoming();
  const settings = uploadSettings(base.settings.read());
  try {
    const { staged, fields } = await stage(base, incoming, upload, settings);
    const saveWhole = (file: StagedFile) => save(file, fields?.all ?? new Map());
    const chunk = fields && chunkIn(fields.word);
    if (!chunk) return await saveWhole(staged);
    const { place, sender } = upload;
    const { chunkedLimit: limit, unfinished } = settings;
    return await takeChunk(base, { place, sender, chunk, staged, limit, unfinished }, saveWhole);
  } finally {
    await incoming.discard();
  }
}
