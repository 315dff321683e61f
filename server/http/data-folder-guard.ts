/**
 * The data folder is never served by URL (spec/access.md#data-folder): 403 before routing. Nothing would serve it
 * anyway; the 403 answers callers that probe for it.
 */
import { message } from '../contract/messages/message.js';
import { invalid, PlinthError } from '../errors.js';
import type { Middleware } from './pipeline.js';

/** First segments that are Plinth's own; a data folder of that name must not shadow them. */
const OWN_SEGMENTS: ReadonlySet<string> = new Set([
  '.well-known',
  'admin',
  'api',
  'automations',
  'collections',
  'docs',
  'download',
  'export',
  'healthz',
  'imageworks',
  'import',
  'mcp',
  'oauth',
  'report',
  'schemas',
  'stream',
  'upload',
]);

/** Matches a target whose first segment must be decoded or resolved first. */
const ODD = /[%\\]|\/[./]/;

/** The path of a request target, decoded. Throws `invalid` for malformed percent-encoding. */
function decodedPath(url: string): string {
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    throw invalid(message('urlEncoding'));
  }
}

/** First segment of a plain path. */
function plainFirstSegment(url: string): string {
  let end = 1;
  while (end < url.length && url[end] !== '/' && url[end] !== '?' && url[end] !== '#') end += 1;
  return url.slice(1, end);
}

/** First segment after `.`, `..`, doubled and backward slashes are resolved. */
function resolvedFirstSegment(path: string): string {
  const segments: string[] = [];
  for (const segment of path.split(/[/\\]/)) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments[0] ?? '';
}

const fold = (name: string) => name.normalize('NFC').toLowerCase();

/** Rejects every path whose first segment is `tcms-data` or the data folder's name, existing or not. */
export function dataFolderGuard(folderName: string): Middleware {
  const name = fold(folderName);
  const refused = new Set(['tcms-data']);
  if (!OWN_SEGMENTS.has(name)) refused.add(name);
  return (request) => {
    const { url } = request;
    const segment = ODD.test(url) ? resolvedFirstSegment(decodedPath(url)) : plainFirstSegment(url);
    if (OWN_SEGMENTS.has(segment)) return undefined;
    if (refused.has(fold(segment))) {
      throw new PlinthError('forbidden', message('dataFolderNotServed'));
    }
    return undefined;
  };
}
