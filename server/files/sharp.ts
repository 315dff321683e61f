/** sharp, loaded with the first image. */
import type sharp from 'sharp';
import { onDemand } from '../on-demand.js';

/** The readers of the types that images may have here. */
const READERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Svg'] as const;

/**
 * One thread per image: several images at once are faster than one image on several threads. sharp's cache is off:
 * derivatives are cached as bytes. Other loaders are blocked, since a folder may have files of any kind under the name
 * of an image.
 */
export const sharpNow: () => typeof sharp = onDemand<typeof sharp>('sharp', (library) => {
  library.concurrency(1);
  library.cache(false);
  library.block({ operation: ['VipsForeignLoad'] });
  library.unblock({ operation: READERS.map((reader) => `VipsForeignLoad${reader}`) });
});
