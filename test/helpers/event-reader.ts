/** Reads a stream of server-sent events the way a client does, an event at a time. */
import { onTestFinished } from 'vitest';

export interface HeardEvent {
  id: string;
  event: string;
  data: Record<string, unknown>;
}

export interface EventReader {
  status: number;
  headers: Headers;
  /** The next event; undefined when the stream has ended. */
  next(): Promise<HeardEvent | undefined>;
  /** The next `count` events as `type collection/id`. */
  told(count: number): Promise<string[]>;
  /** Goes away. */
  close(): void;
}

function parsed(block: string): HeardEvent | undefined {
  const lines = block.split('\n').map((line) => /^(\w+): (.*)$/.exec(line));
  const fields = Object.fromEntries(lines.flatMap((match) => (match ? [[match[1], match[2] ?? '']] : [])));
  if (fields.event === undefined) return undefined;
  return { id: fields.id ?? '', event: fields.event, data: JSON.parse(fields.data ?? '{}') };
}

const words = ({ event, data }: HeardEvent): string => {
  const place = [data.collection ?? data.schema, data.id, data.path].filter((part) => part !== undefined);
  return [event, place.join('/')].filter((part) => part !== '').join(' ');
};

/** Opens a stream; it is closed when the test is over. */
export async function readEvents(url: string, headers: Record<string, string> = {}): Promise<EventReader> {
  const gone = new AbortController();
  onTestFinished(() => gone.abort());
  const response = await fetch(url, { headers, signal: gone.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const next = async (): Promise<HeardEvent | undefined> => {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end >= 0) {
        const event = parsed(text.slice(0, end));
        text = text.slice(end + 2);
        if (event) return event;
        continue;
      }
      const part = await reader?.read().catch(() => undefined);
      if (!part || part.done) return undefined;
      text += part.value;
    }
  };
  return {
    status: response.status,
    headers: response.headers,
    next,
    async told(count) {
      const heard: string[] = [];
      while (heard.length < count) {
        const event = await next();
        heard.push(event ? words(event) : 'the end');
        if (!event) break;
      }
      return heard;
    },
    close: () => gone.abort(),
  };
}
