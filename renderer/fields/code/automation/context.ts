/** What a handler is given: the one table behind completion, hints and the reference beside the editor. */

export interface ContextEntry {
  /** `ctx.objects.get`. */
  path: string;
  /** What stands behind the path: `(collection, id)`; empty for a value. */
  call: string;
  /** What it is, or what the promise gives. */
  type: string;
  text: string;
}

export interface ContextGroup {
  title: string;
  entries: readonly ContextEntry[];
}

const value = (path: string, type: string, text: string): ContextEntry => ({ path, call: '', type, text });
const call = (path: string, parameters: string, type: string, text: string): ContextEntry => ({
  path,
  call: `(${parameters})`,
  type,
  text,
});

export const CONTEXT: readonly ContextGroup[] = [
  {
    title: 'The run',
    entries: [
      value(
        'ctx.args',
        'object',
        'What it was started with: query and body of a web request, or what “Run now” was given.',
      ),
      value(
        'ctx.trigger',
        'object',
        'What started it, with a type: webhook, schedule, event, manual or replay.',
      ),
      value(
        'ctx.event',
        'object | null',
        'What happened, with a type such as object.updated, a collection and an id; null without an event.',
      ),
      value(
        'ctx.request',
        'object | null',
        'The web request without its secrets: {method, headers, address}; null without one.',
      ),
      value('ctx.automation', 'string', 'The ID of this automation.'),
      value('ctx.runId', 'string', 'The ID of this run, to tell one from another elsewhere.'),
      value('ctx.config', 'object', 'About the folder: {title, timezone}.'),
    ],
  },
  {
    title: 'Objects',
    entries: [
      call('ctx.objects.get', 'collection, id', 'object', 'One object. Throws when there is none.'),
      call(
        'ctx.objects.list',
        'collection, {limit, offset, sort, order}',
        '{objects, total}',
        'A page of a collection.',
      ),
      call(
        'ctx.objects.query',
        'collection, {include, exclude, search, sort, limit}',
        '{data, pagination}',
        'Objects that match, as /query finds them.',
      ),
      call(
        'ctx.objects.search',
        'collection, text, {limit}',
        '{data, pagination}',
        'Objects with these words in them.',
      ),
      call(
        'ctx.objects.index',
        'collection, {include, exclude, sort}',
        'answer of /index',
        'The indexed properties only.',
      ),
      call('ctx.objects.create', 'collection, object', 'object', 'A new object, checked like any other.'),
      call(
        'ctx.objects.patch',
        'collection, id, changes',
        'object',
        'Changes some properties; null removes one.',
      ),
      call(
        'ctx.objects.update',
        'collection, id, object',
        'object',
        'As PUT: sets what is given, keeps the rest.',
      ),
      call('ctx.objects.remove', 'collection, id', '{collection, id}', 'Moves an object to the trash.'),
      call('ctx.objects.clone', 'collection, id, {id, collection}', 'object', 'A copy with its files.'),
      call(
        'ctx.objects.increment',
        'collection, id, property, amount',
        'object',
        'Counts a number up, without a race between two.',
      ),
      call('ctx.objects.decrement', 'collection, id, property, amount', 'object', 'Counts a number down.'),
      call('ctx.objects.addItem', 'collection, id, deck, item', 'object', 'Puts an item into a deck.'),
      call(
        'ctx.objects.setItem',
        'collection, id, deck, itemId, item',
        'object',
        'Replaces an item of a deck.',
      ),
      call(
        'ctx.objects.removeItem',
        'collection, id, deck, itemId',
        'object',
        'Takes an item out of a deck.',
      ),
    ],
  },
  {
    title: 'Collections and schemas',
    entries: [
      call('ctx.collections.list', '', 'list', 'All collections with their counts.'),
      call('ctx.collections.get', 'collection', 'object', 'A collection’s settings.'),
      call('ctx.collections.schema', 'collection', 'object', 'The schema of its objects, overrides applied.'),
      call('ctx.schemas.list', '', 'list', 'All schemas.'),
      call('ctx.schemas.get', 'id', 'object', 'A schema with all its properties.'),
    ],
  },
  {
    title: 'The world',
    entries: [
      call(
        'ctx.fetch',
        'url, {method, headers, body}',
        '{status, ok, url, headers, text(), json()}',
        'Asks a server. Private addresses are refused, but for hosts the settings allow.',
      ),
      call(
        'ctx.log.info',
        '...values',
        '',
        'Writes a line into the run’s log. ctx.log() and console.log() do the same.',
      ),
      call('ctx.log.debug', '...values', '', 'Writes a line of detail.'),
      call('ctx.log.warn', '...values', '', 'Writes a warning.'),
      call('ctx.log.error', '...values', '', 'Writes an error; the run goes on.'),
    ],
  },
];

const ENTRIES = CONTEXT.flatMap(({ entries }) => entries);

/** An entry as one line: `ctx.objects.get(collection, id): object`. */
export const signatureOf = ({ path, call: parameters, type }: ContextEntry): string =>
  `${path}${parameters}${type === '' ? '' : `: ${type}`}`;

/** The entry at a path. */
export const entryAt = (path: string): ContextEntry | undefined =>
  ENTRIES.find((entry) => entry.path === path);

export interface ContextName {
  name: string;
  /** Absent for a group of further names, such as `objects`. */
  entry: ContextEntry | undefined;
}

/** The names right behind a path: those of `ctx`, or of `ctx.objects`. */
export function namesBehind(path: string): ContextName[] {
  const names = new Map<string, ContextName>();
  for (const entry of ENTRIES) {
    if (!entry.path.startsWith(`${path}.`)) continue;
    const [name = '', ...rest] = entry.path.slice(path.length + 1).split('.');
    if (!names.has(name)) names.set(name, { name, entry: rest.length === 0 ? entry : undefined });
  }
  return [...names.values()];
}
