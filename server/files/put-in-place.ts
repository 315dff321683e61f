/** Where a file that comes in is put, and under which name. */
import { randomBytes } from 'node:crypto';
import type { Content } from '../content/core/base.js';
import { asDropped } from '../content/files/dropped-files.js';
import type { FileChange } from '../content/files/file-change.js';
import { neededElsewhere } from '../content/files/files-of-sets.js';
import { extensionOf, type FileItem, stemOf } from '../contract/files.js';
import type { JsonValue } from '../contract/values.js';
import type { FileProperty } from './address.js';
import type { StagedFile } from './inspect-file.js';

/** The name, or with five random letters where it is taken (spec/files.md#upload). */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  let free = name;
  while (isTaken(free)) {
    const extension = extensionOf(name);
    const chance = randomBytes(3).toString('hex').slice(0, 5);
    free = `${stemOf(name)}-${chance}${extension === '' ? '' : `.${name.slice(-extension.length)}`}`;
  }
  return free;
}

export interface Placed {
  name: string;
  path: string;
}

export interface Placement {
  property: FileProperty;
  staged: StagedFile;
  folders: readonly string[];
  value: JsonValue | undefined;
  old: FileItem | undefined;
  fileName: string;
  change: FileChange;
}

/** Gives the file its name and its place on the disk. One it replaces there is in the trash before. */
export async function putInPlace(
  base: Content,
  { collection, id }: { collection: string; id: string },
  { property, staged, folders, value, old, fileName, change }: Placement,
): Promise<Placed> {
  const { files, folder, keys } = property;
  const pathOf = (name: string) => [folder, ...folders, name].join('/');
  const naming = files.naming?.(value, { name: fileName, folders, old });
  const isShared = base.store.over ? await neededElsewhere(base, { collection, id }) : () => false;
  const name = freeName(naming?.name ?? fileName, (candidate) => {
    // Through a change set no file is replaced that is live, or in another set.
    if (candidate === old?.name && !isShared(pathOf(candidate))) return false;
    const exists = () => base.store.files.stamp(collection, id, pathOf(candidate)) !== undefined;
    return naming?.isTaken(candidate) || exists();
  });
  const path = pathOf(name);
  const replace = name === old?.name;
  const within = [...folders, name].join('/');
  const replaced =
    replace && old
      ? {
          file: asDropped({ keys, item: old, within, path, at: 0 }),
          title: old.name,
        }
      : undefined;
  await change.place(staged.incoming, staged.path, path, replaced);
  return { name, path };
}
