/** What the parts of the media page ask of a file. */
import type { MediaFile } from '#contract/media';
import { fieldKinds } from '../../fields';

export const keyOf = ({ collection, id, path }: MediaFile): string => `${collection}/${id}/${path}`;

/** Whether the file can have alternative text. */
export const isPicture = ({ property, mime }: MediaFile): boolean =>
  property !== '' && mime.startsWith('image/');

/** Whether there is something to see of it. */
export const isShown = ({ mime }: MediaFile): boolean => mime.startsWith('image/');

/** Address of a small picture; those nothing names, and those among other files, are not served as images. */
export function thumbnail({ collection, id, path, kind, url = '', hash = '' }: MediaFile, size: string) {
  if (kind === undefined || fieldKinds[kind].takes?.pictures !== true)
    return `/api/media/thumbnail?${new URLSearchParams({ collection, id, path })}`;
  return `${url}?${size}&fit=crop-focalpoint&hash=${hash}`;
}
