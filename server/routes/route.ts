/** A route is one row: path, permission, documentation and handler. */
import type { Request, Response } from 'express';
import type { Access } from '../http/permission.js';
import type { Operation, Tag } from '../openapi/operation.js';
import type { Site } from '../site.js';

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Three steps: read the request, call one operation, send. */
export type Handler = (request: Request, response: Response, site: Site) => Promise<void> | void;

export interface Route extends Operation {
  method: Method;
  /** In the syntax of Express: `/collections/:collection/:id`. */
  path: string;
  access: Access;
  handle: Handler;
  /** It sends with `sendAnswer` and the like, which write the headers of every answer together with their own. */
  headersAtOnce?: true;
}

/** A row without the arguments of its constructor. */
type Rest = Omit<Route, 'method' | 'path' | 'access' | 'handle' | 'tag'>;

const rowOf =
  (tag: Tag, method: Method) =>
  (path: string, access: Access, handle: Handler, rest: Rest): Route => ({
    method,
    path,
    access,
    handle,
    tag,
    ...rest,
  });

/** Creates rows of one part of the document: `row.get('/users', 'owner', list, { id, summary, output })`. */
export const routesTagged = (tag: Tag) => ({
  get: rowOf(tag, 'GET'),
  head: rowOf(tag, 'HEAD'),
  post: rowOf(tag, 'POST'),
  put: rowOf(tag, 'PUT'),
  patch: rowOf(tag, 'PATCH'),
  delete: rowOf(tag, 'DELETE'),
});
