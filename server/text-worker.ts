/** A thread that reads long texts, one at a time. */
import { parentPort } from 'node:worker_threads';
import type { TextTask } from './helpers/text-thread.js';
import { IMPORT_TEXTS } from './imports/texts/jobs.js';
import { CLEAN_TEXTS } from './properties/markup/text-jobs.js';
import { CONVERT_TEXTS } from './rich-text/formats.js';

const answers = new Map(
  [CLEAN_TEXTS, CONVERT_TEXTS, IMPORT_TEXTS].map(({ name, answer }: TextTask<never, unknown>) => [
    name,
    answer,
  ]),
);

parentPort?.on('message', ({ task, job }: { task: string; job: never }) =>
  parentPort?.postMessage(answers.get(task)?.(job)),
);
