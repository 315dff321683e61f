/** What the parts of the media page ask of a file. */
import type { MediaFile } from '#contract/media';

export const keyOf = ({ collection, id, path }: MediaFile): string => `${collection}/${id}/${path}`;

/** Whether alternative text can be said of it. */
export const isPicture = ({ kind }: MediaFile): boolean => kind === 'image' || kind === 'gallery';

/** Whether there is something to see of it. */
export const isShown = (file: MediaFile): boolean =>
  isPicture(file) || (file.property === '' && file.mime.startsWith('image/'));

/** Address of a small picture; one nothing names has no address of its own. */
export function thumbnail({ collection, id, path, property, url = '', hash = '' }: MediaFile, size: string) {
  if (property === '') return `/api/media/thumbnail?${new URLSearchParams({ collection, id, path })}`;
  return `${url}?${size}&fit=crop-focalpoint&hash=${hash}`;
}
