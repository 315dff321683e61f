/** The page for invalid authorization requests, which must not be redirected to a client (OAuth 2.1, 4.1.2.1). */
import { createHash } from 'node:crypto';

const STYLE = `:root{color-scheme:light dark}
body{margin:0;min-height:100dvh;display:grid;place-items:center;padding:1rem;box-sizing:border-box;
font:1rem/1.55 "Inter Variable",Inter,system-ui,sans-serif;background:light-dark(#faf9f7,#191816);color:light-dark(#221f1b,#e8e6e2)}
main{box-sizing:border-box;width:100%;max-width:28rem;padding:2rem;border:1px solid light-dark(#e9e6e1,#33312e);border-radius:.75rem;
background:light-dark(#fff,#1f1e1c);overflow-wrap:anywhere}
h1{margin:0 0 .75rem;font-size:1.375rem;line-height:1.3}p{margin:.5rem 0}code{font-size:.9375rem}`;

const HASH = createHash('sha256').update(STYLE).digest('base64');

/** Only this page's style can load, and it cannot be framed. */
export const ERROR_PAGE_POLICY = `default-src 'none'; style-src 'sha256-${HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The page of an error. */
export function errorPage(error: string, description: string | undefined): string {
  const detail = description === undefined ? '' : `<p>${escaped(description)}</p>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Authorization failed – Plinth</title><style>${STYLE}</style></head>
<body><main><h1>Authorization failed</h1>
<p>An app sent you here to request access, but its request is invalid. No access was granted. Go back to the app and try again, or report this error to its developer:</p>
<p><code>${escaped(error)}</code></p>${detail}</main></body></html>
`;
}
