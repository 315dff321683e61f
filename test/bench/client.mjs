// The load generator, in a process of its own: kept-alive sockets, one request in flight on each.
// It writes requests as bytes and reads no more of an answer than status and length, without a promise or a
// string per request, so that it measures the server rather than itself. Told to, it parses answers as well.
import { connect } from 'node:net';
import process from 'node:process';

const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH = Buffer.from('\r\ncontent-length: ');

/** Where the value of Content-Length begins in an answer's head; header names may be in any case. */
function lengthAt(head, end) {
  for (let at = head.indexOf('\r\n'); at >= 0 && at < end; at = head.indexOf('\r\n', at + 2)) {
    let same = 2;
    while (same < LENGTH.length && (head[at + same] | 0x20) === (LENGTH[same] | 0x20)) same += 1;
    if (same === LENGTH.length) return at + LENGTH.length;
  }
  return -1;
}

/** Bytes of the body that follows a head, by its status line and its Content-Length. */
function bodyLength(head, end, status) {
  if (status === 304 || status === 204) return 0;
  let length = 0;
  const at = lengthAt(head, end);
  if (at < 0) throw new Error(`An answer without a length: ${head.latin1Slice(0, 80)}`);
  for (let digit = at; head[digit] >= 48 && head[digit] <= 57; digit += 1) {
    length = length * 10 + head[digit] - 48;
  }
  return length;
}

/**
 * One socket that sends one request after the other.
 * @param next the next request's bytes with the status its answer must have, undefined when there are no more
 * @param parse reads every body as JSON
 * @param answered told after every answer
 */
function work(port, next, { parse, answered }) {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let head = Buffer.alloc(0);
    let missing = -1;
    let expect;
    const body = [];

    const send = () => {
      const request = next();
      expect = request?.expect;
      if (request !== undefined) return socket.write(request.bytes);
      resolve();
      return socket.destroy();
    };
    const fail = (error) => {
      reject(error);
      socket.destroy();
    };
    socket.on('connect', send);
    socket.on('data', (chunk) => {
      if (missing < 0) {
        head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
        const end = head.indexOf(HEAD_END);
        if (end < 0) return;
        const status = (head[9] - 48) * 100 + (head[10] - 48) * 10 + head[11] - 48;
        if (status !== expect) return fail(new Error(`Answered ${status} where ${expect} was due.`));
        missing = bodyLength(head, end, status) - (head.length - end - 4);
        if (parse) body.push(head.subarray(end + 4));
        head = head.subarray(0, 0);
      } else {
        missing -= chunk.length;
        if (parse) body.push(chunk);
      }
      if (missing > 0) return;
      missing = -1;
      if (parse) JSON.parse(Buffer.concat(body.splice(0)));
      answered?.();
      send();
    });
    socket.on('error', fail);
    // After `resolve` this says nothing any more.
    socket.on('close', () => reject(new Error('The server closed a connection.')));
  });
}

const BOUNDARY = 'bench-form';

/** A form with one file of so many bytes. */
const formOf = ({ size, name }) =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n`),
    Buffer.from('Content-Type: application/octet-stream\r\n\r\n'),
    Buffer.alloc(size, 'The quick brown fox jumps over the lazy dog. '),
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);

const toBytes = ({ method = 'GET', path, headers = {}, body, file }, port) => {
  const lines = Object.entries({ Host: `127.0.0.1:${port}`, ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const sent = file === undefined ? Buffer.from(body ?? '') : formOf(file);
  if (file !== undefined) lines.push(`Content-Type: multipart/form-data; boundary=${BOUNDARY}`);
  else if (body !== undefined) lines.push('Content-Type: application/json');
  if (sent.length > 0) lines.push(`Content-Length: ${sent.length}`);
  const head = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  return Buffer.concat([head, sent]);
};

/**
 * Sends the requests over `connections` sockets, again from the start for `seconds`, or each once when that is
 * not given. Fails on the first answer whose status is not `expect`, or the request's own.
 * @returns how many were answered, how many per second, and of one connection the ms each took
 */
async function load({ port, requests, connections, seconds, expect, parse = false }) {
  const all = requests.map((request) => ({ expect, ...request, bytes: toBytes(request, port) }));
  let sent = 0;
  const times = [];
  let last = performance.now();
  const answered = () => {
    const now = performance.now();
    times.push(now - last);
    last = now;
  };
  const started = performance.now();
  const until = seconds === undefined ? Number.POSITIVE_INFINITY : started + seconds * 1000;
  const next = () => {
    const over = seconds === undefined ? sent >= all.length : performance.now() >= until;
    if (over) return undefined;
    sent += 1;
    return all[(sent - 1) % all.length];
  };
  const options = { parse, ...(connections === 1 && seconds === undefined ? { answered } : {}) };
  await Promise.all(Array.from({ length: connections }, () => work(port, next, options)));
  return { count: sent, perSecond: (sent * 1000) / (performance.now() - started), times };
}

process.on('message', async (task) => {
  try {
    process.send(await load(task));
  } catch (error) {
    process.send({ error: error.message });
  }
});
