/**
 * A running server of a folder that answers the requests of a command. Only that server has the log of changes behind
 * cursors: a second process would see changes late, and a proxy would have to pass on all of HTTP. The key lives as
 * long as a connection, so that a killed command leaves nothing.
 */
import { newKey } from '../access/keys.js';
import { newSecret } from '../access/secrets.js';
import { hashOfToken, TOKEN_LIFETIME } from '../access/temporary-keys.js';
import type { UnknownName } from '../content/core/unknown-name-log.js';
import type { TemporaryKeyRequest } from '../contract/access.js';
import { packageVersion } from '../store/host/resources.js';
import { readRuntimeFile } from '../store/host/runtime-file.js';
import { storeSignInLink } from '../store/host/sign-in-links.js';
import { note } from './command.js';

/** How long the server may take to answer, in ms. */
const TIMEOUT = 10_000;

const PATH = '/api/temporary-keys';

export interface Borrowed {
  /** Where it answers the key. */
  readonly url: string;
  /** Settles when the server ends or drops the connection. */
  readonly ended: Promise<void>;
  /** Ends the key. Resolves with the names that its requests used and that do not exist. */
  end(): Promise<UnknownName[]>;
  /** Drops the connection, which ends the key as well. */
  drop(): void;
}

/**
 * Asks the server that has a folder open to answer a key. The key ends with the connection, so also when this process
 * is killed. Undefined when no server runs, or none of this version.
 */
export async function borrowServer(
  { state, folder }: { state: string; folder: string },
  wanted: Omit<TemporaryKeyRequest, 'token'>,
): Promise<Borrowed | undefined> {
  const running = await readRuntimeFile(state, folder);
  if (!running) return undefined;
  if (running.version !== packageVersion()) {
    note(
      `The folder is open in another version of Plinth (${running.version ?? 'older'}), which this command does not use.`,
    );
    return undefined;
  }
  const token = newSecret();
  await storeSignInLink(state, running.dataDir, hashOfToken(token), TOKEN_LIFETIME);
  const connection = new AbortController();
  const late = setTimeout(() => connection.abort(), TIMEOUT);
  try {
    const response = await fetch(running.url + PATH, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...wanted, token }),
      signal: connection.signal,
    });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    const url = response.ok && reader ? await readyUrl(reader) : undefined;
    if (!reader || url === undefined) throw new Error(`it answered ${response.status}`);
    const { key } = wanted;
    return {
      url,
      ended: drained(reader),
      async end() {
        try {
          const signal = AbortSignal.timeout(TIMEOUT);
          const headers = { 'X-API-Key': key };
          const ended = await fetch(url + PATH, { method: 'DELETE', headers, signal });
          const { unknownNames = [] } = Object(await ended.json());
          return unknownNames;
        } catch {
          return [];
        }
      },
      drop: () => connection.abort(),
    };
  } catch (error) {
    connection.abort();
    // The file of a process that was killed can name one that runs by now.
    note(
      `The server of this folder at ${running.url} did not answer, so its content is read without it (${error instanceof Error ? error.message : error}).`,
    );
    return undefined;
  } finally {
    clearTimeout(late);
  }
}

/**
 * The server and the key in the environment, where Plinth runs this command as a part of a development server of the same
 * folder: that key reads what was chosen for the preview.
 */
export function servedAlready(folder: string): (Borrowed & { key: string }) | undefined {
  const { PLINTH_FOLDER, PLINTH_URL: url, PLINTH_KEY: key } = process.env;
  if (PLINTH_FOLDER !== folder || !url || !key) return undefined;
  // Plinth ends the command before the key.
  return { url, key, ended: new Promise(() => {}), end: async () => [], drop: () => {} };
}

/** A cursor of the running server, for what is read from now on; undefined when no server is used. */
export async function runningCursor(places: { state: string; folder: string }): Promise<string | undefined> {
  const key = newKey();
  const borrowed = await borrowServer(places, { key, methods: ['GET'], port: 0 });
  if (!borrowed) return undefined;
  try {
    const signal = AbortSignal.timeout(TIMEOUT);
    const response = await fetch(`${borrowed.url}/api/changes`, { headers: { 'X-API-Key': key }, signal });
    const { cursor } = Object(await response.json());
    return typeof cursor === 'string' ? cursor : undefined;
  } finally {
    await borrowed.end();
    borrowed.drop();
  }
}

type Reader = ReadableStreamDefaultReader<string>;

/** The URL in the first event; undefined when the stream ends before. */
async function readyUrl(reader: Reader): Promise<string | undefined> {
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return undefined;
    text += value;
    const data = /^data: (.*)\n/m.exec(text)?.[1];
    if (data !== undefined) return String(Object(JSON.parse(data)).url);
  }
}

async function drained(reader: Reader): Promise<void> {
  try {
    while (!(await reader.read()).done);
  } catch {
    // Dropped, by the server or by us.
  }
}
