/** The thread that converts rich text, one text at a time. */
import { parentPort } from 'node:worker_threads';
import { answerTo, type ConversionJob } from './formats.js';

parentPort?.on('message', (job: ConversionJob) => parentPort?.postMessage(answerTo(job)));
