import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { apiRoutes, rootRoutes } from '../../server/app.js';
import type { Route } from '../../server/routes/route.js';

const PAGE = new URL('../../server/spec/routes.md', import.meta.url);

const ROW = /^\| ([A-Z]+) \| `([^`]+)` \| (\w+) \| ([^|]+) \|$/gm;

/** The rows of the specification's table, as `METHOD path access: summary`. */
const described = [...readFileSync(PAGE, 'utf8').matchAll(ROW)].map(
  ([, method, path, access, summary]) => `${method} ${path} ${access}: ${summary}`,
);

/** A path as the table writes it: `{name}` for a segment, `{name…}` for one segment or more. */
const written = (path: string) => path.replace(/:(\w+)/g, '{$1}').replace(/\*(\w+)/g, '{$1…}');

const rowOf = (prefix: string) => (route: Route) =>
  `${route.method} ${prefix}${written(route.path)} ${route.access}: ${route.summary}`;

const mounted = [...apiRoutes.map(rowOf('{api}')), ...rootRoutes.map(rowOf(''))];

/** A path whatever its parameters are called. */
const shape = (path: string) => path.replace(/:\w+/g, ':');

describe('the table of routes in server/spec/routes.md', () => {
  it('has a row for every route that is registered, with its access and summary', () => {
    expect(mounted.filter((row) => !described.includes(row))).toEqual([]);
  });

  it('has no row for a route that is not registered', () => {
    expect(described.filter((row) => !mounted.includes(row))).toEqual([]);
  });

  it('has every row once, as the server has every route once', () => {
    expect(described.toSorted()).toEqual(mounted.toSorted());
    expect(new Set(mounted).size).toBe(mounted.length);
  });
});

describe('the routes of the API', () => {
  it('come before the patterns that would also match them', () => {
    const literal = (path: string) => path.split('/').map((part) => (part.startsWith(':') ? ':' : part));
    const hidden: string[] = [];
    for (const [at, later] of apiRoutes.entries()) {
      for (const earlier of apiRoutes.slice(0, at)) {
        const [a, b] = [literal(earlier.path), literal(later.path)];
        const covers = a.length === b.length && a.every((part, i) => part === ':' || part === b[i]);
        if (covers && earlier.path !== later.path && shape(earlier.path) !== shape(later.path)) {
          hidden.push(`${later.method} ${later.path} behind ${earlier.path}`);
        }
      }
    }
    expect(hidden).toEqual([]);
  });
});
