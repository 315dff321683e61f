/** The pages of change events and of the context of automations, from the tables of the program. */
import { code, table } from './markdown-table.mjs';
import { loadModule, sourceText } from './source-files.mjs';

/** Reads the event stream of a server until `end` is in it; `stop` gives the events by type. */
export async function recordEvents(url, key) {
  const aborted = new AbortController();
  const response = await fetch(`${url}/api/events`, {
    headers: { 'x-api-key': key },
    signal: aborted.signal,
  });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    async stop(type, count) {
      while (text.split(`event: ${type}\n`).length <= count) {
        const { value, done } = await reader.read();
        if (done) throw new Error('The event stream ended');
        text += value;
      }
      aborted.abort();
      const messages = [...text.matchAll(/^event: (.+)\ndata: (.+)$/gm)];
      return new Map(messages.map(([message, name]) => [name, message]));
    },
  };
}

const MEMBER = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*\| \{ type: ([^;]+);([^}]*)\}/g;

/** Groups of types with their keys and comment, from the declaration. */
async function eventGroups() {
  const file = 'server/contract/wire.ts';
  const text = await sourceText(file);
  const { CHANGE_TYPES } = await loadModule(file);
  const declared = text.slice(text.indexOf('export type ChangeEvent ='));
  const groups = [...declared.matchAll(MEMBER)].map(([, comment, types, keys]) => ({
    comment: comment.replace(/\s+\*?\s*/g, ' ').trim(),
    types: [...types.matchAll(/'([^']+)'/g)].map(([, type]) => type),
    keys: [...keys.matchAll(/(\w+): \w+/g)].map(([, key]) => key),
  }));
  const found = new Set(groups.flatMap(({ types }) => types));
  const missing = CHANGE_TYPES.filter((type) => !found.has(type));
  if (missing.length > 0) throw new Error(`${file} has no comment on ${missing.join(', ')}`);
  return groups;
}

/** The page of events; `recorded` has events of a stream by type. */
export async function eventsPage(recorded) {
  const groups = await eventGroups();
  const { TRIGGER_EVENTS } = await loadModule('server/contract/automations.ts');
  const rows = groups.map(({ comment, types, keys }) => [
    types.map(code).join(' '),
    keys.map(code).join(', '),
    types.some((type) => TRIGGER_EVENTS.includes(type)) ? 'yes' : 'no',
    comment,
  ]);
  const examples = [...recorded].filter(([type]) => type !== 'ready');
  return [
    '# Events',
    'For builders and automations: every change of the folder is an event, whether it comes from the admin, the API, a command or another program. This page is made from the declarations of the program; the [specification](../../server/spec/events.md) says when events are sent and how a stream resumes.',
    '`GET /api/events` sends them as server-sent events, `client.changes()` of [the client](client.md#follow-changes) reads them, and [automations](automations.md) can start on those that say yes below.',
    table(['type', 'keys', 'starts automations', 'meaning'], rows),
    '## What a stream sends',
    'Each event also has `at`, when it happened, `actor`, who changed something, and `transaction`, which changes made together share. These were recorded while this page was built; the `id` before each event is left out.',
    ...examples.map(([, message]) => `\`\`\`text\n${message}\n\`\`\``),
  ].join('\n\n');
}

/** The page of `ctx`, from the table behind the completion of the editor. */
export async function contextPage() {
  const { CONTEXT } = await loadModule('renderer/fields/code/automation/context.ts');
  return [
    '# The ctx of automations',
    'For those who write [automations](automations.md): what a handler is given, from the table that the editor of handlers completes from. Calls return promises; a run can make no other requests.',
    ...CONTEXT.flatMap(({ title, entries }) => [
      `## ${title}`,
      table(
        ['ctx', 'gives', 'description'],
        entries.map(({ path, call, type, text }) => [code(`${path}${call}`), type && code(type), text]),
      ),
    ]),
  ].join('\n\n');
}
