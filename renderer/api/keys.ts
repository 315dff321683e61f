/** Keys of the query cache. Everything below a collection starts with its key, so one invalidation reaches all of it. */
export const keys = {
  session: ['session'],
  connection: ['connection'],
  status: ['status'],
  collections: ['collections'],
  collection: (collection: string) => ['collection', collection],
  settings: (collection: string) => ['collection', collection, 'settings'],
  schemaOf: (collection: string) => ['collection', collection, 'schema'],
  views: (collection: string) => ['collection', collection, 'views'],
  pages: (collection: string) => ['collection', collection, 'pages'],
  object: (collection: string, id: string) => ['collection', collection, 'object', id],
  schemas: ['schemas'],
  schema: (id: string) => ['schemas', id],
  media: ['media'],
  trash: ['trash'],
  damaged: ['damaged'],
  starters: ['starters'],
} as const;
