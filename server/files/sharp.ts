/** sharp, loaded when the first image is asked for. */
import type sharp from 'sharp';
import { onDemand } from '../on-demand.js';

const library = onDemand<typeof sharp>('sharp');

/**
 * One thread per image: several images at once are quicker than one image on several threads. No cache of sharp's
 * own: derivatives are kept as bytes.
 */
export function sharpNow(): typeof sharp {
  const ready = library();
  ready.concurrency(1);
  ready.cache(false);
  return ready;
}
