/** What the writer program does, step by step, so that its parent knows what must stand after any of them. */
import type { ObjectDocument } from '../../../server/contract/objects.js';

export interface WriterSettings {
  folder: string;
  cache: string;
  state: string;
  lanes: number;
  /** Steps done so far, by lane. */
  done: number[];
}

/** The object after so many steps; undefined where it is deleted or not made yet. */
export function documentAfter(id: string, step: number): ObjectDocument | undefined {
  if (step % 5 === 0) return undefined;
  const text = String.fromCharCode(97 + (step % 26)).repeat((step * 997) % 20_000);
  return { id, step, text, end: step };
}
