/** The tables of `server/spec/routes.md` are those of the server. Its headings and the order of rows are written by hand. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { apiRoutes, rootRoutes } from '../../server/app.js';
import { SENT_SETTINGS } from '../../server/content/model/collection-settings.js';
import { KIND_NAMES } from '../../server/contract/schemas.js';
import type { Route } from '../../server/routes/route.js';

const SPEC = fileURLToPath(new URL('../../server/spec', import.meta.url));
const PAGE = `${SPEC}/routes.md`;

const ROW = /^\| ([A-Z]+) \| `([^`]+)` \|/;

/** Method and path of a row; undefined for any other line. */
function keyOf(line: string): string | undefined {
  const [, method, path] = ROW.exec(line) ?? [];
  return method && `${method} ${path}`;
}

/** A row as the page has it: `{name}` for a segment, `{name…}` for one segment or more. */
const printed =
  (prefix: string) =>
  ({ method, path, access, summary }: Route) =>
    `| ${method} | \`${prefix}${path.replace(/:(\w+)/g, '{$1}').replace(/\*(\w+)/g, '{$1…}')}\` | ${access} | ${summary} |`;

const rows = [...apiRoutes.map(printed('{api}')), ...rootRoutes.map(printed(''))];

/** The page with the present rows: each in its place, a new one behind the one before it in the tables of the server. */
function refreshed(page: string, present: readonly string[]): string {
  const byKey = new Map(present.map((row) => [keyOf(row), row]));
  const shown = new Set<string>();
  const lines = page.split('\n').flatMap((line) => {
    const key = keyOf(line);
    if (key === undefined) return [line];
    shown.add(key);
    return byKey.get(key) ?? [];
  });
  for (const [at, row] of present.entries())
    if (!shown.has(keyOf(row) ?? '')) lines.splice(lines.indexOf(present[at - 1] ?? '') + 1, 0, row);
  return lines.join('\n');
}

describe('the tables of routes in the specification', () => {
  it('have the routes that are registered, with access and summary (npm run routes:page writes them)', async () => {
    await expect(refreshed(readFileSync(PAGE, 'utf8'), rows)).toMatchFileSnapshot(PAGE);
    expect(new Set(rows.map(keyOf)).size).toBe(rows.length);
  });

  it('take a new route behind the one before it, and lose one that is gone', () => {
    const row = (path: string) => `| GET | \`{api}/${path}\` | read | Summary |`;
    const page = ['## A', row('a'), row('a/{id}'), '## B', row('b'), row('c')].join('\n');
    const present = ['a', 'a/{id}', 'a/{id}/new', 'b'].map(row);
    expect(refreshed(page, present).split('\n')).toEqual([
      '## A',
      row('a'),
      row('a/{id}'),
      row('a/{id}/new'),
      '## B',
      row('b'),
    ]);
  });
});

describe('tables of the specification that are written by hand', () => {
  const collection = ['id', 'schema', ...Object.keys(SENT_SETTINGS)];
  it.each<[page: string, heading: string, names: readonly string[]]>([
    ['field-kinds.md', 'Kinds', KIND_NAMES],
    ['resources.md', 'Collection', collection],
  ])('name in server/spec/%s, "%s", all that the program has', (page, heading, names) => {
    const text = readFileSync(`${SPEC}/${page}`, 'utf8');
    const [section = ''] = text.split(`\n## ${heading}\n`).slice(1);
    const rows =
      section
        .split('\n## ')[0]
        ?.split('\n')
        .filter((line) => line.startsWith('| `')) ?? [];
    const named = rows.flatMap((row) =>
      [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name),
    );
    expect(names.filter((name) => !named.includes(name))).toEqual([]);
  });
});

/** A path whatever its parameters are called. */
const shape = (path: string) => path.replace(/:\w+/g, ':');

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
