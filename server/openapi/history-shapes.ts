/** Answers about the history, as the document of the API describes them. */
import type { HistoryKind } from '../store/types/history.js';
import { all, atLeast, bool, choice, count, listOf, open, some, text, texts, time } from './json-schema.js';
import { newComponent } from './shapes.js';

export const KINDS: readonly HistoryKind[] = ['saved', 'removed', 'outside', 'found'];

const ACTOR = some(texts('kind', 'id', 'name', 'user', 'run'), 'kind');
const TRANSACTION = atLeast({ ...texts('id', 'kind'), at: time }, 'id', 'kind', 'at');
export const VERSION = {
  revision: { type: ['string', 'null'] },
  at: time,
  kind: choice(...KINDS),
  actor: ACTOR,
  transaction: TRANSACTION,
  changed: listOf(text),
};
const SUBJECT = some(
  { type: choice('object', 'collection', 'schema', 'settings'), ...texts('collection', 'id', 'schema') },
  'type',
);
export const VERSIONS = newComponent(
  'Versions',
  all({ versions: listOf(some(VERSION, 'revision', 'at', 'kind')), total: count }),
);
export const VERSION_CONTENT = newComponent(
  'VersionContent',
  some({ ...VERSION, object: open }, 'revision', 'at', 'kind', 'object'),
);
export const DIFFERENCES = newComponent(
  'Differences',
  all({ differences: listOf(some({ property: text, before: {}, after: {} }, 'property')) }),
);
export const ACTIVITY = newComponent(
  'Activity',
  some(
    {
      activity: listOf(
        some({ ...VERSION, subject: SUBJECT, title: text }, 'revision', 'at', 'kind', 'subject'),
      ),
      next: time,
    },
    'activity',
  ),
);
export const UNDONE = newComponent(
  'Undone',
  all({
    dryRun: bool,
    undone: listOf(
      some(
        {
          subject: SUBJECT,
          result: choice('restored', 'removed', 'unchanged', 'clash', 'skipped'),
          properties: listOf(text),
          message: text,
        },
        'subject',
        'result',
      ),
    ),
  }),
);
export const USAGE = newComponent(
  'HistoryUsage',
  some({ bytes: count, contents: count, problem: text }, 'bytes', 'contents'),
);
