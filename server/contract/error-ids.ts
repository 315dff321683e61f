/** Stable ids of errors; each has an entry on the page `resources/docs/errors.md` (spec/errors.md#types). */
/** What can go wrong, without a word about HTTP. `http/error-response.ts` holds the one table of statuses. */
export const ERROR_KINDS = [
  'invalid',
  'validation',
  'unauthenticated',
  'forbidden',
  'missing',
  'method',
  'conflict',
  'stale',
  'clash',
  'otherFolder',
  'taken',
  'tooLarge',
  'unsupported',
  'range',
  'tooMany',
  'damaged',
  'full',
  'readOnly',
  'busy',
  'gone',
] as const;
export type ErrorKind = (typeof ERROR_KINDS)[number];

const OF_KINDS = {
  invalid: 'bad-request',
  validation: 'validation',
  unauthenticated: 'unauthenticated',
  forbidden: 'forbidden',
  missing: 'not-found',
  method: 'method-not-allowed',
  conflict: 'not-possible-now',
  stale: 'outdated',
  clash: 'merge-conflict',
  otherFolder: 'other-folder',
  taken: 'taken',
  tooLarge: 'too-large',
  unsupported: 'unsupported-type',
  range: 'no-such-range',
  tooMany: 'too-many-requests',
  damaged: 'damaged-file',
  full: 'disk-full',
  readOnly: 'read-only',
  busy: 'busy',
  gone: 'folder-unavailable',
} as const satisfies Record<ErrorKind, string>;

/** Of errors that are noticed before or outside of the operations, by status. */
const OF_STATUSES = {
  400: 'bad-request',
  408: 'timeout',
  410: 'expired-cursor',
  413: 'too-large',
  414: 'address-too-long',
  415: 'unsupported-type',
  417: 'expectation-not-supported',
  431: 'headers-too-large',
} as const satisfies Record<number, string>;

const INTERNAL = 'internal';

export type ErrorId =
  | (typeof OF_KINDS)[ErrorKind]
  | (typeof OF_STATUSES)[keyof typeof OF_STATUSES]
  | typeof INTERNAL;

export const ERROR_IDS: readonly ErrorId[] = [
  ...new Set([...Object.values(OF_KINDS), ...Object.values(OF_STATUSES), INTERNAL] as const),
];

export const idOfKind = (kind: ErrorKind): ErrorId => OF_KINDS[kind];

const isListed = (status: number): status is keyof typeof OF_STATUSES => Object.hasOwn(OF_STATUSES, status);

export function idOfStatus(status: number): ErrorId {
  if (isListed(status)) return OF_STATUSES[status];
  return status >= 500 ? INTERNAL : 'bad-request';
}

/** Path of the entry of an error at the server that answered it. */
export const docsOf = (id: ErrorId): string => `/docs/errors#${id}`;
