/** Headers that keep answers where they belong. */
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

/** Pages of the admin: everything from here, inline styles for Mantine, previews of pictures not yet saved. */
const page = helmet({
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
const data = helmet({
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
export const isAdminPath = (url: string): boolean => /^\/admin(?:[/?#]|$)/.test(url);

/** Helmet's headers are set at once; its callback is only ever given an error of its own configuration. */
export const securityHeaders: Step = (request, response) => {
  const headers = isAdminPath(request.url) ? page : data;
  headers(request, response, (error?: unknown) => {
    if (error) throw error;
  });
  return undefined;
};
