/** The thread that turns Markdown into HTML, one text at a time. */
import { parentPort } from 'node:worker_threads';
import { htmlOfMarkdown } from './html.js';

parentPort?.on('message', ({ text }: { text: string }) =>
  parentPort?.postMessage({ html: htmlOfMarkdown(text) }),
);
