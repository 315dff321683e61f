/** An HTTP server that answers what a test has written, for faults that the real server does not have on demand. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';

type Step = (response: ServerResponse, request: IncomingMessage) => void;

export interface ScriptedServer {
  url: string;
  /** The requests so far. */
  requests: IncomingMessage[];
}

/** Answers each request with the next step, and all further ones with the last. It ends with the test. */
export async function scriptedServer(...steps: readonly Step[]): Promise<ScriptedServer> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    const step = steps[Math.min(requests.length, steps.length - 1)];
    requests.push(request);
    step?.(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, requests };
}

/** A step that answers JSON. */
export const answers =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Step =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
