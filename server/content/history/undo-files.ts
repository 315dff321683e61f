/** Which bytes of files an undo brings back: of each file by what came before and after the changes. */
import type { ObjectDocument } from '../../contract/objects.js';
import { filesOfDocument } from '../../schemas/file-values.js';
import type { KeptFile } from '../../store/types/file-history.js';
import type { Base } from '../core/base.js';
import { bytesOf, fileStates, type Period } from './file-states.js';
import type { Step } from './undo-steps.js';
import type { WantedFiles } from './version-files.js';

/** Takes a file in its place for one whose bytes are not known. */
const NOT_KNOWN = '?';

export interface UndoneFiles extends WantedFiles {
  /** Values of files that were replaced again since, as keys with dots. */
  inTheWay: string[];
}

interface Asked {
  collection: string;
  id: string;
  /** The newest first. */
  steps: readonly Step[];
  contentOf(revision: string): ObjectDocument;
  /** What the object holds after the undo. */
  document: ObjectDocument;
}

export async function filesOfUndo(
  base: Base,
  { collection, id, steps, contentOf, document }: Asked,
): Promise<UndoneFiles> {
  const { schema } = base.collections.get(collection);
  const found: UndoneFiles = { files: [], lost: [], inTheWay: [] };
  const named = filesOfDocument(schema, document);
  if (named.length === 0) return found;
  const states = await fileStates(base, collection, id);
  const namesIn = (revision: string | null) =>
    new Set(revision === null ? [] : filesOfDocument(schema, contentOf(revision)).map(({ path }) => path));
  const stateAt = async (path: string, period: Period) => {
    const state = states.in(path, period);
    return { state, revision: (await states.revisionOf(path, state)) ?? NOT_KNOWN };
  };
  const former = new Set(states.paths);
  for (const { path, keys } of named) {
    if (!former.has(path)) {
      if (!states.isInFolder(path)) found.lost.push(path);
      continue;
    }
    const now = states.isInFolder(path) ? ((await states.revisionNow(path)) ?? NOT_KNOWN) : undefined;
    let wanted: KeptFile | undefined;
    for (const { before, after, beforeAt, afterAt } of steps) {
      if (!namesIn(before).has(path)) continue;
      const old = await stateAt(path, { from: beforeAt, to: afterAt });
      const made = namesIn(after).has(path)
        ? (await stateAt(path, { from: afterAt, to: Number.POSITIVE_INFINITY })).revision
        : undefined;
      if (old.revision === NOT_KNOWN) {
        found.lost.push(path);
        continue;
      }
      const current = wanted?.revision ?? now;
      if (old.revision === made || old.revision === current) continue;
      if (current !== undefined && current !== made) found.inTheWay.push(keys.join('.'));
      else if (bytesOf(old.state)) wanted = bytesOf(old.state);
      else found.lost.push(path);
    }
    if (wanted && wanted.revision !== now) found.files.push({ path, former: wanted });
  }
  return found;
}
