import type { FileItem } from '#contract/files';

/** Files by what tells them apart: their names, or their paths. */
export type Files = ReadonlyMap<string, FileItem>;

export const filesByName = (items: readonly FileItem[]): Files =>
  new Map(items.map((item) => [item.name, item]));
