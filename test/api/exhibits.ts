/** A folder with relations: exhibits, and the authors they name. */

export const relation = (field: string, relationalOptions: object, more = {}) => ({
  field,
  settings: { relationalOptions },
  ...more,
});

export const EXHIBITS = {
  '.schemas/author.json': {
    id: 'author',
    properties: {
      id: { field: 'id' },
      name: { field: 'text' },
      code: { field: 'text' },
      pin: { field: 'secret' },
    },
    required: ['id'],
    index: ['id', 'name'],
  },
  '.schemas/stop.json': {
    id: 'stop',
    properties: { id: { field: 'id' }, guide: relation('select', { collection: 'authors', label: 'name' }) },
    required: ['id'],
    index: ['id'],
  },
  '.schemas/exhibit.json': {
    id: 'exhibit',
    properties: {
      id: { field: 'id' },
      title: { field: 'text' },
      curator: relation('select', { collection: 'authors', label: 'name' }, { label: 'Curator' }),
      helpers: relation('multiselect', { collection: 'authors', label: 'name' }, { label: 'Helpers' }),
      byCode: relation(
        'select',
        { collection: 'authors', label: 'name', value: 'code' },
        { label: 'By code' },
      ),
      stops: { field: 'deck', schemaref: 'stop', label: 'Stops' },
    },
    required: ['id'],
    index: ['id', 'title'],
  },
  'authors/.meta.json': { id: 'authors', schema: 'author', name: 'Authors', publicOperations: ['read'] },
  'authors/ines-calloway.json': {
    id: 'ines-calloway',
    name: 'Ines Calloway',
    code: 'IC',
    pin: 'hidden word',
  },
  'authors/tom.json': { id: 'tom', name: 'Tom Ashdown', code: 'TA' },
  'exhibits/.meta.json': { id: 'exhibits', schema: 'exhibit', name: 'Exhibits' },
  'exhibits/e1.json': { id: 'e1', title: 'Exhibit 1', curator: 'ines-calloway', helpers: ['tom', 'gone'] },
  'exhibits/e2.json': { id: 'e2', title: 'Exhibit 2', byCode: 'IC' },
  'exhibits/e31.json': { id: 'e31', title: 'Exhibit 31', stops: { a: { guide: 'ines-calloway' } } },
  'exhibits/e4.json': { id: 'e4', title: 'The last exhibition of Äpfel', curator: 'tom' },
};
