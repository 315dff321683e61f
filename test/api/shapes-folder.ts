/** A folder for the tests of reads in other shapes: relations of all kinds, texts by language, dates of publication. */
import type { Files } from '../helpers/server.js';

const times = { created: '2026-01-01T10:00:00.000Z', modified: '2026-01-01T10:00:00.000Z' };

const to = (field: string, relationalOptions: object) => ({ field, settings: { relationalOptions } });

export const PAGES: Files = {
  '.schemas/person.json': {
    id: 'person',
    properties: {
      id: { field: 'id' },
      name: { field: 'text' },
      code: { field: 'text' },
      draft: { field: 'toggle' },
      pin: { field: 'secret' },
      bio: { field: 'localizedtext' },
      friend: to('select', { collection: 'people' }),
      town: to('select', { collection: 'towns' }),
    },
    required: ['id'],
    index: ['id', 'name', 'code'],
  },
  '.schemas/town.json': {
    id: 'town',
    properties: { id: { field: 'id' }, name: { field: 'localizedtext' } },
    required: ['id'],
    index: ['id'],
  },
  '.schemas/credit.json': {
    id: 'credit',
    properties: {
      id: { field: 'id' },
      role: { field: 'localizedtext' },
      who: to('select', { collection: 'people' }),
    },
    required: ['id'],
    index: ['id'],
  },
  '.schemas/page.json': {
    id: 'page',
    properties: {
      id: { field: 'id' },
      title: { field: 'localizedtext', settings: { locales: ['en', 'de'] } },
      plain: { field: 'text' },
      draft: { field: 'toggle' },
      status: { field: 'select', options: ['open', 'closed'] },
      from: { field: 'datetime' },
      until: { field: 'date' },
      author: to('select', { collection: 'people', label: 'name' }),
      byCode: to('select', { collection: 'people', value: 'code' }),
      related: to('multiselect', { collection: 'pages' }),
      hidden: to('secret', { collection: 'people' }),
      lost: to('select', { collection: 'nowhere' }),
      credit: { field: 'card', schemaref: 'credit' },
      credits: { field: 'deck', schemaref: 'credit' },
    },
    required: ['id'],
    index: ['id', 'plain', 'title', 'draft'],
  },
  'people/.meta.json': { id: 'people', schema: 'person', name: 'People' },
  'people/ada.json': {
    id: 'ada',
    name: 'Ada',
    code: 'A1',
    pin: 'hidden word',
    bio: { en: 'Writes', de: 'Schreibt' },
    friend: 'bob',
    town: 'ulm',
    ...times,
  },
  'people/bob.json': { id: 'bob', name: 'Bob', code: 'B2', draft: true, friend: 'ada', ...times },
  'towns/.meta.json': { id: 'towns', schema: 'town', name: 'Towns', publicOperations: ['read'] },
  'towns/ulm.json': { id: 'ulm', name: { en: 'Ulm', fr: 'Oulm' }, ...times },
  'pages/.meta.json': { id: 'pages', schema: 'page', name: 'Pages', publicOperations: ['read'] },
  'pages/one.json': {
    id: 'one',
    title: { de: 'Eins', en: 'One' },
    plain: 'first page',
    author: 'ada',
    byCode: 'B2',
    related: ['two', 'gone', 'one'],
    hidden: 'ada',
    lost: 'someone',
    credit: { role: { en: 'Photos', de: 'Bilder' }, who: 'ada' },
    credits: { a: { role: { de: 'Text' }, who: 'bob' }, b: { role: {}, who: 'ada' } },
    ...times,
  },
  'pages/two.json': {
    id: 'two',
    title: { fr: 'Deux' },
    plain: 'second page',
    draft: true,
    author: 'bob',
    related: ['one'],
    ...times,
  },
};

export const ONE = '/api/collections/pages/one';
export const PAGES_LIST = '/api/collections/pages';
