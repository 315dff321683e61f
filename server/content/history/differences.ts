/** How two versions of an object differ (spec/history.md#versions): by property, and in the bytes of files. */
import type { ObjectDocument } from '../../contract/objects.js';
import type { JsonValue } from '../../contract/values.js';
import type { Base } from '../core/base.js';
import { filesOfVersion, type VersionFile } from './version-files.js';
import { documentOfVersion, periodOfVersion, shownDocument } from './versions.js';

/** One property that differs; a side is absent where it has no value. */
export interface Difference {
  property: string;
  before?: JsonValue;
  after?: JsonValue;
}

/** One file whose bytes differ, or are named by one side only. */
export interface FileDifference {
  path: string;
  before?: VersionFile;
  after?: VersionFile;
}

export interface Differences {
  differences: Difference[];
  files: FileDifference[];
}

interface Side {
  document: ObjectDocument | undefined;
  files: VersionFile[];
}

/**
 * How a version differs from another; from the object of today without `to`. Throws as `documentOfVersion`.
 */
export async function differences(
  base: Base,
  collection: string,
  id: string,
  { from, to }: { from: string; to?: string | undefined },
): Promise<Differences> {
  const bound = base.collections.get(collection);
  const sideOf = async (revision: string): Promise<Side> => {
    const document = await documentOfVersion(base, collection, id, revision);
    const period = await periodOfVersion(base, collection, id, revision);
    return { document, files: await filesOfVersion(base, { collection, id, document, period }) };
  };
  const today = async (): Promise<Side> => {
    const document = (await base.store.objects.read(collection, id))?.document;
    const period = { from: Number.MAX_SAFE_INTEGER, to: Number.POSITIVE_INFINITY };
    const files = document ? await filesOfVersion(base, { collection, id, document, period }) : [];
    return { document, files };
  };
  const before = await sideOf(from);
  const after = to === undefined ? await today() : await sideOf(to);
  const files = differentFiles(before.files, after.files);
  const shown = [before, after].map(({ document }) => (document ? shownDocument(bound, document) : {}));
  const [one = {}, other = {}] = shown;
  const touched = new Set(files.map(({ path }) => path.split('/')[0]));
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  const found = [...names].filter(
    (name) => touched.has(name) || JSON.stringify(one[name]) !== JSON.stringify(other[name]),
  );
  return {
    differences: found.map((property) => ({
      property,
      ...(one[property] !== undefined && { before: one[property] }),
      ...(other[property] !== undefined && { after: other[property] }),
    })),
    files,
  };
}

function differentFiles(before: readonly VersionFile[], after: readonly VersionFile[]): FileDifference[] {
  const paths = new Set([...before, ...after].map(({ path }) => path));
  return [...paths].flatMap((path) => {
    const one = before.find((file) => file.path === path);
    const other = after.find((file) => file.path === path);
    // Very large files have no revision: their size has to do.
    if (one && other && one.revision === other.revision && one.size === other.size) return [];
    return { path, ...(one && { before: one }), ...(other && { after: other }) };
  });
}
