/** A derivative of a file. Runs in a helper process. */
import { missing } from '../errors.js';
import { drawingProblem } from '../files/drawing-cost.js';
import { readWholeFile } from '../store/disk/whole-file.js';
import { renderImage } from './render.js';
import type { RenderJob } from './render-jobs.js';

/**
 * The bytes of a derivative; sharp never gets a path, through which an SVG could reach other files. Throws as
 * `renderImage`.
 */
export async function renderFile({ path, stamp, request }: RenderJob): Promise<Buffer> {
  const source = await readWholeFile(path, stamp).catch((cause: unknown) => {
    throw Object.assign(missing('The file is not an image that can be shown'), { cause });
  });
  // librsvg reads compressed drawings, too, which no upload takes.
  const compressed = source[0] === 0x1f && source[1] === 0x8b;
  const isSvg = /<svg[\s>]/i.test(source.toString('latin1', 0, 4096));
  if (compressed || (isSvg && drawingProblem(source.toString('utf8')) !== undefined)) {
    throw missing('The file is not an image that can be shown');
  }
  return renderImage(source, request);
}
