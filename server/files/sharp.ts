/** sharp, loaded when the first image is asked for. */
import type sharp from 'sharp';
import { onDemand } from '../on-demand.js';

/** The readers of the types that images may have here. */
const READERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Svg'] as const;

/**
 * One thread per image: several images at once are quicker than one image on several threads. No cache of sharp's
 * own: derivatives are kept as bytes. What is read by no other reader than these cannot be broken into by one: a
 * folder may bring files of any kind under the name of an image.
 */
export const sharpNow: () => typeof sharp = onDemand<typeof sharp>('sharp', (library) => {
  library.concurrency(1);
  library.cache(false);
  library.block({ operation: ['VipsForeignLoad'] });
  library.unblock({ operation: READERS.map((reader) => `VipsForeignLoad${reader}`) });
});
