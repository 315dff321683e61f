/** A collection with a field of each sort that a table changes in its cells. */
import type { Files } from './plinth.ts';

const schema = {
  id: 'boat',
  properties: {
    id: { type: 'slug', field: 'id', label: 'ID' },
    name: { type: 'string', field: 'text', label: 'Name', maxLength: 20 },
    berths: { type: 'number', field: 'number', label: 'Berths', maximum: 12 },
    state: {
      ...{ type: 'string', field: 'select', label: 'State' },
      options: ['afloat', 'ashore', 'sold'].map((value) => ({ value, label: value.toUpperCase() })),
    },
    built: { type: 'date', field: 'date', label: 'Built' },
    hired: { type: 'boolean', field: 'toggle', label: 'Hired' },
    motto: {
      ...{ type: 'localizedtext', field: 'localizedtext', label: 'Motto' },
      settings: { locales: ['en', 'de'] },
    },
    number: { type: 'string', field: 'text', label: 'Number', settings: { readonly: true } },
  },
  required: ['id', 'name'],
  index: ['id', 'name', 'berths', 'state', 'built', 'hired', 'motto', 'number'],
};

/** Boats by their numbers from 1. */
export function boats(count: number): Files {
  const files: Files = {
    '.schemas/boat.json': schema,
    'boats/.meta.json': {
      ...{ id: 'boats', schema: 'boat', name: 'Boats', labelPlural: 'Boats', labelSingular: 'Boat' },
      sortBy: 'name',
    },
  };
  for (let n = 1; n <= count; n += 1) {
    files[`boats/boat-${n}.json`] = {
      ...{
        id: `boat-${n}`,
        name: `Boat ${n}`,
        berths: n,
        state: 'ashore',
        built: '1990-05-01',
        hired: false,
      },
      ...{ motto: { en: `Sail ${n}`, de: `Segel ${n}` }, number: `B ${n}` },
    };
  }
  return files;
}
