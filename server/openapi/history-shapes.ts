/** Answers about the history, as the document of the API describes them. */

import {
  all,
  atLeast,
  bool,
  choice,
  count,
  listOf,
  named,
  open,
  some,
  text,
  texts,
  time,
} from '../contract/json-schema.js';
import type { HistoryKind } from '../store/types/history.js';

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
export const VERSIONS = named(
  'Versions',
  all({ versions: listOf(some(VERSION, 'revision', 'at', 'kind')), total: count }),
);
const VERSION_FILE = some(
  { ...texts('path', 'property', 'name', 'mime', 'hash', 'uploadDate', 'revision'), size: count, kept: bool },
  'path',
  'property',
  'name',
  'kept',
);
export const VERSION_CONTENT = named(
  'VersionContent',
  some({ ...VERSION, object: open, files: listOf(VERSION_FILE) }, 'revision', 'at', 'kind', 'object'),
);
export const DIFFERENCES = named(
  'Differences',
  some(
    {
      differences: listOf(some({ property: text, before: {}, after: {} }, 'property')),
      files: listOf(some({ path: text, before: VERSION_FILE, after: VERSION_FILE }, 'path')),
    },
    'differences',
  ),
);
export const ACTIVITY = named(
  'Activity',
  some(
    {
      activity: listOf(
        some({ ...VERSION, subject: SUBJECT, title: text }, 'revision', 'at', 'kind', 'subject'),
      ),
      next: text,
    },
    'activity',
  ),
);
export const UNDONE = named(
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
          files: listOf(text),
          missingFiles: listOf(text),
        },
        'subject',
        'result',
      ),
    ),
  }),
);
export const USAGE = named(
  'HistoryUsage',
  some(
    { bytes: count, contents: count, problem: text, files: all({ bytes: count, contents: count }) },
    'bytes',
    'contents',
    'files',
  ),
);
