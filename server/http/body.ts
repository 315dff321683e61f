/** JSON bodies, with limits that are enforced before handlers see a value (spec/limits.md#requests). */
import { isUtf8 } from 'node:buffer';
import { setImmediate } from 'node:timers/promises';
import express from 'express';
import { LONG_TEXT, parseInPieces } from '../content/core/json-pieces.js';
import { checkCount, checkNumbers, checkShape } from '../content/core/json-shape.js';
import { message } from '../contract/messages/message.js';
import { invalid, PlinthError } from '../errors.js';
import { SIZE_LIMITS } from '../settings/limits.js';
import { fromSettings, type StoredSettings, settingValue } from '../settings/read.js';
import type { Middleware } from './pipeline.js';
import type { Request, Response } from './request.js';

export { checkShape } from '../content/core/json-shape.js';

const MB = 1024 * 1024;

/** A document of the API, or a template. */
export type BodyKind = keyof typeof SIZE_LIMITS;

/** Largest bodies in bytes; compressed ones are measured while they unpack. */
export type BodyLimits = Readonly<Record<BodyKind, number>>;

/** Sets the body limits of a request. */
export function limitBodies(settings: { read(): StoredSettings }): Middleware {
  const current = fromSettings(settings, (stored) => ({
    json: settingValue(stored, SIZE_LIMITS.json) * MB,
    import: settingValue(stored, SIZE_LIMITS.import) * MB,
  }));
  return (request) => {
    request.bodyLimits = current();
    return undefined;
  };
}

const JSON_TYPE = /^application\/(?:json|[\w.-]+\+json)\s*(?:;|$)/i;
const CHARSET = /;\s*charset\s*=\s*"?([^";\s]+)/i;

function hasBody(request: Request): boolean {
  const length = request.headers['content-length'];
  return request.headers['transfer-encoding'] !== undefined || (length !== undefined && Number(length) > 0);
}

/** A wrong type is 400, an unsupported charset 415 (spec/errors.md#statuses). */
function checkType(request: Request): void {
  const type = request.headers['content-type'] ?? '';
  if (!JSON_TYPE.test(type)) throw invalid(message('bodyNotSentAsJson'));
  const charset = CHARSET.exec(type)?.[1]?.toLowerCase();
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8' && charset !== 'us-ascii') {
    throw new PlinthError('unsupported', message('bodyCharset', { charset }));
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalid(message('bodyNotJson', { reason: error instanceof Error ? error.message : 'unreadable' }));
  }
}

/**
 * A JSON text of a request as a safe value. `below`: the property it is the value of; `counted`: whether the number of
 * its values is limited, else a long text is parsed in chunks. Throws `invalid`, `tooLarge`.
 */
export async function jsonFrom(bytes: Buffer, { below = '', counted = false } = {}): Promise<unknown> {
  if (!isUtf8(bytes)) throw invalid(message('bodyNotUtf8'));
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const text = bytes.toString('utf8', marked ? 3 : 0);
  const long = text.length > LONG_TEXT;
  if (long && !counted) return parseInPieces(text);
  if (counted) checkCount(text);
  const value = parse(text);
  if (long) await setImmediate();
  checkShape(value);
  if (long) await setImmediate();
  checkNumbers(text, below);
  return value;
}

/** Whether a body can be read directly: its length is known and within the limit, and it is not compressed. */
function isPlain({ headers, bodyLimits }: Request, kind: BodyKind): boolean {
  const length = Number(headers['content-length']);
  const encoded = headers['content-encoding'] !== undefined || headers['transfer-encoding'] !== undefined;
  return !encoded && length <= bodyLimits[kind];
}

/** The bytes of such a body: Node ensures that they match the announced length. */
function plainBytes(request: Request): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    const cut = () => reject(invalid(message('bodyIncomplete')));
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => resolve(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)));
    request.on('error', cut);
    request.on('close', () => request.complete || cut());
  });
}

/** The bytes of any body, unpacked; errors have the status Express gives them. */
function anyBytes(request: Request, response: Response, kind: BodyKind): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const read = express.raw({ type: () => true, limit: request.bodyLimits[kind] });
    read(request, response, (error?: unknown) => {
      const bytes: unknown = request.body;
      request.body = undefined;
      if (error === undefined) resolve(Buffer.isBuffer(bytes) ? bytes : undefined);
      else reject(error);
    });
  });
}

/**
 * Reads a JSON body of any kind, scalars included, into `request.body`; undefined when nothing was sent.
 * Throws `invalid`, `unsupported` or `tooLarge`.
 */
export async function readJson(request: Request, response: Response, kind: BodyKind): Promise<void> {
  request.body = undefined;
  if (!hasBody(request)) return;
  checkType(request);
  const plain = isPlain(request, kind);
  const bytes = plain ? await plainBytes(request) : await anyBytes(request, response, kind);
  if (bytes === undefined || bytes.length === 0) return;
  const { property } = request.params;
  const below = typeof property === 'string' ? property : '';
  request.body = await jsonFrom(bytes, { below, counted: kind === 'json' });
}
