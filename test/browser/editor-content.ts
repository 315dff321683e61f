/** A collection whose schema has one property of each kind, for the editor's tests. */
import type { Files } from './plinth.ts';

const property = (field: string, type: string, label: string, more: Record<string, unknown> = {}) => ({
  type,
  field,
  label,
  ...more,
});

/** One property per kind, named after it. */
export const everyKind = {
  id: property('id', 'slug', 'ID', { settings: { autogen: `\${title}` } }),
  title: property('text', 'string', 'Title', { maxLength: 60, help: 'Shown in <b>lists</b>.' }),
  slug: property('slug', 'slug', 'Short name'),
  textarea: property('textarea', 'string', 'Summary'),
  hidden: property('hidden', 'string', 'Never seen'),
  styledtext: property('styledtext', 'string', 'Body'),
  number: property('number', 'number', 'Seats', { settings: { min: 0, max: 200 } }),
  range: property('range', 'number', 'Level', { settings: { min: 0, max: 10, step: 0.5 } }),
  price: property('price', 'number', 'Fee', { settings: { currency: 'EUR' } }),
  toggle: property('toggle', 'boolean', 'Open'),
  checkbox: property('checkbox', 'boolean', 'Draft'),
  date: property('date', 'date', 'Day'),
  datetime: property('datetime', 'date', 'Starts'),
  time: property('time', 'time', 'Gate'),
  select: property('select', 'string', 'Sort', { options: [{ value: 'walk', label: 'Walk' }, 'talk'] }),
  radio: property('radio', 'string', 'Size', { options: [{ value: 's', label: 'Small' }, 'm'] }),
  multiselect: property('multiselect', 'array', 'Extras', {
    options: { Food: ['lunch', 'tea'], Ride: ['bus'] },
  }),
  multicheckbox: property('multicheckbox', 'array', 'Needs', { options: ['parking', 'ramp', 'quiet room'] }),
  list: property('list', 'list', 'Tags'),
  url: property('url', 'url', 'Website'),
  email: property('email', 'email', 'E-mail'),
  phone: property('phone', 'phone', 'Phone'),
  color: property('color', 'color', 'Tint', { options: ['#c0392b'] }),
  svg: property('svg', 'svg', 'Icon'),
  code: property('code', 'code', 'Embed', { settings: { rows: 4 } }),
  json: property('json', 'json', 'Data'),
  password: property('password', 'password', 'Password', { minLength: 8 }),
  secret: property('secret', 'string', 'Token'),
  venue: property('text', 'string', 'Venue', {
    settings: { visibility: { watch: 'toggle', value: true, operator: '==', mode: 'hide' } },
  }),
};

const GRID = [
  'title title id',
  'textarea textarea slug',
  'styledtext styledtext styledtext',
  '--- Details',
  'number range price',
  'toggle checkbox venue',
  'date datetime time',
  '[[ Choices',
  'select radio multiselect',
  'multicheckbox list list',
  ']]',
  'url email phone',
  'color svg svg',
  'code code json',
  '---',
  'password password secret',
].join('\n');

/** A stored object with a value of every kind, and a key no property has. */
export const walk = {
  id: 'river-walk',
  title: 'River walk',
  slug: 'river',
  textarea: 'Along the water.',
  hidden: 'kept',
  styledtext: '<p>Bring <strong>boots</strong>.</p>',
  number: 24,
  range: 3,
  price: 12.5,
  toggle: true,
  checkbox: false,
  date: '2026-05-09',
  datetime: '2026-05-09T07:30:00Z',
  time: '07:30',
  select: 'walk',
  radio: 's',
  multiselect: ['lunch'],
  multicheckbox: ['ramp'],
  list: ['river', 'easy'],
  url: 'https://example.org/walk',
  email: 'walks@example.org',
  phone: '+44 20 1234 5678',
  color: { hex: '#1d6a9c', oklch: { l: 50.348, c: 0.107, h: 242.569 } },
  svg: '<svg viewBox="0 0 2 2"><path d="M0 0h2v2z"/></svg>',
  code: '<b>x</b>',
  json: { hero: 'wide' },
  secret: 'tok_8842',
  venue: 'Quay',
  fromElsewhere: { kept: true },
  created: '2026-01-05T09:00:00Z',
  modified: '2026-01-06T11:30:00Z',
};

/** The collection `walks`, with more objects when given. */
export function walks(objects: Record<string, unknown>[] = [walk]): Files {
  const files: Files = {
    '.schemas/walk.json': {
      id: 'walk',
      type: 'object',
      description: 'Every kind of field.',
      properties: everyKind,
      required: ['id', 'title'],
      index: ['id', 'title'],
      formgrid: GRID,
    },
    'walks/.meta.json': {
      id: 'walks',
      schema: 'walk',
      name: 'Walks',
      labelPlural: 'Walks',
      labelSingular: 'Walk',
      sortBy: 'id',
    },
  };
  for (const object of objects) files[`walks/${object.id}.json`] = object;
  return files;
}

/** The same collection with few of the fields: a form of all of them takes a second of a processor to appear. */
export function shortWalks(
  fields: readonly (keyof typeof everyKind)[],
  objects: Partial<typeof walk>[] = [walk],
) {
  const names: readonly string[] = ['id', 'title', ...fields];
  const few = (all: object) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
  const files = walks(
    objects.map((object) => ({ ...few(object), created: walk.created, modified: walk.modified })),
  );
  const schema = files['.schemas/walk.json'];
  if (typeof schema !== 'object') throw new Error('The schema of the walks is missing.');
  return {
    ...files,
    '.schemas/walk.json': { ...schema, properties: few(everyKind), formgrid: names.join('\n') },
  };
}

/** Path of an object's form. */
export const formOf = (id: string): string => `/admin/c/walks/${id}`;
/** Path of an object's file. */
export const fileOf = (id: string): string => `walks/${id}.json`;
