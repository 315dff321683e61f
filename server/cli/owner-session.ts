/**
 * Requests of a command as the owner, to the server of a folder: it signs in with a one-time link, as a browser does, which
 * only the user who runs the server can leave in the state directory.
 */
import { hashOf, newSecret } from '../access/secrets.js';
import { adminAddress, LINK_LIFETIME } from '../access/sessions.js';
import { message } from '../contract/messages/message.js';
import { isJsonObject, type JsonObject } from '../contract/values.js';
import { PlinthError } from '../errors.js';
import type { RuntimeInfo } from '../store/host/runtime-file.js';
import { storeSignInLink } from '../store/host/sign-in-links.js';

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
    const answer = parsed(await response.text());
    const said = isJsonObject(answer.error) ? answer.error.message : undefined;
    throw new PlinthError(
      'conflict',
      typeof said === 'string'
        ? message('serverSaid', { message: said })
        : message('serverAnswered', { status: response.status }),
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
