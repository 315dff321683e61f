// Rows of files: streams, ranges, uploads.
import { mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { random } from './data.mjs';
import { FILM, LARGE_MB, mediaOf } from './media.mjs';
import { serveNginx } from './nginx.mjs';
import { forkHelper, measured, residentMegabytes } from './processes.mjs';
import { MEGABYTES, RATE } from './report.mjs';

const MB = 1024 * 1024;
const RANGES = 64;
/** Whole files of one round. */
const WHOLE = 8;

/** Places of ranges of 1 MB, anywhere in the file. */
function ranges({ options: { seed } }) {
  const next = random(seed);
  return Array.from({ length: RANGES }, () => {
    const start = Math.floor(next() * (LARGE_MB - 1) * MB);
    return `bytes=${start}-${start + MB - 1}`;
  });
}

/**
 * The large file against Node reading into reused buffers, and nginx where there is one.
 * @param parts asks for parts of 1 MB instead of the whole
 */
export async function streaming(bench, { parts, connections }) {
  const media = await mediaOf(bench);
  const floors = forkHelper('./file-floors.mjs');
  const { port } = await floors.ask({ action: 'listen', handler: 'files', path: media.film });
  const nginx = await serveNginx(dirname(media.film), bench.work);
  const contender = (server, path) => async () => {
    const one = { path, headers: { 'X-API-Key': media.key } };
    const requests = parts
      ? ranges(bench).map((range) => ({ ...one, headers: { ...one.headers, Range: range } }))
      : Array.from({ length: WHOLE }, () => one);
    const task = { port: server.port, requests, connections, expect: parts ? 206 : 200 };
    if (parts) task.seconds = bench.options.seconds;
    return measured(server.pid, () => bench.client.ask(task));
  };
  return {
    unit: RATE,
    note: parts ? '1 MB' : `${LARGE_MB} MB`,
    ours: contender(media, FILM),
    floors: {
      'node:http, fs.read into two buffers': contender({ port, pid: floors.pid }, '/'),
      ...(nginx ? { nginx: contender(nginx, `/${basename(media.film)}`) } : {}),
    },
    close: () => {
      floors.close();
      nginx?.close();
    },
  };
}

/** Uploads of files of one size, one after the other, against the same bytes written durably. */
export async function uploading(bench, { kilobytes, count }) {
  const media = await mediaOf(bench);
  const floors = forkHelper('./file-floors.mjs');
  const disk = forkHelper('./disk.mjs');
  const folder = join(media.at, `bare-uploads-${kilobytes}`);
  await mkdir(folder);
  const { port } = await floors.ask({ action: 'listen', handler: 'uploads', path: folder });
  const size = kilobytes * 1024;
  const sent = (pathOf) =>
    Array.from({ length: count }, () => ({
      method: 'POST',
      path: pathOf(),
      headers: { 'X-API-Key': media.key },
      file: { size, name: 'sent.bin' },
      expect: 200,
    }));
  const contender = (server, pathOf) => async () => {
    const task = { port: server.port, requests: sent(pathOf), connections: 1 };
    return measured(server.pid, () => bench.client.ask(task));
  };
  return {
    unit: RATE,
    note: `${count} a round`,
    ours: contender(media, media.taker),
    floors: {
      'bare write, fsync, rename, fsync': () =>
        measured(disk.pid, () => disk.ask({ action: 'writeLarge', folder, count, size })),
      'node:http writing the body durably': contender({ port, pid: floors.pid }, () => '/'),
    },
    close: () => {
      floors.close();
      disk.close();
    },
  };
}

/** Resident memory after many streams, ranges and uploads, against what it was after the first of them. */
export async function remembering(bench) {
  const media = await mediaOf(bench);
  const headers = { 'X-API-Key': media.key };
  const film = { path: FILM, headers, expect: 200 };
  const round = () => {
    const file = { size: 16 * MB, name: 'sent.bin' };
    const upload = { method: 'POST', path: media.taker(), headers, file, expect: 200 };
    const parts = ranges(bench).map((range) => ({
      ...film,
      headers: { ...headers, Range: range },
      expect: 206,
    }));
    return [film, upload, film, ...parts];
  };
  const work = (times) => {
    const requests = Array.from({ length: times }, round).flat();
    return bench.client.ask({ port: media.port, requests, connections: 8 });
  };
  await work(2);
  const before = residentMegabytes(media.pid);
  return {
    unit: MEGABYTES,
    note: 'streams, ranges and uploads over 8 connections',
    ours: async () => {
      await work(4);
      return { value: residentMegabytes(media.pid) };
    },
    floors: { 'after the first of them': async () => ({ value: before }) },
    close: () => {},
  };
}
