/** Policies of pages: the script of the preview may run, and nothing more than before. */
import { expect, it } from 'vitest';
import { withScript } from '../../../server/preview/content-policy.js';

const SCRIPT = 'http://localhost:1/.plinth-preview.js';

it.each([
  ["default-src 'self'", `default-src 'self'; script-src-elem 'self' ${SCRIPT}`, 'fresh'],
  ["script-src 'none'; img-src *", `script-src 'none'; img-src *; script-src-elem ${SCRIPT}`, 'fresh'],
  // A nonce would switch off what the page allows inline.
  [
    "script-src 'unsafe-inline'",
    `script-src 'unsafe-inline'; script-src-elem 'unsafe-inline' ${SCRIPT}`,
    'fresh',
  ],
  ["script-src 'self'; script-src-elem 'nonce-abc'", "script-src 'self'; script-src-elem 'nonce-abc'", 'abc'],
  [
    "script-src 'strict-dynamic' 'sha256-x'",
    "script-src 'strict-dynamic' 'sha256-x'; script-src-elem 'strict-dynamic' 'sha256-x' 'nonce-fresh'",
    'fresh',
  ],
  ["img-src 'self'; frame-ancestors 'none'", "img-src 'self'", 'fresh'],
])('%s', (policy, expected, nonce) => {
  expect(withScript([policy], SCRIPT, 'fresh')).toEqual({ policies: [expected], nonce });
});

it('lets one tag pass several policies', () => {
  const headers = ["script-src 'nonce-abc', default-src 'self'", "script-src 'strict-dynamic' 'nonce-other'"];
  expect(withScript(headers, SCRIPT, 'fresh')).toEqual({
    nonce: 'abc',
    policies: [
      "script-src 'nonce-abc'",
      `default-src 'self'; script-src-elem 'self' ${SCRIPT}`,
      "script-src 'strict-dynamic' 'nonce-other'; script-src-elem 'strict-dynamic' 'nonce-other' 'nonce-abc'",
    ],
  });
});
