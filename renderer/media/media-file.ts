/** What the screens with files of the folder ask of one. */
import type { MediaFile } from '#contract/media';
import type { ChosenFile } from '../api/media';

export const keyOf = ({ collection, id, path }: MediaFile): string => `${collection}/${id}/${path}`;

/** Whether the file can have alternative text. */
export const isPicture = ({ property, mime }: MediaFile): boolean =>
  property !== '' && mime.startsWith('image/');

/** Whether there is something to see of it. */
export const isShown = ({ mime }: MediaFile): boolean => mime.startsWith('image/');

/** Address of a small picture; those nothing names, and those among other files, are not served as images. */
export function thumbnail({ collection, id, path, url = '', hash = '' }: MediaFile, size: string): string {
  if (!url.startsWith('/imageworks/'))
    return `/api/media/thumbnail?${new URLSearchParams({ collection, id, path })}`;
  return `${url}?${size}&fit=crop-focalpoint&hash=${hash}`;
}

/** A file to copy, as it was seen: the server does not copy one that was replaced since. */
export function chosenFile(file: MediaFile): ChosenFile {
  const { collection, id, path, name, size, mime, alt = '', uploadDate = '' } = file;
  return { name, size, type: mime, alt, from: { collection, id, path, size, uploadDate } };
}
