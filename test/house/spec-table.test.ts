import { describe, expect, it } from 'vitest';
import { apiRoutes, rootRoutes } from '../../server/app.js';

/** The specification's tables, a row per method and path. `*rest` stands for one segment or more. */
const BUILT: readonly [part: string, row: string][] = [
  ['4.1', 'GET {api}/collections'],
  ['4.1', 'GET {api}/collections/{collection}'],
  ['4.1', 'GET {api}/collections/{collection}/{id}'],
  ['4.1', 'POST {api}/collections/{collection}'],
  ['4.1', 'PUT {api}/collections/{collection}/{id}'],
  ['4.1', 'PATCH {api}/collections/{collection}/{id}'],
  ['4.1', 'DELETE {api}/collections/{collection}/{id}'],
  ['4.1', 'POST {api}/collections/{collection}/{id}/clone'],
  ['4.1', 'HEAD {api}/collections/{collection}'],
  ['4.1', 'HEAD {api}/collections/{collection}/{id}'],
  ['4.1', 'GET {api}/collections/{collection}/schema'],
  ['4.1', 'GET {api}/collections/{collection}/query'],
  ['4.1', 'GET {api}/collections/{collection}/index'],
  ['4.1', 'PUT {api}/collections/{collection}/index'],
  ['4.2', 'PUT {api}/collections/{collection}/{id}/{property}'],
  ['4.2', 'PATCH {api}/collections/{collection}/{id}/{property}'],
  ['4.2', 'DELETE {api}/collections/{collection}/{id}/{property}'],
  ['4.2', 'POST {api}/collections/{collection}/{id}/{property}/increment'],
  ['4.2', 'POST {api}/collections/{collection}/{id}/{property}/increment/{amount}'],
  ['4.2', 'POST {api}/collections/{collection}/{id}/{property}/decrement'],
  ['4.2', 'POST {api}/collections/{collection}/{id}/{property}/decrement/{amount}'],
  ['4.3', 'POST {api}/collections/{collection}/{id}/{property}/deck'],
  ['4.3', 'GET {api}/collections/{collection}/{id}/{property}/deck/{itemId}'],
  ['4.3', 'PUT {api}/collections/{collection}/{id}/{property}/deck/{itemId}'],
  ['4.3', 'DELETE {api}/collections/{collection}/{id}/{property}/deck/{itemId}'],
  // {name} may be a path as well: slashes address what lies in cards and items (facts 4.3).
  ['4.3', 'PUT {api}/collections/{collection}/{id}/{property}/*name'],
  ['4.3', 'PATCH {api}/collections/{collection}/{id}/{property}/*name'],
  ['4.4', 'POST {api}/collections/{collection}/{id}/{property}'],
  ['4.4', 'POST {api}/collections/{collection}/{id}/{property}/*path'],
  ['4.4', 'DELETE {api}/collections/{collection}/{id}/{property}/*path'],
  ['4.4', 'PUT {api}/collections/{collection}/{id}/{property}/*name/move'],
  ['4.4', 'POST {api}/collections/{collection}/{id}/{property}/folder'],
  ['4.4', 'PUT {api}/collections/{collection}/{id}/{property}/folder/rename'],
  ['4.4', 'DELETE {api}/collections/{collection}/{id}/{property}/cache'],
  ['4.4', 'DELETE {api}/collections/{collection}/{id}/{property}/*path/cache'],
  ['4.4', 'POST {api}/upload/{collection}/{id}/{property}'],
  ['4.4', 'POST {api}/upload/{collection}/{id}/{property}/*path'],
  ['4.4', 'GET {api}/upload/{collection}/{id}/{property}'],
  ['4.4', 'GET {api}/upload/{collection}/{id}/{property}/*path'],
  ['4.4', 'DELETE {api}/upload/{collection}/{id}/{property}/*path'],
  ['4.5', 'GET {api}/schemas'],
  ['4.5', 'GET {api}/schemas/{collection}'],
  // The specification names these without a prefix; they are served with one as well.
  ['4.7', 'GET {api}/report/collections/{collection}/fields'],
  ['4.7', 'GET {api}/report/collections/{collection}/csv'],
  ['4.7', 'GET {api}/report/collections/{collection}/json'],
  ['4.8', 'GET /download/{collection}/{id}/{property}'],
  ['4.8', 'POST /download/{collection}/{id}/{property}'],
  ['4.8', 'GET /download/{collection}/{id}/{property}/{filename}'],
  ['4.8', 'POST /download/{collection}/{id}/{property}/{filename}'],
  ['4.8', 'GET /stream/{collection}/{id}/{property}'],
  ['4.8', 'GET /stream/{collection}/{id}/{property}/{filename}'],
  ['4.9', 'GET /imageworks/{collection}/{id}/{property}.{format}'],
  ['4.9', 'GET /imageworks/{collection}/{id}/{property}/{name}.{format}'],
  ['4.9', 'GET /imageworks/{collection}/{id}/{property}/{action}'],
  ['4.11', 'POST /import/jumpstart'],
  ['4.10', 'POST /automations/{id}'],
  ['4.12', 'GET /.well-known/mcp.json'],
  ['4.12', 'POST /mcp'],
  ['4.12', 'GET /.well-known/oauth-authorization-server'],
  ['4.12', 'GET /.well-known/jwks.json'],
  ['4.12', 'GET /oauth/authorize'],
  ['4.12', 'POST /oauth/token'],
  ['4.12', 'POST /oauth/register'],
  ['4.12', 'POST /oauth/revoke'],
];

/** What the specification leaves open and the admin needs (facts 1; rulings "Signing in", "Trash"). */
const OURS: readonly string[] = [
  'POST {api}/collections',
  'PUT {api}/collections/{collection}',
  'PATCH {api}/collections/{collection}',
  'DELETE {api}/collections/{collection}',
  'GET {api}/collections/{collection}/settings',
  'POST {api}/schemas',
  'PUT {api}/schemas/{schema}',
  'DELETE {api}/schemas/{schema}',
  'POST {api}/schemas/{schema}/impact',
  'POST {api}/schemas/{schema}/rename',
  'GET {api}/collections/{collection}/schema/options/{property}',
  'GET {api}/trash',
  'DELETE {api}/trash',
  'POST {api}/trash/{entry}/restore',
  'DELETE {api}/trash/{entry}',
  'POST {api}/batch',
  'POST {api}/links',
  'GET {api}/media',
  'GET {api}/media/thumbnail',
  'POST {api}/media/trash',
  'GET {api}/settings',
  'PATCH {api}/settings',
  'GET {api}/apikeys',
  'POST {api}/apikeys',
  'DELETE {api}/apikeys/{key}',
  'GET {api}/automations',
  'POST {api}/automations/{automation}/run',
  'GET {api}/automations/{automation}/runs',
  'GET {api}/automations/{automation}/runs/{run}',
  'POST {api}/automations/{automation}/runs/{run}/replay',
  'GET {api}/trust',
  'POST {api}/trust',
  'GET {api}/oauth/clients',
  'POST {api}/oauth/clients',
  'DELETE {api}/oauth/clients/{client}',
  'GET {api}/oauth/grants',
  'DELETE {api}/oauth/grants/{grant}',
  'GET /.well-known/oauth-protected-resource',
  'GET /.well-known/oauth-protected-resource/mcp',
  'GET /oauth/authorize/{request}',
  'GET /admin/oauth/consent/{request}/details',
  'POST /admin/oauth/consent/{request}/decision',
  'GET {api}/users',
  'POST {api}/users',
  'GET {api}/users/{user}',
  'PATCH {api}/users/{user}',
  'DELETE {api}/users/{user}',
  'GET /download/{collection}/{id}/{property}/{name}/{child}',
  'POST /download/{collection}/{id}/{property}/{name}/{child}',
  'GET /download/{collection}/{id}/{property}/{name}/{child}/{file}',
  'POST /download/{collection}/{id}/{property}/{name}/{child}/{file}',
  'GET /stream/{collection}/{id}/{property}/{name}/{child}',
  'GET /stream/{collection}/{id}/{property}/{name}/{child}/{file}',
  'GET /download/upload/{collection}/{id}/{property}/*path',
  'GET /stream/upload/{collection}/{id}/{property}/*path',
  'GET /imageworks/upload/{collection}/{id}/{property}/*path',
  'GET /imageworks/{id}.{format}',
  'GET /imageworks/{id}/{name}.{format}',
  'GET /imageworks/{collection}/{id}/{property}/{name}/{child}.{format}',
  'GET /imageworks/{collection}/{id}/{property}/{name}/{child}/{part}.{format}',
  'GET {api}/openapi.json',
  'GET {api}/views/collections/{collection}',
  'POST {api}/views/collections/{collection}',
  'PATCH {api}/views/collections/{collection}',
  'PATCH {api}/views/collections/{collection}/{view}',
  'DELETE {api}/views/collections/{collection}/{view}',
  'GET {api}/export/collections/{collection}',
  'GET {api}/export/collections/{collection}/json',
  'GET {api}/export/collections/{collection}/csv',
  'GET {api}/export/collections/{collection}/zip',
  'GET {api}/export/collections/{collection}/{id}/zip',
  'GET {api}/export/schemas/{schema}',
  'GET {api}/export/jumpstart',
  'POST /import/collections/{collection}/csv',
  'POST /import/collections/{collection}/json',
  'POST /import/collections/{collection}/zip',
  'POST /import/collections/{collection}/factory',
  'POST /import/schemas',
  'GET {api}/damaged',
  'GET {api}/search',
  'GET {api}/relations/collections/{collection}/labels/{property}',
  'GET {api}/relations/collections/{collection}/referrers',
  'GET {api}/events',
  'GET {api}/status',
  'GET {api}/starters',
  'GET {api}/starters/{starter}',
  'GET /admin/session',
  'POST /admin/session/end',
  'POST /admin/session/link',
  'POST /admin/session',
  'POST /admin/session/password',
  'GET /admin/sessions',
  'POST /admin/sessions/end-others',
  'DELETE /admin/sessions/{session}',
  'GET /healthz',
];

/** A row whatever its parameters are called. */
const shape = (row: string) => row.replace(/\{(?!api\})\w+\}|:\w+/g, '{}').replace(/\{?\*\w+\}?/g, '*');

const mounted = [
  ...apiRoutes.map(({ method, path }) => `${method} {api}${path}`),
  ...rootRoutes.map(({ method, path }) => `${method} ${path}`),
].map(shape);

describe('the specification’s tables', () => {
  it.each(BUILT)('%s: %s is mounted', (_part, row) => {
    expect(mounted).toContain(shape(row));
  });

  it('and our own routes are all that is mounted, once each', () => {
    const known = new Set([...BUILT.map(([, row]) => row), ...OURS].map(shape));
    expect(mounted.filter((row) => !known.has(row))).toEqual([]);
    expect(mounted.toSorted()).toEqual([...new Set(mounted)].toSorted());
    expect(OURS.filter((row) => !mounted.includes(shape(row)))).toEqual([]);
  });

  it('stand before the patterns that would also match them', () => {
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
