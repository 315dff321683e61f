/** The page of limits: settings, and the constants of the program. */
import { code, table } from './markdown-table.mjs';
import { constantOf } from './source-files.mjs';

const count = (value) => value.toLocaleString('en');
const bytes = (value) =>
  value >= 1024 ** 2
    ? `${count(value / 1024 ** 2)} MB`
    : value >= 1024
      ? `${count(value / 1024)} KB`
      : `${value} bytes`;
const time = (ms) => (ms >= 60_000 ? `${ms / 60_000} min` : ms >= 1000 ? `${ms / 1000} s` : `${ms} ms`);

/** What is limited, and the constant that says how: section, meaning, file, name, unit. */
const FIXED = [
  ['Requests', 'address, in characters', 'http/host-guard.ts', 'MAX_URL', count],
  ['Requests', 'headers', 'http/node-server.ts', 'MAX_HEADERS', bytes],
  ['Requests', 'levels of JSON', 'content/core/json-shape.ts', 'MAX_DEPTH', count],
  ['Requests', 'keys of an object', 'content/core/json-shape.ts', 'MAX_KEYS', count],
  ['Requests', 'items of a list', 'content/core/json-shape.ts', 'MAX_ITEMS', count],
  ['Requests', 'keys and items of a whole body', 'content/core/json-shape.ts', 'MAX_VALUES', count],
  ['Requests', 'operations of a batch', 'content/batch/batch-operations.ts', 'MAX_OPERATIONS', count],
  ['Queries', 'criteria', 'contract/criteria.ts', 'MAX_CRITERIA', count],
  ['Queries', 'properties to sort by', 'content/search/query-params.ts', 'MAX_SORT_KEYS', count],
  ['Queries', 'search, in characters', 'content/search/query-params.ts', 'MAX_SEARCH_LENGTH', count],
  ['Queries', 'names in `fields`', 'content/shaping/shape-request.ts', 'MAX_FIELDS', count],
  ['Queries', 'paths in `expand`', 'content/shaping/shape-request.ts', 'MAX_PATHS', count],
  ['Queries', 'relations in a row in `expand`', 'content/shaping/expand-tree.ts', 'MAX_DEPTH', count],
  [
    'Queries',
    'results of a search of the folder at once',
    'content/reading/search-titles.ts',
    'MAX_FOUND',
    count,
  ],
  ['Content', 'id of an object, name of a property, in bytes', 'contract/names.ts', 'MAX_ID_LENGTH', count],
  ['Content', 'properties of a schema', 'schemas/save-document.ts', 'MAX_PROPERTIES', count],
  ['Content', 'cards and decks inside one another', 'schemas/reach.ts', 'MAX_NESTING', count],
  ['Content', 'length of a calculation, in characters', 'schemas/calc/parse.ts', 'MAX_LENGTH', count],
  ['Content', 'time of the patterns of an object', 'schemas/validator.ts', 'CHECK_MS', time],
  ['Content', 'saved views of a collection', 'content/collections/views.ts', 'MAX_VIEWS', count],
  ['Files', 'name of a file', 'contract/file-names.ts', 'MAX_NAME_LENGTH', bytes],
  ['Files', 'path in a depot', 'contract/file-names.ts', 'MAX_PATH_LENGTH', bytes],
  ['Files', 'folders inside one another', 'contract/file-names.ts', 'MAX_LEVELS', count],
  ['Files', 'time to connect for an upload by address', 'files/fetch-url.ts', 'CONNECT_MS', time],
  ['Images', 'pixels of an image', 'files/image-jobs.ts', 'MAX_PIXELS', count],
  ['Images', 'size of an image to be changed', 'derivatives/derivatives.ts', 'MAX_SOURCE_BYTES', bytes],
  ['Images', 'side of a result, in pixels', 'contract/imageworks.ts', 'MAX_SIDE', count],
  ['Images', 'pixels of a result', 'contract/imageworks.ts', 'MAX_PIXELS', count],
  ['Images', 'pixels of a result in AVIF', 'contract/imageworks.ts', 'MAX_AVIF_PIXELS', count],
  ['Images', 'time to make a size', 'derivatives/render-jobs.ts', 'DEADLINE', time],
  ['Images', 'images that wait to be made', 'derivatives/image-processes.ts', 'WAITING', count],
  ['Automations', 'memory of a run', 'automations/sandbox/interpreter.ts', 'MEMORY', bytes],
  ['Automations', 'calls of a run', 'automations/sandbox/messages.ts', 'MAX_CALLS', count],
  ['Automations', 'a message, an answer, a result', 'automations/sandbox/messages.ts', 'MAX_BYTES', bytes],
  ['Automations', 'body of a webhook', 'http/webhook-body.ts', 'MAX_BYTES', bytes],
  [
    'Accounts',
    'wrong passwords on an account from a network',
    'access/sign-in.ts',
    'TRIES_ON_ACCOUNT',
    count,
  ],
  ['Accounts', 'wrong passwords from a network', 'access/sign-in.ts', 'TRIES_FROM_NETWORK', count],
  ['Accounts', 'users', 'access/users.ts', 'MAX_USERS', count],
  ['Accounts', 'sessions of a user', 'access/sessions.ts', 'MAX_PER_USER', count],
  ['Accounts', 'paths in the scope of a key', 'access/scopes.ts', 'MAX_PATHS', count],
];

function changeable(settings) {
  const rows = settings
    .filter(({ type, section }) => type === 'number' && ['limits', 'uploads'].includes(section))
    .filter(({ unit }) => unit !== '%')
    .map(({ name, label, unit, default: usual, minimum, maximum }) => [
      code(name),
      label,
      `${count(usual)}${unit ? ` ${unit}` : ''}`,
      `${count(minimum)} to ${count(maximum)}`,
    ]);
  return table(['setting', 'limits', 'default', 'from, to'], rows);
}

/** The page. `settings` are those of `GET /api/settings`. */
export async function limitsPage({ settings }) {
  const rows = await Promise.all(
    FIXED.map(async ([section, what, file, name, shown]) => ({
      section,
      row: [what, shown(await constantOf(`server/${file}`, name))],
    })),
  );
  const sections = [...new Set(rows.map(({ section }) => section))];
  return [
    '# Limits',
    'What Plinth accepts at most, from the settings and constants of the program. What is above a limit is rejected with an [error](errors.md) that names it. The [specification](../../server/spec/limits.md) has the remaining ones.',
    '## Limits that can be changed',
    'Under Settings in the admin, or by `PATCH /api/settings`.',
    changeable(settings),
    ...sections.flatMap((section) => [
      `## ${section}`,
      table(
        ['what', 'at most'],
        rows.filter((one) => one.section === section).map(({ row }) => row),
      ),
    ]),
  ].join('\n\n');
}
