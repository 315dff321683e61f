/** A small development server of a site, for the preview: what tests ask of it is told by the path. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { onTestFinished } from 'vitest';

export interface DevServer {
  url: string;
  /** What has been asked, the last one at the end. */
  asked: IncomingMessage[];
  server: Server;
  stop(): Promise<void>;
}

export async function devServer(answer: RequestListener, port = 0): Promise<DevServer> {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    answer(request, response);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const stop = async () => {
    server.closeAllConnections();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(stop);
  const at = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${at}`, asked, server, stop };
}
