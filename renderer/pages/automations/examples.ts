/** Automations to begin with. They are made switched off, to be read and changed first. */
import type { JsonObject } from '#contract/values';
import { t } from '../../t';

export interface Example {
  id: string;
  name: string;
  description: string;
  /** The object it becomes; `collection` is one of this folder to work with. */
  object(collection: string): JsonObject;
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const receive = (
  collection: string,
) => `/** Creates an object from a form submission or another webhook call. */
const COLLECTION = ${quoted(collection)};

export default async (ctx) => {
  const object = await ctx.objects.create(COLLECTION, ctx.args);
  ctx.log.info('Created', object.id);
  return { id: object.id };
};
`;

const tidy = (
  collection: string,
) => `/** Moves objects that have not changed for a long time to the trash, where they can be restored for 30 days. */
const COLLECTION = ${quoted(collection)};
const DAYS = 365;
/** While true, the run only logs what it would remove. */
const DRY_RUN = true;

export default async (ctx) => {
  const before = new Date(Date.now() - DAYS * 86_400_000).toISOString();
  const { objects } = await ctx.objects.list(COLLECTION, { sort: 'modified', order: 'asc', limit: 100 });
  const old = objects.filter((object) => object.modified < before);
  for (const { id, modified } of old) {
    ctx.log.info(DRY_RUN ? 'Would remove' : 'Removing', id, 'last changed', modified);
    if (!DRY_RUN) await ctx.objects.remove(COLLECTION, id);
  }
  return { found: old.length, removed: DRY_RUN ? 0 : old.length };
};
`;

const ping = `/** Tells the build service that content has changed. */
const HOOK = 'https://example.com/build-hook';

export default async (ctx) => {
  const response = await ctx.fetch(HOOK, { method: 'POST' });
  if (!response.ok) throw new Error(\`The build service responded with status \${response.status}\`);
  return { status: response.status };
};
`;

const changed = (event: string, collection: string) => {
  const id = event.replace('object.', '');
  return [id, { id, type: 'event', event, collection }] as const;
};

export const EXAMPLES: readonly Example[] = [
  {
    id: 'receive',
    name: t('Receive form submissions'),
    description: t('A webhook, called with an API key, creates an object and returns its ID.'),
    object: (collection) => ({
      triggers: { request: { id: 'request', type: 'webhook', auth: 'apiKey', sync: true } },
      handler: receive(collection),
    }),
  },
  {
    id: 'tidy',
    name: t('Nightly cleanup'),
    description: t(
      'Every night at 3:00, moves objects unchanged for a year to the trash. Starts as a dry run.',
    ),
    object: (collection) => ({
      triggers: { nightly: { id: 'nightly', type: 'schedule', cron: '0 3 * * *', catchUp: true } },
      handler: tidy(collection),
    }),
  },
  {
    id: 'ping',
    name: t('Rebuild the site on change'),
    description: t('Triggers a build when an object is created, changed or deleted.'),
    object: (collection) => ({
      triggers: Object.fromEntries(
        ['object.created', 'object.updated', 'object.deleted'].map((event) => changed(event, collection)),
      ),
      handler: ping,
    }),
  },
];
