/** A collection whose objects are made of parts: a card, a deck with a card in its items, languages, relations. */
import type { Files } from './plinth.ts';

const property = (field: string, type: string, label: string, more: Record<string, unknown> = {}) => ({
  type,
  field,
  label,
  ...more,
});

const schema = (id: string, properties: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
  id,
  description: `What a ${id} is.`,
  properties: { id: property('id', 'slug', 'ID', { settings: { autogen: `\${title}` } }), ...properties },
  required: ['id'],
  index: ['id'],
  ...more,
});

/** A tour's schema with the schemas of its parts, and people it refers to. */
export const tours: Files = {
  '.schemas/place.json': schema(
    'place',
    {
      street: property('text', 'string', 'Street', { maxLength: 30 }),
      town: property('text', 'string', 'Town'),
      indoors: property('toggle', 'boolean', 'Indoors'),
      room: property('text', 'string', 'Room', {
        settings: { visibility: { watch: 'indoors', value: true, operator: '==', mode: 'hide' } },
      }),
    },
    { formgrid: 'street town\nindoors room' },
  ),
  '.schemas/stop.json': schema(
    'stop',
    {
      title: property('text', 'string', 'Title', { maxLength: 40 }),
      minutes: property('number', 'number', 'Minutes', { default: 15 }),
      place: property('card', 'card', 'Place', { schemaref: 'place' }),
    },
    { formgrid: 'title title minutes\nplace place place', required: ['id', 'title'] },
  ),
  '.schemas/person.json': schema(
    'person',
    { title: property('text', 'string', 'Name') },
    { index: ['id', 'title'] },
  ),
  '.schemas/tour.json': schema('tour', {
    title: property('text', 'string', 'Title'),
    claim: property('localizedtext', 'localizedtext', 'Claim', { settings: { locales: ['en', 'de'] } }),
    venue: property('card', 'card', 'Venue', { schemaref: 'place' }),
    stops: property('deck', 'deck', 'Stops', {
      schemaref: 'stop',
      deckItemLabel: `\${title}`,
      settings: { minItems: 1, maxItems: 5 },
    }),
    guide: property('select', 'string', 'Guide', {
      settings: { relationalOptions: { collection: 'people', label: 'title' } },
    }),
    helpers: property('multiselect', 'array', 'Helpers', {
      settings: { relationalOptions: { collection: 'people', label: 'title' } },
    }),
  }),
  'people/.meta.json': { id: 'people', schema: 'person', name: 'People' },
  'people/ada.json': { id: 'ada', title: 'Ada Lovelace' },
  'people/grace.json': { id: 'grace', title: 'Grace Hopper' },
  'people/mary.json': { id: 'mary', title: 'Mary Anning' },
  'tours/.meta.json': { id: 'tours', schema: 'tour', name: 'Tours' },
  'tours/harbour.json': {
    id: 'harbour',
    title: 'Harbour tour',
    claim: { en: 'By the water' },
    venue: { id: 'venue', street: '1 Quay Street', town: 'Bergen', indoors: false },
    stops: {
      pier: { id: 'pier', title: 'The pier', minutes: 10, place: { id: 'place', street: '2 Pier Road' } },
      crane: { id: 'crane', title: 'The old crane', minutes: 20 },
      market: { id: 'market', title: 'The fish market', minutes: 30 },
    },
    guide: 'ada',
    helpers: ['grace', 'gone-away'],
  },
};

/** A deck of this many items. */
export const manyStops = (count: number): Files => ({
  ...tours,
  '.schemas/tour.json': schema('tour', {
    title: property('text', 'string', 'Title'),
    stops: property('deck', 'deck', 'Stops', { schemaref: 'stop', deckItemLabel: `\${title}` }),
  }),
  'tours/long.json': {
    id: 'long',
    title: 'A long one',
    stops: Object.fromEntries(
      Array.from({ length: count }, (_, n) => [
        `s${n}x`,
        { id: `s${n}x`, title: `Stop number ${n}`, minutes: n },
      ]),
    ),
  },
});
