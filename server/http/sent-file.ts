/** The file a request brings, whichever way it does (spec/files.md#upload): in a form, in pieces, or by its address. */
import type { Request, Response } from 'express';
import { isJsonObject } from '../contract/values.js';
import { invalid, PlinthError } from '../errors.js';
import { chunkIn, takeChunk } from '../files/chunks.js';
import { fetchUrl } from '../files/fetch-url.js';
import type { StagedFile } from '../files/inspect-file.js';
import type { UploadPlace } from '../files/save-file.js';
import { uploadSettings } from '../files/upload-settings.js';
import type { Site } from '../site.js';
import { readJson } from './body.js';
import { readForm } from './form.js';
import { clientAddress } from './origin.js';

export interface SentTo {
  place: UploadPlace;
  /** Names the file may have in the form or the body, the likeliest first. */
  names: readonly [string, ...string[]];
}

/** Errors of an upload have the short form where no property is to blame. */
function shortly(error: unknown): unknown {
  const kinds = ['invalid', 'tooLarge'];
  if (!(error instanceof PlinthError) || !kinds.includes(error.kind)) return error;
  return new PlinthError(error.kind, error.message, { short: true, cause: error });
}

/** Who sends a piece: strangers are told apart by where they are. */
function senderOf(request: Request, site: Site): string {
  const { caller } = request;
  if (caller.kind === 'key') return `key ${caller.key.id}`;
  if (caller.kind === 'token') return `token ${caller.token.grantId}`;
  if (caller.kind === 'user') return `user ${caller.session.user.id}`;
  return caller.kind === 'owner' ? 'owner' : `stranger ${clientAddress(request, site)}`;
}

const isJson = ({ headers }: Request) =>
  /^application\/(?:json|[\w.-]+\+json)\s*(?:;|$)/i.test(headers['content-type'] ?? '');

/** The other fields of a form. */
function fieldsOf(request: Request): Map<string, string> {
  const body: unknown = request.body;
  const fields = typeof body === 'object' && body !== null && !isJson(request) ? Object.entries(body) : [];
  return new Map(fields.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));
}

const nothing = (names: readonly string[]) => invalid(`No file in request for property: ${names.at(-1)}`);

/**
 * Has the file of a request, once it is whole and durable, saved by `save` (which is told the form's other fields), and answers what that does; undefined
 * when the request brought a piece of a file that is not whole yet. Throws `invalid` and `tooLarge` in the short form.
 */
export async function withSentFile<Saved>(
  request: Request,
  response: Response,
  site: Site,
  { place, names }: SentTo,
  save: (file: StagedFile, fields: ReadonlyMap<string, string>) => Promise<Saved>,
): Promise<Saved | undefined> {
  const incoming = await site.store.files.incoming();
  const { sentLimit, fetchLimit, fetchTime, chunkedLimit, unfinished, allowedHosts } = uploadSettings(
    site.settings.read(),
  );
  /** Fetches the file, or reads it from the form; with the piece it is. */
  const receive = async () => {
    if (isJson(request)) {
      await readJson(request, response, 'json');
      const body: unknown = request.body;
      const key = isJsonObject(body) ? names.find((name) => Object.hasOwn(body, name)) : undefined;
      if (!isJsonObject(body) || key === undefined) throw nothing(names);
      const fetched = await fetchUrl(body[key], (content) => incoming.write('file', content, fetchLimit), {
        allowedHosts,
        resolve: site.lookup,
        patience: { total: fetchTime },
      });
      return { file: { incoming, path: 'file', ...fetched }, chunk: undefined };
    }
    let sent: { name: string; size: number } | undefined;
    const [field, orField = field] = names;
    const form = await readForm(request, response, {
      field,
      orField,
      limit: sentLimit,
      take: async (content, name) => {
        sent = { name, size: await incoming.write('file', content, sentLimit) };
      },
    });
    if (!form.sent || !sent) throw nothing(names);
    return { file: { incoming, path: 'file', ...sent }, chunk: chunkIn((name) => form.word(name)) };
  };
  try {
    const { file, chunk } = await receive().catch((error: unknown) => {
      throw shortly(error);
    });
    if (!chunk) return await save(file, fieldsOf(request));
    let saving = false;
    const sender = senderOf(request, site);
    const piece = { place, sender, chunk, staged: file, limit: chunkedLimit, unfinished };
    return await takeChunk(site, piece, (whole) => {
      saving = true;
      return save(whole, fieldsOf(request));
    }).catch((error: unknown) => {
      throw saving ? error : shortly(error);
    });
  } finally {
    await incoming.discard();
  }
}
