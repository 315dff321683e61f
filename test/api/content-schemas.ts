/** A folder for tests of single properties and decks: a schema with every sort of value those operations meet. */
import type { Files } from '../helpers/server.js';

const person = {
  id: 'person',
  properties: {
    id: { field: 'id', settings: { autogen: `\${name}` } },
    name: { type: 'string', field: 'text', label: 'Name' },
    pass: { field: 'password' },
    hours: { type: 'number', field: 'number' },
    fee: { type: 'number', field: 'number', settings: { calc: `\${hours} * 50` } },
    note: { type: 'string', field: 'styledtext' },
  },
  required: ['id', 'name'],
  index: ['id', 'name'],
};

const place = {
  id: 'place',
  properties: {
    id: { field: 'id' },
    street: { field: 'text' },
    key: { field: 'secret' },
    pass: { field: 'password' },
  },
  required: ['id', 'street'],
  index: ['id'],
};

const walk = {
  id: 'walk',
  properties: {
    id: { field: 'id' },
    title: { type: 'string', field: 'text', label: 'Title', maxLength: 40 },
    tags: { $ref: 'list', field: 'list' },
    data: { $ref: 'json', field: 'json' },
    tint: { $ref: 'color', field: 'color' },
    open: { type: 'boolean', field: 'toggle' },
    views: { type: 'number', field: 'number' },
    seats: { type: 'integer', field: 'number', minimum: 0, maximum: 20, settings: { max: 10 } },
    total: { type: 'number', field: 'number', settings: { calc: `sum(\${speakers.fee})` } },
    saved: { $ref: 'date', field: 'datetime', settings: { onUpdate: true } },
    cover: { $ref: 'image', field: 'image' },
    venue: { $ref: 'card', field: 'card', label: 'Venue', schemaref: 'place' },
    speakers: {
      $ref: 'deck',
      field: 'deck',
      label: 'Speakers',
      schemaref: 'https://elsewhere.example/schemas/custom/person.json',
      settings: { maxItems: 4 },
    },
    crew: { $ref: 'deck', field: 'deckTable', schemaref: 'place', settings: { minItems: 1 } },
  },
  required: ['id', 'title'],
  index: ['id', 'title', 'views', 'speakers', 'venue'],
};

/** Two objects of the schema `walk` in the collection `walks`; `river` has something of everything. */
export const WALKS: Files = {
  '.schemas/person.json': person,
  '.schemas/place.json': place,
  '.schemas/walk.json': walk,
  'walks/.meta.json': { id: 'walks', schema: 'walk', name: 'Walks' },
  'walks/river.json': {
    id: 'river',
    title: 'River',
    tags: ['easy'],
    data: { a: 1, b: { c: 2 } },
    views: 5,
    seats: 9,
    cover: { name: 'bank.jpg' },
    venue: { id: 'venue', street: '1 Quay', key: 'under the mat' },
    speakers: {
      ann_lee: { id: 'ann_lee', name: 'Ann Lee', hours: 2, fee: 100, older: 'a key no schema knows' },
      bo: { id: 'bo', name: 'Bo' },
    },
    note: 'a key no schema knows',
    created: '2026-01-01T10:00:00.000Z',
    modified: '2026-01-01T10:00:00.000Z',
  },
  'walks/hill.json': { id: 'hill', title: 'Hill', speakers: [], venue: [] },
};
