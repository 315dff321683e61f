/** Automations to begin with. They are made switched off, to be read and changed first. */
import type { JsonObject } from '#contract/values';

export interface Example {
  id: string;
  name: string;
  description: string;
  /** The object it becomes; `collection` is one of this folder to work with. */
  object(collection: string): JsonObject;
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const receive = (collection: string) => `/** Creates an object from what a form or another program sends. */
const COLLECTION = ${quoted(collection)};

export default async (ctx) => {
  const object = await ctx.objects.create(COLLECTION, ctx.args);
  ctx.log.info('Created', object.id);
  return { id: object.id };
};
`;

const tidy = (
  collection: string,
) => `/** Moves what nobody changed for long to the trash, where it can be restored for 30 days. */
const COLLECTION = ${quoted(collection)};
const DAYS = 365;
/** While this is false it only says what it would do. */
const REALLY = false;

export default async (ctx) => {
  const before = new Date(Date.now() - DAYS * 86_400_000).toISOString();
  const { objects } = await ctx.objects.list(COLLECTION, { sort: 'modified', order: 'asc', limit: 100 });
  const old = objects.filter((object) => object.modified < before);
  for (const { id, modified } of old) {
    ctx.log.info(REALLY ? 'Removing' : 'Would remove', id, 'last changed', modified);
    if (REALLY) await ctx.objects.remove(COLLECTION, id);
  }
  return { found: old.length, removed: REALLY ? old.length : 0 };
};
`;

const ping = `/** Tells the build service that content has changed. */
const HOOK = 'https://example.com/build-hook';

export default async (ctx) => {
  const answer = await ctx.fetch(HOOK, { method: 'POST' });
  if (!answer.ok) throw new Error(\`The build service answered \${answer.status}\`);
  return { status: answer.status };
};
`;

const changed = (event: string, collection: string) => {
  const id = event.replace('object.', '');
  return [id, { id, type: 'event', event, collection }] as const;
};

export const EXAMPLES: readonly Example[] = [
  {
    id: 'receive',
    name: 'Take in what a form sends',
    description: 'A web request with an API key creates an object and answers with its id.',
    object: (collection) => ({
      triggers: { request: { id: 'request', type: 'webhook', auth: 'apiKey', sync: true } },
      handler: receive(collection),
    }),
  },
  {
    id: 'tidy',
    name: 'Tidy up at night',
    description:
      'Every night at three, what nobody changed for a year goes to the trash. At first it only says so.',
    object: (collection) => ({
      triggers: { nightly: { id: 'nightly', type: 'schedule', cron: '0 3 * * *', catchUp: true } },
      handler: tidy(collection),
    }),
  },
  {
    id: 'ping',
    name: 'Build the site after a change',
    description: 'Whenever an object is created, changed or deleted, your build service is asked to build.',
    object: (collection) => ({
      triggers: Object.fromEntries(
        ['object.created', 'object.updated', 'object.deleted'].map((event) => changed(event, collection)),
      ),
      handler: ping,
    }),
  },
];
