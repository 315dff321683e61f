/**
 * Requests of a command as the owner, to the server of a folder: it signs in with a one-time link, as a browser does, which
 * only the user who runs the server can leave in the state directory.
 */
import { hashOf, newSecret } from '../access/secrets.js';
import { adminAddress, LINK_LIFETIME } from '../access/sessions.js';
import { type Details, message } from '../contract/messages/message.js';
import { isJsonObject, type JsonObject } from '../contract/values.js';
import { PlinthError } from '../errors.js';
import { openLog } from '../http/log.js';
import { startServer } from '../start.js';
import type { RuntimeInfo } from '../store/host/runtime-file.js';
import { storeSignInLink } from '../store/host/sign-in-links.js';
import { existingFolder, type FolderValues, placesOf } from './folder.js';
import { OwnServer } from './own-server.js';

/** A server of this process stays open for as long as the command runs, in ms. */
const LONG = 2 ** 31 - 1;

export class OwnerSession {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;

  private constructor(url: string, headers: Readonly<Record<string, string>>) {
    this.#url = url;
    this.#headers = headers;
  }

  /** Throws `busy` when the server does not take the link. */
  static async open(state: string, { url, dataDir }: RuntimeInfo): Promise<OwnerSession> {
    const token = newSecret();
    await storeSignInLink(state, dataDir, hashOf(token), LINK_LIFETIME);
    const signedIn = await fetch(adminAddress(url, token), { redirect: 'manual' });
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0];
    if (cookie === undefined) throw new PlinthError('busy', message('folderOpenElsewhere'));
    const session: unknown = await (await fetch(`${url}/admin/session`, { headers: { cookie } })).json();
    const csrfToken = isJsonObject(session) ? String(session.csrfToken) : '';
    return new OwnerSession(url, { cookie, 'X-CSRF-Token': csrfToken });
  }

  /** The answer of the server. Throws PlinthError with its message when it rejects the request. */
  async request(method: string, path: string, body?: object): Promise<Response> {
    const response = await fetch(`${this.#url}${path}`, {
      method,
      headers: { ...this.#headers, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (response.ok) return response;
    const { error } = parsed(await response.text());
    const { message: text, details } = isJsonObject(error) ? error : {};
    throw new PlinthError(
      'conflict',
      typeof text === 'string' ? said(text) : message('serverAnswered', { status: response.status }),
      isJsonObject(details) ? { details: detailsOf(details) } : {},
    );
  }

  async json(method: string, path: string, body?: object): Promise<JsonObject> {
    return parsed(await (await this.request(method, path, body)).text());
  }

  /** Signs out. */
  async end(): Promise<void> {
    await this.request('POST', '/admin/session/end').catch(() => undefined);
  }
}

const said = (text: string) => message('serverSaid', { message: text });

const detailsOf = (details: JsonObject): Details =>
  Object.fromEntries(
    Object.entries(details).map(([place, texts]) => [
      place,
      (Array.isArray(texts) ? texts : [texts]).map((text) => said(String(text))),
    ]),
  );

/**
 * Does something as the owner in the server that has the folder of `--data` open, or opens it for that time. Throws
 * UsageError, PlinthError.
 */
export async function asOwner<T>(
  values: FolderValues,
  work: (session: OwnerSession) => Promise<T>,
): Promise<T> {
  const folder = await existingFolder(values);
  const places = placesOf(values);
  const start = () => startServer({ folder, ...places, port: 0, log: openLog() });
  const own = new OwnServer({ folder, state: places.state, start, idle: LONG });
  try {
    const session = await OwnerSession.open(places.state, await own.find());
    try {
      return await work(session);
    } finally {
      await session.end();
    }
  } finally {
    await own.close();
  }
}

function parsed(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** The lines of JSON of a response, as they come. */
export async function* linesOf(response: Response): AsyncGenerator<JsonObject> {
  let text = '';
  for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const lines = (text + part).split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) yield parsed(line);
  }
}
