/**
 * The process where images are decoded, one at a time. A crash affects only this process; the server ends it when it
 * is late, and it ends itself when it takes too much memory or the server is gone.
 */
import { message, onWire } from '../contract/messages/message.js';
import { missing, PlinthError } from '../errors.js';
import { drawingProblem } from '../files/drawing-cost.js';
import { type InspectJob, type InspectReply, RejectedFile } from '../files/image-jobs.js';
import { measureFile } from '../files/measure-file.js';
import type { MeasureJob, MeasureReply } from '../files/measured-images.js';
import { readImage } from '../files/read-image.js';
import { openParentPort } from '../parent-port.js';
import { readWholeFile } from '../store/disk/whole-file.js';
import { renderImage } from './render.js';
import type { RenderAnswer, RenderJob } from './render-jobs.js';

/**
 * The bytes of a derivative; sharp never gets a path, through which an SVG could reach other files. Throws as
 * `renderImage`.
 */
async function renderFile({ path, stamp, request }: RenderJob): Promise<Buffer> {
  const source = await readWholeFile(path, stamp).catch((cause: unknown) => {
    throw Object.assign(missing(message('imageNotShown')), { cause });
  });
  // librsvg reads compressed drawings, too, which no upload takes.
  const compressed = source[0] === 0x1f && source[1] === 0x8b;
  const isSvg = /<svg[\s>]/i.test(source.toString('latin1', 0, 4096));
  if (compressed || (isSvg && drawingProblem(source.toString('utf8')) !== undefined)) {
    throw missing(message('imageNotShown'));
  }
  return renderImage(source, request);
}

type Job = InspectJob | MeasureJob | RenderJob;
type Answer = InspectReply | MeasureReply | RenderAnswer | { failed: string };

/** Max resident memory, in bytes, and how often it is checked, in ms. */
const MEMORY = 1536 * 1024 * 1024;
const CHECK_EVERY_MS = 200;

/** At once: threads that decode would keep an orderly end waiting for them. */
const end = () => process.kill(process.pid, 'SIGKILL');

async function answer(job: Job): Promise<Answer> {
  try {
    if (job.task === 'measure') return await measureFile(job);
    return job.task === 'inspect' ? await readImage(job) : { bytes: await renderFile(job) };
  } catch (error) {
    if (error instanceof RejectedFile) return { rejected: error.message };
    if (error instanceof PlinthError) {
      const { kind, reason, details } = error;
      return {
        problem: { kind, reason: reason.onWire(), ...(details && { details: onWire(details).problems }) },
      };
    }
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}

const port = openParentPort();
const serve = async (job: Job): Promise<void> => {
  const reply = await answer(job);
  if (port) port.postMessage(reply);
  else process.send?.(reply);
};

if (port) port.on('message', ({ data }: { data: Job }) => void serve(data));
else process.on('message', (job: Job) => void serve(job));
process.on('disconnect', end);
setInterval(() => process.memoryUsage.rss() > MEMORY && end(), CHECK_EVERY_MS).unref();
