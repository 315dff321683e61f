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

/** Features of browsers that neither the admin nor any answer uses. */
const PERMISSIONS = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/**
 * Pages of the admin: nothing but what is listed. Scripts come from the build only, so that no file of the folder can be
 * one, and no text becomes a script or markup but through the policies named (decision 124). Styles are also inline, as
 * Mantine and the editors write them; pictures not yet saved are previewed.
 */
const pageOf = (scripts: string) => [
  ...headersOf({
    ...COMMON,
    xFrameOptions: { action: 'deny' },
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: [scripts],
        connectSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'"],
        frameSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['default', 'ProseMirrorClipboard'],
      },
    },
  }),
  'Permissions-Policy',
  PERMISSIONS,
];

/** A host as a source of a policy can name it; an IPv6 address cannot be one. */
const NAMED_HOST = /^[a-z0-9.-]+(?::\d{1,5})?$/i;

/** The headers of pages under the host they are asked at. Clients do not change it, so the last ones are kept. */
function pageHeaders(): (host: string) => readonly string[] {
  const byHost = new Map<string, readonly string[]>();
  return (host) => {
    const scripts = NAMED_HOST.test(host) ? `${host.toLowerCase()}/admin/assets/` : "'self'";
    const known = byHost.get(scripts) ?? pageOf(scripts);
    if (!byHost.has(scripts)) {
      byHost.clear();
      byHost.set(scripts, known);
    }
    return known;
  };
}

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

/** Adds the headers of pages or of data. */
export function securityHeaders(): Step {
  const page = pageHeaders();
  return (request) => {
    const { answerHeaders, headers, url } = request;
    answerHeaders?.push(...(isAdminPath(url) ? page(headers.host ?? '') : data));
    return undefined;
  };
}
