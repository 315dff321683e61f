/** Whether two open files have the same bytes. */
import type { OpenFile } from '../store/types/files.js';

const PIECE = 64 * 1024;

/** Closes both. */
export async function hasSameBytes(one: OpenFile, other: OpenFile): Promise<boolean> {
  try {
    if (one.size !== other.size) return false;
    const [mine, theirs] = [Buffer.alloc(PIECE), Buffer.alloc(PIECE)];
    for (let at = 0; at < one.size; ) {
      const [read, also] = await Promise.all([one.read(mine, at), other.read(theirs, at)]);
      const count = Math.min(read, also);
      if (count === 0 || mine.compare(theirs, 0, count, 0, count) !== 0) return false;
      at += count;
    }
    return true;
  } finally {
    await Promise.all([one.close(), other.close()]);
  }
}
