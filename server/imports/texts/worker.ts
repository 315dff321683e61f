/** The thread that reads long texts of imports, one at a time. */
import { parentPort } from 'node:worker_threads';
import { answerTo, type TextJob } from './jobs.js';

parentPort?.on('message', (job: TextJob) => parentPort?.postMessage(answerTo(job)));
