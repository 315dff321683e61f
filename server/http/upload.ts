/** Uploads in requests: who sends them, and where in the body the file or its address is. */

import { filePathProblem } from '../contract/file-names.js';
import type { CopySource } from '../contract/media.js';
import { message } from '../contract/messages/message.js';
import { isLegalId } from '../contract/names.js';
import { isJsonObject, type JsonObject } from '../contract/values.js';
import { invalid, PlinthError } from '../errors.js';
import type { StagedFile } from '../files/inspect-file.js';
import { receiveUpload, type Upload } from '../files/receive-upload.js';
import type { UploadPlace } from '../files/save-file.js';
import type { Site } from '../site.js';
import { readJson } from './body.js';
import { readForm } from './form.js';
import { clientAddress } from './origin.js';
import { authorisePart } from './permission.js';
import type { Request, Response } from './request.js';

export interface SentTo {
  place: UploadPlace;
  /** Names the file may have in the form or the body, the likeliest first. */
  names: readonly [string, ...string[]];
}

/** Errors of an upload have the short form where no property is to blame. */
function shortly(error: unknown): unknown {
  const kinds = ['invalid', 'tooLarge'];
  if (!(error instanceof PlinthError) || !kinds.includes(error.kind)) return error;
  return new PlinthError(error.kind, error.reason, { short: true, cause: error });
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

const nothing = (names: readonly string[]) =>
  invalid(message('uploadWithoutFile', { name: names.at(-1) ?? '' }));

/**
 * The file to copy, which the caller may read. Throws `invalid`, and `unauthenticated` or `forbidden` for callers who
 * could not read it by a request of their own.
 */
function copyOf(site: Site, request: Request, from: JsonObject): CopySource {
  const { size, uploadDate } = from;
  const [collection, id, path] = [from.collection, from.id, from.path].map((value) =>
    typeof value === 'string' ? value : '',
  );
  if (!collection || !id || !isLegalId(collection) || !isLegalId(id)) {
    throw invalid(message('uploadFromNeedsObject'));
  }
  const problem = path ? filePathProblem(path) : 'must name a file of the object';
  if (!path || problem) throw invalid(message('uploadFromPath', { problem: problem ?? '' }));
  // What is protected is protected from strangers, whatever else of the object is public.
  if (request.caller.kind === 'anonymous') {
    throw new PlinthError('unauthenticated', message('authenticationRequired'));
  }
  const part = { method: 'GET', segments: ['collections', collection, id], operation: 'read' } as const;
  authorisePart(site, request, { ...part, collection });
  return {
    collection,
    id,
    path,
    ...(typeof size === 'number' && { size }),
    ...(typeof uploadDate === 'string' && { uploadDate }),
  };
}

/** Where the file is: the body is read at once when it holds an address, a form when it is asked for. */
async function sourceOf(
  site: Site,
  request: Request,
  response: Response,
  names: SentTo['names'],
): Promise<Upload['source']> {
  if (isJson(request)) {
    await readJson(request, response, 'json');
    const body: unknown = request.body;
    if (isJsonObject(body) && isJsonObject(body.from)) return { copy: copyOf(site, request, body.from) };
    const key = isJsonObject(body) ? names.find((name) => Object.hasOwn(body, name)) : undefined;
    if (!isJsonObject(body) || key === undefined) throw nothing(names);
    return { url: body[key] };
  }
  const [field, orField = field] = names;
  return {
    async readForm(limit, take) {
      const form = await readForm(request, response, { field, orField, limit, take });
      if (!form.sent) throw nothing(names);
      return { word: (name) => form.word(name), all: fieldsOf(request) };
    },
  };
}

/**
 * Has `save` save the file of a request, with the form's other fields, and resolves with what that does; undefined
 * when the request brought a piece of a file that is not whole yet. What is wrong with the upload itself is thrown in
 * the short form.
 */
export async function withUpload<Saved>(
  request: Request,
  response: Response,
  site: Site,
  { place, names }: SentTo,
  save: (file: StagedFile, fields: ReadonlyMap<string, string>) => Promise<Saved>,
): Promise<Saved | undefined> {
  let saving = false;
  try {
    const source = await sourceOf(site, request, response, names);
    return await receiveUpload(site, { place, sender: senderOf(request, site), source }, (file, fields) => {
      saving = true;
      return save(file, fields);
    });
  } catch (error) {
    throw saving ? error : shortly(error);
  }
}
