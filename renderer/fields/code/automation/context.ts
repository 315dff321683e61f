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
        'What happened, for an event: {event, collection, id}; null otherwise.',
      ),
      value(
        'ctx.request',
        'object | null',
        'The web request without its secrets: {method, headers, address}; null otherwise.',
      ),
      value('ctx.runId', 'string', 'The run’s id, the same when other services ask twice.'),
      value('ctx.config', 'object', 'The folder’s title, address and time zone.'),
    ],
  },
  {
    title: 'Objects',
    entries: [
      call(
        'ctx.objects.list',
        'collection, {limit, offset, sort, order}',
        '{objects, total}',
        'A page of a collection.',
      ),
      call(
        'ctx.objects.query',
        'collection, {include, exclude, sort, limit}',
        '{data, pagination}',
        'Objects that match, as /query finds them.',
      ),
      call(
        'ctx.objects.search',
        'collection, text, {limit}',
        '{data, pagination}',
        'Objects with these words.',
      ),
      call('ctx.objects.get', 'collection, id', 'object', 'One object. Throws when there is none.'),
      call('ctx.objects.create', 'collection, object', 'object', 'A new object, checked like any other.'),
      call(
        'ctx.objects.update',
        'collection, id, object',
        'object',
        'Replaces what is given and keeps the rest.',
      ),
      call('ctx.objects.patch', 'collection, id, changes', 'object', 'Changes some properties.'),
      call('ctx.objects.remove', 'collection, id', 'null', 'Moves an object to the trash.'),
      call('ctx.objects.clone', 'collection, id, newId', 'object', 'A copy with its files.'),
      call(
        'ctx.objects.increment',
        'collection, id, property, by',
        'object',
        'Counts a number up, without a race.',
      ),
    ],
  },
  {
    title: 'Collections and schemas',
    entries: [
      call('ctx.collections.list', '', 'list', 'All collections with their counts.'),
      call('ctx.collections.get', 'collection', 'object', 'A collection’s settings.'),
      call('ctx.schemas.get', 'id', 'object', 'A schema with all its properties.'),
    ],
  },
  {
    title: 'The world',
    entries: [
      call(
        'ctx.fetch',
        'url, {method, headers, body}',
        '{status, ok, headers, text(), json()}',
        'Asks a public server. Addresses of this network are refused.',
      ),
      call('ctx.log.info', '...values', '', 'Writes a line into the run’s log. Also debug, warn and error.'),
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
