/**
 * Finds the row of a plain path in a tree built from the route tables. Express tries one pattern after another, which
 * costs more than most responses. Where several paths match, the one mounted first wins, as in Express.
 */
import type { Request } from '../http/request.js';
import type { Method } from './route.js';

export type Params = Request['params'];

interface Param {
  /** The segment of the target it is read from. */
  at: number;
  name: string;
  /** Of `:name.:extension`. */
  extension?: string;
  /** Of `*name`: the number of segments after it. */
  tail?: number;
}

/** A path of the tables with its methods. */
interface Path<Row> {
  order: number;
  params: readonly Param[];
  rows: ReadonlyMap<Method, Row>;
  /** Other methods are those of a later path that matches, too. */
  shared: boolean;
}

interface Node<Row> {
  words: Map<string, Node<Row>>;
  /** Below any segment, and below any with an extension. */
  any?: Node<Row>;
  dotted?: Node<Row>;
  /** One segment or more, then these words. */
  rests: { tail: readonly string[]; path: Path<Row> }[];
  path?: Path<Row>;
}

const newNode = <Row>(): Node<Row> => ({ words: new Map(), rests: [] });

/** Plain segments: no percent-encoding, no dot segments, no empty one. */
const PLAIN = /^(?:\/\.?[\w~-][\w.~-]*)+(?=\?|$)/;

const PARAM = /^:(\w+)$/;
const DOTTED = /^:(\w+)\.:(\w+)$/;
const REST = /^\*(\w+)$/;

const isDotted = (segment: string): boolean => {
  const dot = segment.lastIndexOf('.');
  return dot > 0 && dot < segment.length - 1;
};

function earlier<Row>(one: Path<Row> | undefined, other: Path<Row> | undefined): Path<Row> | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return other.order < one.order ? other : one;
}

const serves = <Row>({ shared, rows }: Path<Row>, method: Method): boolean =>
  !shared || rows.has(method) || (method === 'HEAD' && rows.has('GET'));

/** The first mounted path that matches the segments from one on. */
function firstBelow<Row>(
  node: Node<Row>,
  method: Method,
  segments: readonly string[],
  at: number,
): Path<Row> | undefined {
  const segment = segments[at];
  if (segment === undefined) return node.path && serves(node.path, method) ? node.path : undefined;
  const word = node.words.get(segment);
  let first = word && firstBelow(word, method, segments, at + 1);
  if (node.dotted && isDotted(segment)) {
    first = earlier(first, firstBelow(node.dotted, method, segments, at + 1));
  }
  if (node.any) first = earlier(first, firstBelow(node.any, method, segments, at + 1));
  if (node.rests.length === 0) return first;
  for (const { tail, path } of node.rests) {
    const end = segments.length - tail.length;
    if (end > at && tail.every((one, n) => segments[end + n] === one)) first = earlier(first, path);
  }
  return first;
}

function paramsOf(params: readonly Param[], segments: readonly string[]): Params {
  const values: Params = {};
  for (const { at, name, extension, tail } of params) {
    const segment = segments[at] ?? '';
    if (tail !== undefined) values[name] = segments.slice(at, segments.length - tail);
    else if (extension === undefined) values[name] = segment;
    else {
      const dot = segment.lastIndexOf('.');
      values[name] = segment.slice(0, dot);
      values[extension] = segment.slice(dot + 1);
    }
  }
  return values;
}

export class RouteMatcher<Row> {
  readonly #root = newNode<Row>();
  #count = 0;

  /** Adds a path in the syntax of the tables. Paths are added in the order in which Express tries them. */
  add(path: string, rows: ReadonlyMap<Method, Row>, shared = false): void {
    this.#count += 1;
    const params: Param[] = [];
    const parts = path.split('/');
    let node = this.#root;
    for (const [at, part] of parts.entries()) {
      if (at === 0) continue;
      const [, rest] = REST.exec(part) ?? [];
      const [, stem, extension] = DOTTED.exec(part) ?? [];
      const [, name] = PARAM.exec(part) ?? [];
      if (rest !== undefined) {
        const tail = parts.slice(at + 1);
        params.push({ at, name: rest, tail: tail.length });
        node.rests.push({ tail, path: { order: this.#count, params, rows, shared } });
        return;
      }
      if (stem !== undefined && extension !== undefined) {
        params.push({ at, name: stem, extension });
        node.dotted ??= newNode();
        node = node.dotted;
      } else if (name !== undefined) {
        params.push({ at, name });
        node.any ??= newNode();
        node = node.any;
      } else {
        const known = node.words.get(part) ?? newNode<Row>();
        node.words.set(part, known);
        node = known;
      }
    }
    node.path ??= { order: this.#count, params, rows, shared };
  }

  /** The row of a request and its parameters; undefined for requests that Express must handle. */
  find(method: string, url: string): { row: Row; params: Params } | undefined {
    if (!PLAIN.test(url)) return undefined;
    const mark = url.indexOf('?');
    const segments = (mark < 0 ? url : url.slice(0, mark)).split('/');
    // The first one is the empty text before the leading slash.
    const path = firstBelow(this.#root, method as Method, segments, 1);
    const row = path?.rows.get(method as Method) ?? (method === 'HEAD' ? path?.rows.get('GET') : undefined);
    return path && row && { row, params: paramsOf(path.params, segments) };
  }
}
