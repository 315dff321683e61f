/** Follows the changes of a folder: server-sent events, with reconnecting where the stream ended. */
import { PlinthError } from './errors.js';
import type { Requests } from './requests.js';
import { backoff, pause } from './waiting.js';

export interface ChangeEvent {
  /** `object.updated`, `schema.saved` …; `reset`: changes were missed, everything has to be read again. */
  type: string;
  /** Where to resume: `changes({ since })`. */
  cursor: string;
  collection?: string;
  id?: string;
  schema?: string;
  path?: string;
  at?: string;
}

export interface ChangesOptions<C extends string = string> {
  /** Only changes of these collections. */
  collections?: readonly C[];
  /** Cursor of the last change that is known; default: from now on. */
  since?: string;
  signal?: AbortSignal;
  /** Called when a stream is open, for the first time and after each reconnection. */
  onOpen?: () => void;
}

interface Message {
  id?: string;
  event: string;
  data: string;
}

/** The messages of a stream, whole ones only: lines end with CR, LF or both, wherever parts of the stream end. */
async function* messagesOf(body: ReadableStream<Uint8Array>, received: () => void): AsyncGenerator<Message> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let text = '';
  let message: Message = { event: 'message', data: '' };
  let filled = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      received();
      text += decoder.decode(value, { stream: true });
      // A CR at the end may be the first half of a line end.
      const lines = text.split(/\r\n|\n|\r(?!$)/);
      text = lines.pop() ?? '';
      for (const line of lines) {
        if (line === '') {
          if (filled) yield message;
          message = { event: 'message', data: '' };
          filled = false;
          continue;
        }
        const [, field, content = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
        if (field === 'data') message.data += (message.data === '' ? '' : '\n') + content;
        else if (field === 'event') message.event = content;
        else if (field === 'id') message.id = content;
        else continue;
        filled = true;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** A stream without a byte for this long is dead, in ms: the server sends a comment every 15 s. */
const SILENCE = 60_000;

/** Statuses that the same request may not get again. */
const isPassing = (status: number) => status === 429 || status >= 500;

/** Changes from now on, or behind a cursor, until the caller stops. Reconnects where the stream ended. */
export async function* changes(
  connection: Requests,
  { collections, since, signal, onOpen }: ChangesOptions = {},
): AsyncGenerator<ChangeEvent, void> {
  const stop = new AbortController();
  const ended = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
  const address = connection.address('/api/events', { collections: collections?.join(',') });
  let last = since;
  try {
    for (let attempt = 0; !ended.aborted; attempt += 1) {
      const silent = new AbortController();
      let timer = setTimeout(() => silent.abort(), SILENCE);
      const received = () => {
        clearTimeout(timer);
        timer = setTimeout(() => silent.abort(), SILENCE);
      };
      try {
        const headers = { Accept: 'text/event-stream', ...(last !== undefined && { 'Last-Event-ID': last }) };
        const response = await connection.send(address, headers, AbortSignal.any([ended, silent.signal]));
        if (!response.ok && !isPassing(response.status)) {
          throw await connection.errorOf(response.status, await response.text(), address);
        }
        if (response.ok && response.body) {
          onOpen?.();
          for await (const { id, event, data } of messagesOf(response.body, received)) {
            attempt = 0;
            last = id ?? last;
            if (event !== 'ready') yield { ...JSON.parse(data || '{}'), type: event, cursor: last ?? '' };
          }
        }
      } catch (error) {
        if (ended.aborted) return;
        if (error instanceof PlinthError) throw error;
      } finally {
        clearTimeout(timer);
      }
      await pause(backoff(attempt), ended).catch(() => undefined);
    }
  } finally {
    stop.abort();
  }
}
