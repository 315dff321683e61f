/** The thread that converts rich text, one text at a time. */
import { parentPort } from 'node:worker_threads';
import { answerTo, type ConversionAnswer, type ConversionJob } from './rich-text.js';

export type { ConversionAnswer, ConversionJob };

parentPort?.on('message', (job: ConversionJob) => parentPort?.postMessage(answerTo(job)));
