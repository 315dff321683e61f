/** The answer to a request that was tried: read as far as it can be shown. */
import { api } from '../../api/client';

/** Most of a body that is shown; the rest is not fetched. */
const MOST_SHOWN = 300_000;

export interface TriedAnswer {
  status: number;
  statusText: string;
  milliseconds: number;
  headers: [name: string, value: string][];
  /** Undefined for bytes that are no text. */
  text: string | undefined;
  /** Language of the text, as the code editor names it. */
  mode: string;
  /** Bytes read. */
  size: number;
  /** There is more than is shown. */
  cut: boolean;
}

const MODES: readonly [RegExp, string][] = [
  [/[/+]json\b/, 'json'],
  [/\bhtml\b/, 'html'],
  [/\bcss\b/, 'css'],
  [/javascript/, 'javascript'],
];

/** Language of a media type; plain text for one that is not known. */
export const modeOf = (type: string): string => MODES.find(([pattern]) => pattern.test(type))?.[1] ?? 'text';

export const isText = (type: string): boolean =>
  type === '' || /^text\/|[/+](json|xml|yaml)\b|javascript/.test(type);

/** JSON with its lines apart; text that is none, or only the beginning of some, as it came. */
export function pretty(text: string, mode: string): string {
  if (mode !== 'json') return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

async function beginning(
  response: Response,
  stop: AbortController,
): Promise<{ bytes: Uint8Array; cut: boolean }> {
  const reader = response.body?.getReader();
  const pieces: Uint8Array[] = [];
  let size = 0;
  while (reader && size <= MOST_SHOWN) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(value);
    size += value.length;
  }
  const cut = size > MOST_SHOWN;
  if (cut) stop.abort();
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return { bytes, cut };
}

/** Sends a request with the session. Throws `ApiError` when nothing answers, `AbortError` when `signal` says so. */
export async function tryRequest(
  path: string,
  init: { method: string; headers: Headers; body: BodyInit | null },
  signal: AbortSignal,
): Promise<TriedAnswer> {
  const stop = new AbortController();
  const start = performance.now();
  const response = await api.raw(path, { ...init, signal: AbortSignal.any([signal, stop.signal]) });
  const { bytes, cut } = await beginning(response, stop);
  const milliseconds = performance.now() - start;
  const type = response.headers.get('content-type') ?? '';
  const mode = modeOf(type);
  return {
    status: response.status,
    statusText: response.statusText,
    milliseconds,
    headers: [...response.headers].sort(([a], [b]) => a.localeCompare(b)),
    text: isText(type) ? pretty(new TextDecoder().decode(bytes.subarray(0, MOST_SHOWN)), mode) : undefined,
    mode,
    size: bytes.length,
    cut,
  };
}
