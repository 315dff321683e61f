/** Takes a long answer as it comes: how far it is, to a target, and never a part for the whole. */
import { api } from '../../api/client';
import { leaveToBrowser, type SaveTarget, TooLong } from './save-target';

export interface Progress {
  bytes: number;
  /** Objects so far, where they can be told apart. */
  objects: number | undefined;
  /** Objects there will be, where the server knows. */
  total: number | undefined;
  /** Objects left out because their files cannot be read. */
  skipped: number;
}

export interface Download {
  address: string;
  filename: string;
  /** Lines before the first object, where each object is a line; undefined where it is not. */
  head?: number | undefined;
  /** Changes the answer on its way. */
  transform?: (() => TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>) | undefined;
}

/** The answer stopped before its end. */
export class BrokenOff extends Error {}

const NEWLINE = 10;

/** How many lines end in a piece. */
export function linesIn(piece: Uint8Array): number {
  let count = 0;
  for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}

/** A header's number; undefined when it is not there. */
export function numberIn(headers: Headers, name: string): number | undefined {
  const text = headers.get(name);
  const value = Number(text ?? Number.NaN);
  return Number.isFinite(value) ? value : undefined;
}

/** Objects told by the lines so far: those of the head are none, and no more than there are. */
export function objectsAfter(lines: number, head: number, total: number | undefined): number {
  return Math.max(0, Math.min(lines - head, total ?? Number.POSITIVE_INFINITY));
}

async function* piecesOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>) {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    reader.releaseLock();
  }
}

/**
 * Downloads into a target, which is discarded unless everything has come. `left`: the answer was too long for the
 * memory and the browser downloads it by itself. Throws `ApiError` when it is refused, `BrokenOff` when it stops
 * on its way, and `AbortError` when `signal` says so.
 */
export async function download(
  { address, filename, head, transform }: Download,
  target: SaveTarget,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<'saved' | 'left'> {
  const stop = new AbortController();
  const stopped = AbortSignal.any([signal, stop.signal]);
  try {
    const { headers, body } = await api.stream(address, stopped);
    const total = numberIn(headers, 'x-total-count');
    const skipped = numberIn(headers, 'x-skipped-count') ?? 0;
    let [bytes, lines] = [0, 0];
    const tell = () => {
      const objects = head === undefined ? undefined : objectsAfter(lines, head, total);
      onProgress({ bytes, objects, total, skipped });
    };
    tell();
    const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(piece, controller) {
        bytes += piece.length;
        if (head !== undefined) lines += linesIn(piece);
        tell();
        controller.enqueue(piece);
      },
    });
    const came = body?.pipeThrough(counted);
    const changed = transform ? came?.pipeThrough(transform()) : came;
    if (changed) for await (const piece of piecesOf(changed)) await target.write(piece);
    await target.finish();
    return 'saved';
  } catch (error) {
    stop.abort();
    await target.discard();
    if (signal.aborted) throw new DOMException('Cancelled', 'AbortError');
    if (error instanceof TooLong && transform === undefined) {
      leaveToBrowser(address, filename);
      return 'left';
    }
    // What the browser throws when a body ends too early is a TypeError; everything else says what it is.
    if (error instanceof TypeError) throw new BrokenOff('The connection was lost');
    throw error;
  }
}
