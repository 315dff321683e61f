/** What the parts of the media page ask of a file. */
import type { MediaFile } from '#contract/media';

export const keyOf = ({ collection, id, path }: MediaFile): string => `${collection}/${id}/${path}`;

/** Whether alternative text can be said of it. */
export const isPicture = ({ kind }: MediaFile): boolean => kind === 'image' || kind === 'gallery';

export const thumbnail = ({ url = '', hash = '' }: MediaFile, size: string): string =>
  `${url}?${size}&fit=crop-focalpoint&hash=${hash}`;
