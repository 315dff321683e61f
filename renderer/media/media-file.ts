/** What the screens with files of the folder ask of one. */
import type { FilePlace, MediaFile } from '#contract/media';
import type { ChosenFile } from '../api/media';

export const keyOf = ({ collection, id, path }: FilePlace): string => `${collection}/${id}/${path}`;

/** Whether the file can have alternative text: that of an image in a text is in the text. */
export const isPicture = ({ alt, mime }: MediaFile): boolean =>
  alt !== undefined && mime.startsWith('image/');

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
  const { collection, id, path, name, size, mime, alt = '', linked } = file;
  // Nothing is kept about files of texts, so that only their size tells them from others.
  const uploadDate = linked ? '' : (file.uploadDate ?? '');
  return { name, size, type: mime, alt, from: { collection, id, path, size, uploadDate } };
}
