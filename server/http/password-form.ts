/** The password page of a protected file, and its form data. */
import express from 'express';
import { finalizeHeaders } from './pipeline.js';
import { queryText } from './query.js';
import type { Request, Response } from './request.js';

const readForm = express.urlencoded({ extended: false, limit: 4096, parameterLimit: 10 });

/** Whether the client is a browser that shows pages. */
export const wantsPage = (request: Request): boolean => /\btext\/html\b/.test(request.headers.accept ?? '');

/** The password sent with the form; undefined when there is none. Throws Express's errors for invalid bodies. */
export function typedPassword(request: Request, response: Response): Promise<string | undefined> {
  if (request.method !== 'POST') return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    readForm(request, response, (error?: unknown) => {
      if (error !== undefined) {
        reject(error);
        return;
      }
      const body: unknown = request.body;
      const typed =
        typeof body === 'object' && body !== null && 'password' in body ? body.password : undefined;
      resolve(typeof typed === 'string' && typed !== '' ? typed : undefined);
    });
  });
}

/** The encrypted password in a link. */
export const linkPassword = (request: Request): string | undefined => queryText(request, 'pwd');

const STYLE =
  'body{font:16px system-ui;display:grid;place-items:center;min-height:90vh;margin:0 16px;color-scheme:light dark}' +
  'form{display:grid;gap:12px;width:min(320px,100%)}input,button{font:inherit;padding:8px;min-height:40px}' +
  'p{margin:0}[role=alert]{color:light-dark(#b00020,#ff8a80)}';

/** Sends the form: 200 at first, 403 after a wrong password. */
export function sendPasswordForm(request: Request, response: Response, wrong: boolean): void {
  const alert = wrong ? '<p role="alert">Incorrect password.</p>' : '';
  const page = Buffer.from(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
      `<title>Password required</title><style>${STYLE}</style></head><body><form method="post">` +
      `<label for="password">This file is protected by a password.</label>${alert}` +
      `<input id="password" name="password" type="password" required autofocus autocomplete="current-password">` +
      `<button>Download</button></form></body></html>`,
  );
  finalizeHeaders(request, response);
  response.statusCode = wrong ? 403 : 200;
  response.setHeader(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  );
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('X-Robots-Tag', 'noindex, nofollow');
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('Content-Length', page.length);
  response.end(page);
}
