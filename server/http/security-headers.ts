/** Headers that keep answers where they belong. */
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';
import type { Step } from './entrance.js';

/** Same for all answers: Plinth speaks plain HTTP on this machine, so nothing about HSTS. */
const COMMON = {
  crossOriginEmbedderPolicy: false,
  crossOriginResourcePolicy: { policy: 'same-origin' },
  referrerPolicy: { policy: 'no-referrer' },
  strictTransportSecurity: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
} as const;

/** The headers of a configuration, names and values in turn: they are the same for every answer, so made once. */
function headersOf(options: Parameters<typeof helmet>[0]): readonly string[] {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  const headers: string[] = [];
  response.setHeader = (name, value) => {
    headers.push(name, String(value));
    return response;
  };
  // Helmet sets them at once; its callback is only ever given an error of its own configuration.
  helmet(options)(request, response, (error?: unknown) => {
    if (error) throw error;
  });
  return headers;
}

/** Pages of the admin: everything from here, inline styles for Mantine, previews of pictures not yet saved. */
const page = headersOf({
  ...COMMON,
  xFrameOptions: { action: 'deny' },
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      mediaSrc: ["'self'", 'blob:'],
      fontSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
});

/** JSON is data: nothing in it may run, load or be framed, whatever a browser takes it for. */
const data = headersOf({
  ...COMMON,
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xFrameOptions: false,
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
});

/** Whether an address belongs to the admin's pages. */
export const isAdminPath = (url: string): boolean =>
  url.startsWith('/admin') && /^\/admin(?:[/?#]|$)/.test(url);

export const securityHeaders: Step = (request) => {
  request.answerHeaders?.push(...(isAdminPath(request.url) ? page : data));
  return undefined;
};
