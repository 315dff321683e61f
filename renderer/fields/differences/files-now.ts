/** Which files of earlier revisions can still be shown. */
import { createContext, useContext } from 'react';
import { type FileItem, isItem } from '#contract/files';
import { isJsonObject, type JsonValue } from '#contract/values';

const factsOf = ({ name, size, uploadDate, hash }: FileItem): string =>
  JSON.stringify([name, size, uploadDate, hash]);

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

export const FilesNow = createContext<IsCurrent>(() => true);
export const useIsCurrent = (): IsCurrent => useContext(FilesNow);
