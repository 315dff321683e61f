/** A route is one row: path, permission, documentation and handler. */

import type { WriteBase } from '../content/core/base.js';
import type { Typed } from '../contract/json-schema.js';
import type { JsonObject } from '../contract/values.js';
import type { Access } from '../http/permission.js';
import type { Request, Response } from '../http/request.js';
import type { Operation, Tag } from '../openapi/operation.js';
import type { ParameterName } from '../openapi/parameters.js';
import { type Content, checkedBy, contentOf, type Described } from '../openapi/shapes.js';
import type { Site } from '../site.js';

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The body of an input; unknown where the operation checks it. */
type BodyOf<Input> = Input extends (...parts: never[]) => unknown
  ? Input extends Content<infer Body>
    ? Body
    : never
  : Input extends JsonObject
    ? Typed<Input>
    : Input;

/** Three steps: read the request, call one operation, send. `Input`: the type of the input of its row. */
export type Handler<Input = unknown> = (
  request: Request<BodyOf<Input>>,
  response: Response,
  site: Site,
) => Promise<void> | void;

/** The site of a request that changes content. */
export type WriteSite = Site & WriteBase;

/** As `Handler`, of a request that changes content: the site has the origin of the changes. */
export type WriteHandler<Input = unknown> = (
  request: Request<BodyOf<Input>>,
  response: Response,
  site: WriteSite,
) => Promise<void> | void;

/** Handles requests with the site that they need. */
type Handling = { changes?: undefined; handle: Handler } | { changes: true; handle: WriteHandler };

interface RouteParts extends Operation {
  method: Method;
  /** In the syntax of Express: `/collections/:collection/:id`. */
  path: string;
  access: Access;
  /** Everyone may ask for it, and callers who may change all objects for a perspective. */
  hasPerspectives?: true;
  /** Of a row that changes objects: in a perspective of change sets it changes the last of them. */
  inSets?: true;
  /** Of a row that changes something: those who may only suggest may use it, and the handler decides for what. */
  forSuggesters?: true;
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
interface Rest<Input, Optional>
  extends Omit<
    RouteParts,
    'method' | 'path' | 'access' | 'tag' | 'changes' | 'input' | 'inputOptional' | 'output'
  > {
  /** A body of which only a schema is given is validated before the handler runs. */
  input?: Input;
  inputOptional?: Optional;
  output?: Described;
}

type Sent<Input, Optional> = Optional extends true ? Input | undefined : Input;

/** Makes a row; `changes` marks those that change content. */
interface RowMaker {
  <Input extends Described | undefined = undefined, Optional extends boolean = false>(
    path: string,
    access: Access,
    handle: Handler<Sent<NoInfer<Input>, Optional>>,
    rest: Rest<Input, Optional> & { changes?: undefined },
  ): Route;
  <Input extends Described | undefined = undefined, Optional extends boolean = false>(
    path: string,
    access: Access,
    handle: WriteHandler<Sent<NoInfer<Input>, Optional>>,
    rest: Rest<Input, Optional> & { changes: true },
  ): Route;
}

const rowOf = (tag: Tag, method: Method): RowMaker => {
  const row = (
    path: string,
    access: Access,
    handle: WriteHandler,
    { input, output, ...rest }: Rest<Described | undefined, boolean> & { changes?: true },
  ): Route => {
    const reads = (access === 'read' || rest.hasPerspectives) && (method === 'GET' || method === 'HEAD');
    const perspectives: ParameterName[] = reads
      ? ['asOf', 'perspective']
      : rest.inSets
        ? ['perspectiveOfChange']
        : [];
    const parameters =
      perspectives.length > 0 ? [...(rest.parameters ?? []), ...perspectives] : rest.parameters;
    return {
      ...{ method, path, access, tag, handle },
      ...rest,
      ...(parameters && { parameters }),
      ...(input && { input: typeof input === 'function' ? input : checkedBy(input) }),
      ...(output && { output: contentOf(output) }),
    } as Route;
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
