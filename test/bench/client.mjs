// The load generator, in a process of its own: kept-alive sockets, one request in flight on each.
// It writes requests as bytes and reads no more of an answer than status and length, so that it measures the
// server rather than itself.
import { connect } from 'node:net';
import process from 'node:process';

const HEAD_END = Buffer.from('\r\n\r\n');

/** One socket: `send(bytes)` resolves with the answer's status when all of it has come. */
function openConnection(port) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let pending;
  let buffered = Buffer.alloc(0);
  let status = 0;
  let missing = -1;

  socket.on('data', (chunk) => {
    if (missing < 0) {
      buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk]);
      const end = buffered.indexOf(HEAD_END);
      if (end < 0) return;
      const head = buffered.latin1Slice(0, end);
      status = Number(head.slice(9, 12));
      missing = bodyLength(head, status) - (buffered.length - end - 4);
      buffered = Buffer.alloc(0);
    } else {
      missing -= chunk.length;
    }
    if (missing > 0) return;
    missing = -1;
    pending.resolve(status);
  });
  socket.on('error', (error) => pending?.reject(error));
  socket.on('close', () => pending?.reject(new Error('The server closed a connection.')));
  return {
    send: (bytes) =>
      new Promise((resolve, reject) => {
        pending = { resolve, reject };
        socket.write(bytes);
      }),
    close: () => {
      pending = undefined;
      socket.destroy();
    },
  };
}

function bodyLength(head, status) {
  if (status === 304 || status === 204) return 0;
  const match = /\r\ncontent-length: *(\d+)/i.exec(head);
  if (!match) throw new Error(`An answer without a length: ${head.slice(0, 80)}`);
  return Number(match[1]);
}

const toBytes = ({ method = 'GET', path, headers = {}, body }) => {
  const lines = Object.entries({ Host: '127.0.0.1', ...headers }).map(([name, value]) => `${name}: ${value}`);
  if (body !== undefined) {
    lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`);
  }
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body ?? ''}`);
};

/**
 * Sends the requests over `connections` sockets, again from the start for `seconds`, or each once when that is
 * not given. Fails on the first answer whose status is not `expect`.
 * @returns requests answered per second
 */
async function load({ port, requests, connections, seconds, expect }) {
  const bytes = requests.map((request) =>
    toBytes({ ...request, headers: { Host: `127.0.0.1:${port}`, ...request.headers } }),
  );
  let next = 0;
  let answered = 0;
  const started = performance.now();
  const until = seconds === undefined ? Number.POSITIVE_INFINITY : started + seconds * 1000;

  async function work() {
    const connection = openConnection(port);
    while (performance.now() < until && (seconds !== undefined || next < bytes.length)) {
      const request = bytes[next % bytes.length];
      next += 1;
      const status = await connection.send(request);
      if (status !== expect) throw new Error(`Answered ${status} where ${expect} was due.`);
      answered += 1;
    }
    connection.close();
  }

  await Promise.all(Array.from({ length: connections }, work));
  return (answered * 1000) / (performance.now() - started);
}

process.on('message', async (task) => {
  try {
    process.send({ perSecond: await load(task) });
  } catch (error) {
    process.send({ error: error.message });
  }
});
