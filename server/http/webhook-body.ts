/** The arguments of an automation from a webhook (spec/automations.md#webhook): its query and its body combined. */
import { isUtf8 } from 'node:buffer';
import express, { type RequestHandler } from 'express';
import { message } from '../contract/messages/message.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/values.js';
import { invalid, PlinthError } from '../errors.js';
import type { Site } from '../site.js';
import { readJson } from './body.js';
import { clientAddress } from './origin.js';
import { parseQuery } from './query.js';
import type { Request, Response } from './request.js';

/** Largest form, and largest arguments in total, in bytes: they are passed into the sandbox. */
const MAX_BYTES = 1024 * 1024;

const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

/** Parameters for API keys; they are never part of the arguments. */
const SECRET: ReadonlySet<string> = new Set(['api_key', 'apikey', 'x-api-key', 'authorization']);

const formBytes: RequestHandler = express.raw({ type: () => true, limit: MAX_BYTES });

async function readForm(request: Request, response: Response): Promise<JsonObject> {
  const bytes = await new Promise<unknown>((resolve, reject) => {
    formBytes(request, response, (error?: unknown) =>
      error === undefined ? resolve(request.body) : reject(error),
    );
  });
  if (!Buffer.isBuffer(bytes)) return {};
  if (!isUtf8(bytes)) throw invalid(message('formNotUtf8'));
  return { ...toJson(parseQuery(bytes.toString('utf8'))) };
}

/** The words of a query as a plain object, like one from JSON. */
function toJson(words: object): JsonObject {
  const value: unknown = JSON.parse(JSON.stringify(words));
  return isJsonObject(value) ? value : {};
}

async function readBody(request: Request, response: Response): Promise<JsonObject> {
  if (FORM_TYPE.test(request.headers['content-type'] ?? '')) return readForm(request, response);
  await readJson(request, response, 'json');
  const body: unknown = request.body;
  if (body === undefined) return {};
  return isJsonObject(body) ? body : { body: body as JsonValue };
}

/**
 * The arguments of a request: query and body, the body wins, without API keys. Throws `invalid` for an unreadable body,
 * `tooLarge`.
 */
export async function webhookArgs(request: Request, response: Response): Promise<JsonObject> {
  const body = await readBody(request, response);
  const merged = Object.entries({ ...toJson(request.query), ...body });
  const args = Object.fromEntries(merged.filter(([name]) => !SECRET.has(name.toLowerCase())));
  if (Buffer.byteLength(JSON.stringify(args)) > MAX_BYTES) {
    throw new PlinthError('tooLarge', message('automationArgumentsTooLarge'));
  }
  return args;
}

/** Headers with credentials or without information. */
const HIDDEN: ReadonlySet<string> = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'x-api-key',
  'x-csrf-token',
]);

/** The request as a handler sees it. */
export function seenRequest(
  request: Request,
  site: Site,
): {
  method: string;
  headers: Record<string, string>;
  address: string;
} {
  const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
    HIDDEN.has(name) || value === undefined ? [] : [[name, String(value)]],
  );
  const address = clientAddress(request, site);
  return { method: request.method, headers: Object.fromEntries(headers), address };
}

/** Whether a page of this server sent the request: scheme, host and port of `Origin`, else of `Referer`. */
export function isSameOrigin({ headers }: Request): boolean {
  const { origin, referer, host } = headers;
  const named = origin ?? referer;
  if (named === undefined || host === undefined || !URL.canParse(named)) return false;
  const scheme = 'http:';
  const { protocol, host: from } = new URL(named);
  return protocol === scheme && from === new URL(`${scheme}//${host}`).host;
}
