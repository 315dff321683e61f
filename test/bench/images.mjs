// Rows of derivatives: made anew, made for many at once, served again, and what they leave to other requests.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mediaOf, PHOTO } from './media.mjs';
import { serveNginx } from './nginx.mjs';
import { forkHelper, measured, processorSeconds } from './processes.mjs';
import { MS, RATE } from './report.mjs';

/** Plinth's own quality for WebP. */
const QUALITY = 82;
/** Derivatives of one round. */
const COUNT = 6;
/** Different derivatives asked for at once. */
const CROWD = 50;

/** Widths nobody has asked for. */
function widthsOf(bench, count) {
  bench.width ??= 600;
  return Array.from({ length: count }, () => {
    bench.width += 1;
    return bench.width;
  });
}

const pathOf = (width) => `${PHOTO}?w=${width}`;

/** The time of some derivatives, in ms of the clock each, with the processor time they took. */
async function timed(pid, count, run) {
  const before = processorSeconds(pid);
  const value = (await run()) / count;
  const used = processorSeconds(pid) - before;
  return { value, ...(used > 0 ? { perProcessorSecond: count / used } : {}) };
}

/**
 * Derivatives of a photo of 12 million pixels against bare sharp.
 * @param callers how many ask for each of them at once
 */
export async function rendering(bench, { callers }) {
  const media = await mediaOf(bench);
  const floors = forkHelper('./file-floors.mjs');
  const bare = (threads) => () =>
    timed(floors.pid, COUNT, async () => {
      const task = { action: 'render', path: media.photo, quality: QUALITY, threads };
      return (await floors.ask({ ...task, widths: widthsOf(bench, COUNT) })).milliseconds;
    });
  return {
    unit: MS,
    note: `${callers} at once, ${COUNT} a round`,
    ours: () =>
      timed(media.pid, COUNT, async () => {
        const started = performance.now();
        for (const width of widthsOf(bench, COUNT)) {
          const requests = Array.from({ length: callers }, () => ({ path: pathOf(width) }));
          await bench.client.ask({ port: media.port, requests, connections: callers, expect: 200 });
        }
        return performance.now() - started;
      }),
    floors: { 'bare sharp': bare(2), 'bare sharp, one thread': bare(1) },
    close: () => floors.close(),
  };
}

/** One derivative, again and again, against nginx and node:http with the same bytes. */
export async function warm(bench) {
  const media = await mediaOf(bench);
  const [width] = widthsOf(bench, 1);
  const answer = await fetch(media.url + pathOf(width));
  const bytes = Buffer.from(await answer.arrayBuffer());
  const folder = join(media.at, 'warm');
  const file = join(folder, 'image.webp');
  await mkdir(folder);
  await writeFile(file, bytes);
  const floors = forkHelper('./file-floors.mjs');
  const { port } = await floors.ask({ action: 'listen', handler: 'bytes', path: file });
  const nginx = await serveNginx(folder, bench.work);
  const contender = (server, path) => () => {
    const { seconds } = bench.options;
    const task = { port: server.port, requests: [{ path }], connections: 16, seconds, expect: 200 };
    return measured(server.pid, () => bench.client.ask(task));
  };
  return {
    unit: RATE,
    note: `${(bytes.length / 1024).toFixed(1)} KB`,
    ours: contender(media, pathOf(width)),
    floors: {
      ...(nginx ? { nginx: contender(nginx, '/image.webp') } : {}),
      'bare node:http': contender({ port, pid: floors.pid }, '/'),
    },
    close: () => {
      floors.close();
      nginx?.close();
    },
  };
}

/** How long an object is waited for while different derivatives are made, 99 of 100 of them, against the limit. */
export async function crowded(bench) {
  const media = await mediaOf(bench);
  const reader = forkHelper('./client.mjs');
  const object = '/api/collections/media/film';
  const headers = { 'X-API-Key': media.key };
  return {
    unit: MS,
    note: `99 of 100 reads while ${CROWD} are made`,
    ours: async () => {
      const requests = widthsOf(bench, CROWD).map((width) => ({ path: pathOf(width) }));
      let made = false;
      const making = bench.client
        .ask({ port: media.port, requests, connections: CROWD, expect: 200 })
        .finally(() => {
          made = true;
        });
      const waits = [];
      while (!made) {
        const reads = Array.from({ length: 50 }, () => ({ path: object, headers }));
        const { times } = await reader.ask({
          port: media.port,
          requests: reads,
          connections: 1,
          expect: 200,
        });
        waits.push(...times);
      }
      await making;
      return { value: waits.sort((a, b) => a - b)[Math.floor(waits.length * 0.99)] };
    },
    floors: { 'the limit': async () => ({ value: 50 }) },
    close: () => reader.close(),
  };
}
