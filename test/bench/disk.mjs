// What the disk alone allows, in a fresh process: durable writes, and reading a folder of objects.
import { once } from 'node:events';
import fs from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';

/**
 * The plainest durable write: temp file, fsync, rename, fsync of the folder; by calls that block. `aside` is another
 * name for a file that is replaced: the rename then frees nothing.
 */
function writeBlocking(folder, name, bytes, aside) {
  const temporary = join(folder, `.${name}.tmp`);
  const file = fs.openSync(temporary, 'wx');
  fs.writeSync(file, bytes);
  fs.fsyncSync(file);
  fs.closeSync(file);
  if (aside) fs.linkSync(join(folder, name), aside);
  fs.renameSync(temporary, join(folder, name));
  const directory = fs.openSync(folder, 'r');
  fs.fsyncSync(directory);
  fs.closeSync(directory);
}

const call = Object.fromEntries(
  ['open', 'write', 'fsync', 'close', 'link', 'rename'].map((name) => [name, promisify(fs[name])]),
);

/** The same, many in flight. */
async function writeWaiting(folder, name, bytes, aside) {
  const temporary = join(folder, `.${name}.tmp`);
  const file = await call.open(temporary, 'wx');
  await call.write(file, bytes);
  await call.fsync(file);
  await call.close(file);
  if (aside) await call.link(join(folder, name), aside);
  await call.rename(temporary, join(folder, name));
  const directory = await call.open(folder, 'r');
  await call.fsync(directory);
  await call.close(directory);
}

/**
 * Writes files durably.
 * @param aside folder for second names of the files replaced, which must exist; it is removed afterwards, untimed
 * @returns how many were written, and how many per second
 */
async function write({ folder, files, inFlight, aside }) {
  fs.mkdirSync(folder, { recursive: true });
  if (aside) fs.mkdirSync(aside, { recursive: true });
  const bytes = files.map(({ name, body }) => ({
    name,
    body: Buffer.from(body),
    second: aside && join(aside, name),
  }));
  const started = performance.now();
  if (inFlight === 1) {
    for (const { name, body, second } of bytes) writeBlocking(folder, name, body, second);
  } else {
    let next = 0;
    const work = async () => {
      while (next < bytes.length) {
        const { name, body, second } = bytes[next];
        next += 1;
        await writeWaiting(folder, name, body, second);
      }
    };
    await Promise.all(Array.from({ length: inFlight }, work));
  }
  const perSecond = (bytes.length * 1000) / (performance.now() - started);
  if (aside) fs.rmSync(aside, { recursive: true });
  return { count: bytes.length, perSecond };
}

/**
 * The same behind node:http: writes what is sent to `/{name}` and sends it back. What a server can reach that checks
 * nothing and knows nothing of what it writes. Plinth is compared with it as well, since a loop that blocks pays for no
 * waking, neither for the request nor for the end of each sync: on two cores this server reaches half of it or less.
 * @param aside as in `writeBlocking`: a folder, which must exist
 * @returns its port
 */
async function serveWrites({ folder, aside }) {
  fs.mkdirSync(folder, { recursive: true });
  let count = 0;
  const server = createServer((request, response) => {
    const pieces = [];
    request.on('data', (piece) => pieces.push(piece));
    request.on('end', async () => {
      const body = Buffer.concat(pieces);
      count += 1;
      const second = aside && join(aside, String(count));
      try {
        await writeWaiting(folder, request.url.slice(1), body, second);
        response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length });
        response.end(body);
      } catch (error) {
        response.writeHead(500).end(error.message);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: server.address().port };
}

/** Writes files of one size durably. @returns how many, and how many per second */
function writeLarge({ folder, count, size }) {
  const bytes = Buffer.alloc(size, 'The quick brown fox jumps over the lazy dog. ');
  const started = performance.now();
  for (let number = 0; number < count; number += 1) {
    const name = `${process.hrtime.bigint()}.bin`;
    writeBlocking(folder, name, bytes);
  }
  return { count, perSecond: (count * 1000) / (performance.now() - started) };
}

/** Reads and parses every object of a folder. @returns how many */
function read({ folder }) {
  const entries = [];
  for (const name of fs.readdirSync(folder)) {
    if (name.startsWith('.') || !name.endsWith('.json')) continue;
    const { id, title, date } = JSON.parse(fs.readFileSync(join(folder, name), 'utf8'));
    entries.push({ id, title, date });
  }
  return { count: entries.length };
}

process.on('message', async ({ action, ...task }) => {
  try {
    process.send(await { write, serveWrites, writeLarge, read }[action](task));
  } catch (error) {
    process.send({ error: error.message });
  }
});
