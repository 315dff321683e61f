// What the same machine does with files without a CMS, in a process of its own: bytes of a file through two reused
// buffers, bytes from memory, a body written durably, and bare sharp.
import fs from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import process from 'node:process';
import { pipeline } from 'node:stream/promises';
import sharp from 'sharp';

const CHUNK = 512 * 1024;

/** Sends a part of an open file: one buffer is read into while the other is on its way. */
function send(descriptor, response, [start, end], buffers) {
  let at = start;
  const step = (turn) => {
    const buffer = buffers[turn];
    const wanted = Math.min(CHUNK, end - at + 1);
    fs.read(descriptor, buffer, 0, wanted, at, (error, read) => {
      if (error || read === 0) return response.destroy();
      at += read;
      const piece = read === CHUNK ? buffer : buffer.subarray(0, read);
      if (at > end) return response.end(piece);
      response.write(piece, () => step(1 - turn));
    });
  };
  step(0);
}

/** The file, whole or the part that is asked for. */
function files(path) {
  const descriptor = fs.openSync(path, 'r');
  const { size } = fs.fstatSync(descriptor);
  const buffers = new WeakMap();
  return (request, response) => {
    const { socket } = request;
    const own = buffers.get(socket) ?? [Buffer.allocUnsafeSlow(CHUNK), Buffer.allocUnsafeSlow(CHUNK)];
    buffers.set(socket, own);
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const [start, end] = from === undefined ? [0, size - 1] : [Number(from), Number(to)];
    const headers = { 'Content-Type': 'video/mp4', 'Content-Length': end - start + 1 };
    response.writeHead(from === undefined ? 200 : 206, headers);
    send(descriptor, response, [start, end], own);
  };
}

/** The same bytes for everybody. */
function bytes(path) {
  const body = fs.readFileSync(path);
  return (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'image/webp', 'Content-Length': body.length });
    response.end(body);
  };
}

/** Writes a body as it comes: temp file, fsync, rename, fsync of the folder. */
function uploads(folder) {
  let count = 0;
  return async (request, response) => {
    count += 1;
    const temporary = join(folder, `${count}.tmp`);
    await pipeline(request, fs.createWriteStream(temporary, { flush: true }));
    await fs.promises.rename(temporary, join(folder, `${count}.bin`));
    const directory = await fs.promises.open(folder);
    await directory.sync();
    await directory.close();
    response.writeHead(200, { 'Content-Length': 0 }).end();
  };
}

const HANDLERS = { files, bytes, uploads };

async function listen({ handler, path }) {
  const server = createServer(HANDLERS[handler](path));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: server.address().port };
}

/** Renders a photo at some widths, one after the other; `threads`: of sharp for one image. */
async function render({ path, widths, quality, threads }) {
  sharp.cache(false);
  sharp.concurrency(threads);
  const started = performance.now();
  for (const width of widths) {
    await sharp(path, { autoOrient: true }).resize(width).webp({ quality }).toBuffer();
  }
  return { milliseconds: performance.now() - started };
}

const ACTIONS = { listen, render };

process.on('message', async ({ action, ...task }) => {
  try {
    process.send(await ACTIONS[action](task));
  } catch (error) {
    process.send({ error: error.message });
  }
});

// A bench that was ended leaves no server behind.
process.on('disconnect', () => process.exit());
