/** Where a file that comes in is put, and under which name. */
import { randomBytes } from 'node:crypto';
import type { Base } from '../content/core/base.js';
import { asDropped } from '../content/files/dropped-files.js';
import type { FileChange } from '../content/files/file-change.js';
import {
  extensionOf,
  type FileItem,
  type FileKindName,
  filesIn,
  foldedName,
  isItem,
  stemOf,
} from '../contract/files.js';
import type { JsonValue } from '../contract/values.js';
import { entriesOf } from '../properties/files/placing.js';
import type { FileProperty } from './address.js';
import type { StagedFile } from './look.js';

/** Names that must not be given again, folded: those beside it; of a gallery without extension, as addresses name it. */
function namesBeside(kind: FileKindName, value: JsonValue | undefined, folders: readonly string[]): string[] {
  if (kind === 'gallery') return filesIn('gallery', value).map(({ path }) => foldedName(stemOf(path)));
  if (kind !== 'depot') return [];
  return (entriesOf(value, folders) ?? []).filter(isItem).map(({ name }) => foldedName(name));
}

/** The name, or with five letters of chance where it is taken (spec/files.md#upload). */
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
  wanted: string;
  files: FileChange;
}

/** Gives the file its name and its place on the disk. One it replaces there is in the trash before. */
export async function putInPlace(
  base: Base,
  { collection, id }: { collection: string; id: string },
  { property, staged, folders, value, old, wanted, files }: Placement,
): Promise<Placed> {
  const { kind, folder } = property;
  const pathOf = (name: string) => [folder, ...folders, name].join('/');
  const beside = new Set(namesBeside(kind, value, folders));
  if (old && kind === 'gallery') beside.delete(foldedName(stemOf(old.name)));
  // A replaced file keeps its address: its name, with the extension the new one has.
  const kept = old && kind === 'gallery' ? `${stemOf(old.name)}.${extensionOf(wanted)}` : wanted;
  const name = freeName(kept, (candidate) => {
    if (candidate === old?.name) return false;
    const folded = foldedName(kind === 'gallery' ? stemOf(candidate) : candidate);
    return beside.has(folded) || base.store.files.stamp(collection, id, pathOf(candidate)) !== undefined;
  });
  const path = pathOf(name);
  const replace = name === old?.name;
  const within = [...folders, name].join('/');
  const replaced =
    replace && old
      ? {
          file: asDropped({ keys: property.keys, kind, item: old, within, path, at: 0 }),
          title: old.name,
        }
      : undefined;
  await files.place(staged.incoming, staged.path, path, replaced);
  return { name, path };
}
