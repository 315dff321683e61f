/**
 * The process where images are decoded, one at a time. A crash affects only this process; the server ends it when it
 * is late, and it ends itself when it takes too much memory or the server is gone.
 */
import { PlinthError } from '../errors.js';
import { type InspectJob, type InspectReply, RejectedFile } from '../files/image-jobs.js';
import { measureFile } from '../files/measure-file.js';
import type { MeasureJob, MeasureReply } from '../files/measured-images.js';
import { readImage } from '../files/read-image.js';
import { openParentPort } from '../parent-port.js';
import { renderFile } from './render-file.js';
import type { RenderAnswer, RenderJob } from './render-jobs.js';

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
      const { kind, message, details } = error;
      return { problem: { kind, message, ...(details && { details }) } };
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
