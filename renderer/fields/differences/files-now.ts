/** Which files of earlier revisions can still be shown. */
import { createContext, useContext } from 'react';
import { type FileItem, isItem } from '#contract/files';
import { isJsonObject, type JsonValue } from '#contract/values';

/** What tells the bytes of a file: not the hash, which changes with its description, where there is a date. */
const factsOf = ({ name, size, uploadDate = '', hash }: FileItem): string =>
  JSON.stringify([name, size, uploadDate, uploadDate === '' ? hash : '']);

/** Every file a value names, at any depth. */
export function filesIn(value: JsonValue | undefined): FileItem[] {
  if (Array.isArray(value)) return value.flatMap(filesIn);
  if (!isJsonObject(value)) return [];
  return [...(isItem(value) ? [value] : []), ...Object.values(value).flatMap(filesIn)];
}

/** Whether the bytes of a file are those that its address leads to now. */
export type IsCurrent = (item: FileItem) => boolean;

/** `object`: as it is now; undefined where it was deleted. */
export function currentIn(object: JsonValue | undefined): IsCurrent {
  const facts = new Set(filesIn(object).map(factsOf));
  return (item) => facts.has(factsOf(item));
}

/** Which of two versions a file is shown of. */
export type SideOfFile = 'before' | 'after';

/** Address of a file whose bytes differ between the versions; null where they are not kept. Undefined for other files. */
export type FormerFile = (item: FileItem, side: SideOfFile) => string | null | undefined;

/** The files of the versions that are compared. `urlOf`: address of a file as its version has it. */
export function formerIn<File extends KnownFile>(
  files: readonly { before?: File; after?: File }[],
  urlOf: (file: File, side: SideOfFile) => string,
): FormerFile {
  return (item, side) => {
    const found = files.flatMap((one) => one[side] ?? []).filter((file) => isOf(file, item));
    const [file] = found;
    if (!file) return undefined;
    // Two files that look alike cannot be told apart by their values.
    return file.kept && found.length === 1 ? urlOf(file, side) : null;
  };
}

interface KnownFile {
  name: string;
  hash?: string;
  uploadDate?: string;
  kept: boolean;
}

const isOf = ({ name, hash, uploadDate }: KnownFile, item: FileItem): boolean =>
  name === item.name && hash === item.hash && uploadDate === item.uploadDate;

export const FormerFiles = createContext<FormerFile>(() => undefined);
export const useFormerFile = (): FormerFile => useContext(FormerFiles);

export const FilesNow = createContext<IsCurrent>(() => true);
export const useIsCurrent = (): IsCurrent => useContext(FilesNow);
