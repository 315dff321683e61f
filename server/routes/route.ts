/** A route is one row: path, permission, documentation and handler. */
import type { Request, Response } from 'express';
import type { WriteBase } from '../content/core/base.js';
import type { Access } from '../http/permission.js';
import type { Operation, Tag } from '../openapi/operation.js';
import type { Site } from '../site.js';

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Three steps: read the request, call one operation, send. */
export type Handler = (request: Request, response: Response, site: Site) => Promise<void> | void;

/** The site of a request that changes content. */
export type WriteSite = Site & WriteBase;

/** As `Handler`, of a request that changes content: the site has the origin of the changes. */
export type WriteHandler = (request: Request, response: Response, site: WriteSite) => Promise<void> | void;

/** Handles requests with the site that they need. */
type Handling = { changes?: undefined; handle: Handler } | { changes: true; handle: WriteHandler };

interface RouteParts extends Operation {
  method: Method;
  /** In the syntax of Express: `/collections/:collection/:id`. */
  path: string;
  access: Access;
  /** Everyone may ask for it, and callers who may change all objects for the past. */
  hasPast?: true;
  /**
   * Why the handler itself decides whether the caller may read the collection or object that the request names. All
   * other rows without a right to content ask for it before their handler.
   */
  decides?: string;
  /** It sends with `sendAnswer` and the like, which write the headers of every answer together with their own. */
  headersAtOnce?: true;
  /** A later path matches, too, and serves the methods this one does not have. */
  sharesPath?: true;
}

export type Route = RouteParts & Handling;

/** A row without the arguments of its constructor. */
type Rest = Omit<RouteParts, 'method' | 'path' | 'access' | 'tag' | 'changes'>;

/** Makes a row; `changes` marks those that change content. */
interface RowMaker {
  (path: string, access: Access, handle: Handler, rest: Rest & { changes?: undefined }): Route;
  (path: string, access: Access, handle: WriteHandler, rest: Rest & { changes: true }): Route;
}

const rowOf = (tag: Tag, method: Method): RowMaker => {
  const row = (
    path: string,
    access: Access,
    handle: WriteHandler,
    rest: Rest & { changes?: true },
  ): Route => {
    const reads = (access === 'read' || rest.hasPast) && (method === 'GET' || method === 'HEAD');
    const parameters: Rest['parameters'] = reads ? [...(rest.parameters ?? []), 'asOf'] : rest.parameters;
    const parts = { method, path, access, tag, ...rest, ...(parameters && { parameters }) };
    return { ...parts, handle } as Route;
  };
  return row;
};

/** Creates rows of one part of the document: `row.get('/users', 'owner', list, { id, summary, output })`. */
export const routesTagged = (tag: Tag) => ({
  get: rowOf(tag, 'GET'),
  head: rowOf(tag, 'HEAD'),
  post: rowOf(tag, 'POST'),
  put: rowOf(tag, 'PUT'),
  patch: rowOf(tag, 'PATCH'),
  delete: rowOf(tag, 'DELETE'),
});
