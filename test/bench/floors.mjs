// What the same machine does without a CMS, over HTTP: the yardsticks for reads. Each answers bytes that it
// has fetched from Plinth beforehand, so both sides send the same.
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import process from 'node:process';
import express from 'express';

/** Bare node:http: one lookup, one buffer. */
function bare(answers) {
  return createServer((request, response) => {
    const answer = answers.get(request.url);
    if (answer === undefined) {
      response.writeHead(404, { 'Content-Length': 0 }).end();
    } else if (request.headers['if-none-match'] === answer.etag) {
      response.writeHead(304, { ETag: answer.etag }).end();
    } else {
      const { etag, body } = answer;
      response.writeHead(200, {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Length': body.length,
        ETag: etag,
      });
      response.end(body);
    }
  });
}

/**
 * Express at its fastest: requests and responses are born with Express's prototypes, one route, `end(buffer)`.
 * Without the first it would be at less than half.
 */
function fastExpress(answers) {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  const answer = (request, response) => {
    const found = answers.get(request.url);
    if (found === undefined) return response.status(404).end();
    response.setHeader('ETag', found.etag);
    if (request.headers['if-none-match'] === found.etag) {
      response.statusCode = 304;
      return response.end();
    }
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Length', found.body.length);
    response.end(found.body);
  };
  app.get('/api/collections/:collection', answer);
  app.get('/api/collections/:collection/:id', answer);

  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype });
  return createServer({ IncomingMessage: AppRequest, ServerResponse: AppResponse }, app);
}

/** Gathers the pieces of a list and joins them for each request: what a list costs that is not kept whole. */
function concatenating(answers, pieces) {
  const comma = Buffer.from(',');
  return createServer((request, response) => {
    const { etag } = answers.get(request.url);
    const parts = [];
    for (const piece of pieces.get(request.url)) parts.push(piece, comma);
    const body = Buffer.concat(parts);
    response.writeHead(200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': body.length,
      ETag: etag,
    });
    response.end(body);
  });
}

const SERVERS = { bare, fastExpress, concatenating };

/** The objects of a list's body, each as its bytes. */
const piecesOf = (body) => {
  const value = JSON.parse(body);
  const list = Object.values(value).find(Array.isArray) ?? [];
  return list.map((item) => Buffer.from(JSON.stringify(item)));
};

async function open({ origin, paths, headers, floors }) {
  const answers = new Map();
  const pieces = new Map();
  for (const path of paths) {
    const answer = await fetch(origin + path, { headers });
    if (answer.status !== 200) throw new Error(`Plinth answered ${answer.status} for ${path}.`);
    const body = Buffer.from(await answer.arrayBuffer());
    answers.set(path, { body, etag: answer.headers.get('etag') });
    if (floors.includes('concatenating')) pieces.set(path, piecesOf(body));
  }
  const ports = {};
  for (const name of floors) {
    const server = SERVERS[name](answers, pieces);
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    ports[name] = server.address().port;
  }
  const etags = Object.fromEntries([...answers].map(([path, { etag }]) => [path, etag]));
  return { ports, etags, bytes: answers.get(paths[0]).body.length };
}

process.on('message', async (task) => {
  try {
    process.send(await open(task));
  } catch (error) {
    process.send({ error: error.message });
  }
});

// A bench that was ended leaves no server behind.
process.on('disconnect', () => process.exit());
