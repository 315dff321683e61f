/** Security headers of responses. */
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';
import type { Middleware } from './pipeline.js';

/** The same for all responses: Plinth uses plain HTTP on this machine, so there is no HSTS. */
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

/** The headers of a configuration, names and values in turn: identical for every response, so computed once. */
function headersOf(options: Parameters<typeof helmet>[0]): readonly string[] {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  const headers: string[] = [];
  response.setHeader = (name, value) => {
    headers.push(name, String(value));
    return response;
  };
  // Helmet sets them synchronously; its callback is only called with an error of its own configuration.
  helmet(options)(request, response, (error?: unknown) => {
    if (error) throw error;
  });
  return headers;
}

/** Browser features that neither the admin nor any response uses. */
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
 * Pages of the admin: only what is listed. Scripts come from the build only, so that no file of the folder can be one,
 * and no text becomes a script or markup except through the named policies. Inline styles are allowed
 * for Mantine and the editors, and blob URLs for previews of unsaved images.
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
        // The preview of the site, at another port and name of this machine (spec/preview.md).
        frameSrc: ["'self'", 'http://localhost:*', 'http://127.0.0.1:*'],
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

/** Pages of the documentation: static, with a stylesheet and a script of their own. */
const docs = [
  ...headersOf({
    ...COMMON,
    xFrameOptions: { action: 'deny' },
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        connectSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
      },
    },
  }),
  'Permissions-Policy',
  PERMISSIONS,
];

/** A host as a CSP source; an IPv6 address cannot be one. */
const NAMED_HOST = /^[a-z0-9.-]+(?::\d{1,5})?$/i;

/** The headers of pages for a requested host. Clients rarely change it, so the last ones are kept. */
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

/** JSON is data: browsers must not run, load or frame anything in it. */
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

/** Whether a path is one of the admin's pages. */
const isAdminPath = (url: string): boolean => url.startsWith('/admin') && /^\/admin(?:[/?#]|$)/.test(url);

/** Whether a path is one of the documentation's pages. */
const isDocsPath = (url: string): boolean => url.startsWith('/docs') && /^\/docs(?:[/?#]|$)/.test(url);

/** Adds the headers of pages or of data. */
export function securityHeaders(): Middleware {
  const page = pageHeaders();
  return (request) => {
    const { answerHeaders, headers, url } = request;
    if (isAdminPath(url)) answerHeaders?.push(...page(headers.host ?? ''));
    else answerHeaders?.push(...(isDocsPath(url) ? docs : data));
    return undefined;
  };
}
