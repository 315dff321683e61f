/** A small world for the tests of content: walks with every sort of property the operations care about. */
import { makeSite, type SiteSeed } from '../../helpers/site.js';

export const walk = {
  id: 'walk',
  description: 'A walk',
  properties: {
    id: { type: 'slug', field: 'id', settings: { autogen: `\${title}` } },
    title: { type: 'string', field: 'text', label: 'Title', maxLength: 80 },
    km: { type: 'number', field: 'number', label: 'Length' },
    level: { type: 'string', field: 'select', options: ['easy', 'hard'], enum: ['', 'easy', 'hard'] },
    open: { type: 'boolean', field: 'toggle', default: true },
    tags: { type: 'list', field: 'list' },
    note: { type: 'string', field: 'styledtext' },
    contact: { type: 'email', field: 'email', unique: true },
    code: { type: 'string', field: 'secret' },
    since: { type: 'date', field: 'datetime', settings: { onCreate: true } },
    saved: { type: 'date', field: 'datetime', settings: { onUpdate: true } },
  },
  required: ['id', 'title'],
  index: ['id', 'title', 'km', 'open', 'contact'],
};

/** A schema without secrets or unique values, whose objects are all but empty. */
export const plain = {
  id: 'plain',
  properties: {
    id: { type: 'slug', field: 'id', settings: { autogen: `\${title}` } },
    title: { type: 'string', field: 'text' },
    count: { type: 'number', field: 'number' },
    value: { type: 'string', field: 'text' },
    note: { type: 'string', field: 'text' },
  },
  required: ['id'],
  index: ['id', 'title', 'count', 'value'],
};

/** A site with the collections `walks` (schema walk) and `notes` (schema plain). */
export const makeWalks = (seed: SiteSeed = {}) =>
  makeSite({
    ...seed,
    schemas: [walk, plain, ...(seed.schemas ?? [])],
    collections: [
      { id: 'walks', schema: 'walk', name: 'Walks' },
      { id: 'notes', schema: 'plain' },
      ...(seed.collections ?? []),
    ],
  });
