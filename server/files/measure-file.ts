/** The size of an image by the beginning of its file, without decoding a pixel. Runs in a helper process. */
import { readBeginning } from '../store/disk/whole-file.js';
import type { MeasureJob, MeasureReply } from './measured-images.js';
import { sharpNow } from './sharp.js';

/** Cameras put previews and color profiles before the size. */
const BEGINNING = 1024 * 1024;

export async function measureFile({ path, stamp }: MeasureJob): Promise<MeasureReply> {
  try {
    const bytes = await readBeginning(path, Math.min(BEGINNING, stamp.size), stamp);
    const { format, autoOrient } = await sharpNow()(bytes, {
      failOn: 'none',
      limitInputPixels: false,
    }).metadata();
    const { width, height } = autoOrient;
    return { size: format !== 'svg' && width > 0 && height > 0 ? { width, height } : null };
  } catch {
    return { size: null };
  }
}
