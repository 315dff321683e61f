/** Values that are no text where text is usual, in parameters and in files of other programs: never an error of ours. */
import { describe, expect, it } from 'vitest';
import { apiRoutes, rootRoutes } from '../../server/app.js';
import type { JsonObject, JsonValue } from '../../server/contract/values.js';
import { PARAMETERS } from '../../server/openapi/parameters.js';
import type { Route } from '../../server/routes/route.js';
import { type Files, sharedServer } from '../helpers/server.js';

/** JavaScript cannot make a text of it. */
const ODD = { toString: 1, valueOf: 1 };

const PROPERTIES: JsonObject = {
  id: { field: 'id' },
  title: { field: 'text' },
  status: { field: 'select', options: ['draft', 'live'] },
  draft: { field: 'toggle' },
  from: { field: 'date' },
  tags: { field: 'list' },
  author: { relation: 'posts', field: 'select' },
  above: { relation: 'posts', field: 'select' },
  text: { field: 'styledtext' },
  image: { field: 'image' },
  file: { field: 'file' },
  gallery: { field: 'gallery' },
  depot: { field: 'depot' },
  place: { field: 'number' },
  color: { field: 'color' },
  names: { field: 'localized' },
};

const odd = (value: JsonValue): JsonObject =>
  Object.fromEntries(Object.keys(PROPERTIES).flatMap((name) => (name === 'id' ? [] : [[name, value]])));

const FILES: Files = {
  '.system/settings.json': { 'oauth.enabled': true },
  '.schemas/post.json': {
    id: 'post',
    properties: PROPERTIES,
    required: ['id'],
    index: ['id', 'title', 'status', 'from', 'tags', 'author', 'above', 'place'],
  },
  'posts/.meta.json': {
    id: 'posts',
    schema: 'post',
    name: 'Posts',
    url: '/posts/{title}/{status}',
    manualOrder: 'place',
    tree: 'above',
    published: { draft: 'draft', status: { property: 'status', values: ['live'] }, from: 'from' },
  },
  'posts/plain.json': { id: 'plain', title: 'Plain', status: 'live', author: 'object', text: '<p>x</p>' },
  'posts/object.json': { id: 'object', ...odd(ODD), created: ODD, modified: ODD },
  'posts/list.json': { id: 'list', ...odd([ODD, [ODD], null]) },
  'posts/number.json': { id: 'number', ...odd(-1.5e300) },
};

const ROUTES = [...apiRoutes, ...rootRoutes].filter(
  ({ method, path }) => method === 'GET' && path !== '/events',
);

const WORDS: Readonly<Record<string, string>> = {
  collection: 'posts',
  property: 'title',
  schema: 'post',
  format: 'jpg',
};

const pathOf = ({ path }: Route, id: string) =>
  path.replace(/[:*](\w+)/g, (_all, word: string) => WORDS[word] ?? id);

/** Spellings of a parameter with more or less than one text. */
const SPELLINGS: readonly ((name: string) => string)[] = [
  (name) => `${name}[a]=b`,
  (name) => `${name}[a][b]=c&${name}=d`,
  (name) => `${name}[][a]=x&${name}[]=y`,
  (name) => `${name}=%00&${name}=%ff`,
];

const namesOf = ({ parameters = [] }: Route): string[] =>
  parameters.flatMap((name) => {
    const parameter: JsonObject = PARAMETERS[name];
    return parameter.in === 'query' ? [String(parameter.name)] : [];
  });

describe('odd values', () => {
  const server = sharedServer(() => FILES);
  /** What went wrong; answers are not compared with their descriptions, which speak of sound files. */
  const faultOf = async (path: string): Promise<string[]> => {
    const response = await fetch(server().url + path, {
      headers: { cookie: server().cookie },
      redirect: 'manual',
    });
    const text = await response.text();
    return response.status >= 500 ? [`${path} ${response.status} ${text}`] : [];
  };

  it('in parameters are an error of the request at most', async () => {
    const wrong: string[] = [];
    // Rows that share a handler read the same parameters.
    const asked = new Map<unknown, Set<string>>();
    for (const route of ROUTES) {
      const known = asked.get(route.handle) ?? new Set<string>();
      asked.set(route.handle, known);
      for (const name of namesOf(route)) {
        if (known.has(name)) continue;
        known.add(name);
        for (const spelled of SPELLINGS) {
          const path = `${pathOf(route, 'plain')}?${spelled(name)}`;
          wrong.push(...(await faultOf(path)));
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('in files are an error of the file at most', async () => {
    const wrong: string[] = [];
    const lists = ['', '/index', '/query'].map((below) => `/api/collections/posts${below}`);
    const sorts = Object.keys(PROPERTIES).flatMap((name) =>
      lists.flatMap((list) => [
        `${list}?sort=${name}:asc:options,${name}:desc:natural&include=${name}:contains:a&filter[${name}]=b`,
        `${list}?any=${name}:b&exclude=${name}:c&search=d&expand=${name}&published=1&state=draft`,
      ]),
    );
    const each = ROUTES.flatMap((route) => ['object', 'list', 'number'].map((id) => pathOf(route, id)));
    for (const path of new Set([...each, ...sorts])) wrong.push(...(await faultOf(path)));
    expect(wrong).toEqual([]);
  });
});
