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
        'The arguments: query and body of a webhook request, or those given to “Run now”.',
      ),
      value(
        'ctx.trigger',
        'object',
        'What started the run, with a type: webhook, schedule, event, manual or replay.',
      ),
      value(
        'ctx.event',
        'object | null',
        'What happened, with a type such as object.updated, a collection and an id; null without an event.',
      ),
      value(
        'ctx.request',
        'object | null',
        'The webhook request without its secrets: {method, headers, address}; null without one.',
      ),
      value('ctx.automation', 'string', 'The ID of this automation.'),
      value('ctx.runId', 'string', 'The ID of this run.'),
      value('ctx.config', 'object', 'The folder: {title, timezone}.'),
    ],
  },
  {
    title: 'Objects',
    entries: [
      call('ctx.objects.get', 'collection, id', 'object', 'One object. Throws if it does not exist.'),
      call(
        'ctx.objects.list',
        'collection, {limit, offset, sort, order}',
        '{objects, total}',
        'A page of objects of a collection.',
      ),
      call(
        'ctx.objects.query',
        'collection, {include, exclude, search, sort, limit}',
        '{data, pagination}',
        'Objects that match, as in /query.',
      ),
      call(
        'ctx.objects.search',
        'collection, text, {limit}',
        '{data, pagination}',
        'Objects that contain these words.',
      ),
      call(
        'ctx.objects.index',
        'collection, {include, exclude, sort}',
        'answer of /index',
        'The indexed properties only.',
      ),
      call(
        'ctx.objects.create',
        'collection, object',
        'object',
        'Creates an object, validated like any other.',
      ),
      call(
        'ctx.objects.patch',
        'collection, id, changes',
        'object',
        'Updates some properties; null removes one.',
      ),
      call(
        'ctx.objects.update',
        'collection, id, object',
        'object',
        'As PUT: sets the given properties, keeps the others.',
      ),
      call('ctx.objects.remove', 'collection, id', '{collection, id}', 'Moves an object to the trash.'),
      call(
        'ctx.objects.clone',
        'collection, id, {id, collection}',
        'object',
        'Copies an object with its files.',
      ),
      call(
        'ctx.objects.increment',
        'collection, id, property, amount',
        'object',
        'Increments a number atomically.',
      ),
      call(
        'ctx.objects.decrement',
        'collection, id, property, amount',
        'object',
        'Decrements a number atomically.',
      ),
      call('ctx.objects.addItem', 'collection, id, deck, item', 'object', 'Adds an item to a deck.'),
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
        'Removes an item from a deck.',
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
    title: 'Sites, network and log',
    entries: [
      call(
        'ctx.publish',
        'site',
        '{status, run}',
        'Begins to publish a site of this machine by its ID, if it allows automations. The status is started, waiting or unchanged.',
      ),
      call(
        'ctx.fetch',
        'url, {method, headers, body}',
        '{status, ok, url, headers, text(), json()}',
        'Sends a request to a server. Private addresses are rejected unless the settings allow the host.',
      ),
      call(
        'ctx.log.info',
        '...values',
        '',
        'Writes a line into the run’s log. ctx.log() and console.log() do the same.',
      ),
      call('ctx.log.debug', '...values', '', 'Writes a debug line.'),
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
