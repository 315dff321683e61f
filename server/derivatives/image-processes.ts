/**
 * The processes where images are decoded, for uploads and derivatives alike. In the server's process, sharp would
 * share the four threads that `fs` uses, and looks at its timeout only between steps: four uploads of 2.4 kB held up
 * every save for almost two minutes.
 */
import { message } from '../contract/messages/message.js';
import { forkHelper, type StartHelper } from '../helpers/helper.js';
import { HelperPool } from '../helpers/helper-pool.js';

/** Number of images decoded in parallel; each uses one thread. */
const SIZE = 2;
/** Max jobs that wait, and how long each does, in ms. */
const WAITING = 2000;
const MAX_QUEUE_MS = 120_000;
/** Limit of the JavaScript heap, where HEIC is encoded; pixels are outside it. */
const HEAP_MB = 1024;

export const forkImages: StartHelper = () =>
  forkHelper('derivatives/image-child', { heapMb: HEAP_MB, serialization: 'advanced' });

export const imageProcesses = (start: StartHelper): HelperPool =>
  new HelperPool(start, { size: SIZE, waiting: WAITING, maxWaitMs: MAX_QUEUE_MS }, message('imagesBusy'));
