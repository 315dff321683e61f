import { describe, expect, it } from 'vitest';
import {
  checkSettings,
  collectionIdProblem,
  settingsFrom,
  urlProblem,
} from '../../../../server/content/model/collection-settings.js';
import { lookOf } from '../../../../server/contract/objects.js';
import type { JsonObject } from '../../../../server/contract/values.js';

describe('the address pattern of a collection', () => {
  it.each([
    '',
    '/news/{id}',
    '/news/{{ title }}',
    'news',
    'https://example.org/{id}',
    'http://a.test',
    'a/b:c',
  ])('may be %j', (url) => expect(urlProblem(url)).toBeUndefined());

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    '//evil.example/x',
    '/\\evil.example',
    'https://',
    'ftp://example.org',
    'x'.repeat(2001),
  ])('may not be %j', (url) => expect(urlProblem(url)).toBeDefined());
});

describe('sent settings', () => {
  const known = (id: string) => id === 'blog';
  it.each<[JsonObject, string[]]>([
    [{ schema: 'blog', name: 'News' }, []],
    [{ schema: 'nope' }, ['schema']],
    [{ schema: 7 }, ['schema']],
    [{ name: 7, url: 'javascript:x', singleton: 'yes' }, ['name', 'url', 'singleton']],
    [{ publicOperations: ['read', 'drop'] }, ['publicOperations']],
    [{ publicOperations: 'read' }, ['publicOperations']],
    [{ publicOperations: ['read', 'create'], groups: ['a'] }, []],
    [{ groups: [1] }, ['groups']],
    [{ properties: { title: { label: 'Headline' } } }, []],
    [{ properties: { title: 'Headline' } }, ['properties']],
    [{ properties: { 'no name': {} } }, ['properties']],
    [{ properties: [] }, ['properties']],
    [{ description: 'x'.repeat(2001) }, ['description']],
    [{ anything: { else: 1 } }, []],
    [{ saves: 'draft' }, []],
    [{ saves: 'later' }, ['saves']],
    [{ name: null, url: null }, []],
  ])('%j have problems with %j', (body, expected) => {
    expect(Object.keys(checkSettings(body, known).problems)).toEqual(expected);
  });

  it('split a direction off the property to sort by', () => {
    const { sent } = checkSettings({ sortBy: 'date:desc' }, known);
    expect(sent).toEqual({ sortBy: 'date', reverseSort: true });
    expect(checkSettings({ sortBy: 'km:asc' }, known).sent).toEqual({ sortBy: 'km', reverseSort: false });
  });

  it('cannot set counts', () => {
    expect(checkSettings({ count: 9, totalObjects: 9, updated: 'x', name: 'A' }, known).sent).toEqual({
      name: 'A',
    });
  });
});

it.each([
  ['blog', true],
  ['press-kit', true],
  ['Blog', false],
  ['../x', false],
  ['.system', false],
  ['schemas', false],
  ['upload', false],
  ['templates', false],
  ['con', false],
  ['constructor', false],
  ['', false],
  [7, false],
  [undefined, false],
])('a collection may be called %j: %s', (id, legal) => {
  expect(collectionIdProblem(id) === undefined).toBe(legal);
});

describe('stored settings', () => {
  it('get defaults for what is missing, labels by schema', () => {
    expect(settingsFrom('press-kit', { schema: 'blog' })).toEqual({
      id: 'press-kit',
      schema: 'blog',
      name: 'Press kit',
      description: '',
      category: '',
      labelPlural: 'Posts',
      labelSingular: 'Post',
      url: '',
      prettyUrl: false,
      sortBy: 'id',
      reverseSort: false,
      singleton: false,
      publicOperations: [],
      groups: [],
    });
  });

  it('read the description that earlier versions generated as none, and any other as it is', () => {
    const description = 'Collection "press-kit" of schema "blog".';
    expect(settingsFrom('press-kit', { schema: 'blog', description }).description).toBe('');
    expect(settingsFrom('walks', { schema: 'blog', description }).description).toBe(description);
  });

  it('keep an icon and a color from elsewhere that they do not know, without showing them', () => {
    const settings = settingsFrom('walks', { schema: 'walk', icon: 'bi-boot', color: 'teal' });
    expect(settings).toMatchObject({ icon: 'bi-boot', color: 'teal' });
    expect(lookOf(settings)).toEqual({ color: 'teal' });
    expect(settingsFrom('walks', { icon: 7, color: '' })).not.toHaveProperty('icon');
    expect(settingsFrom('walks', { icon: 7, color: '' })).not.toHaveProperty('color');
  });

  it('from elsewhere are read whatever their types, unknown keys kept', () => {
    const settings = settingsFrom('walks', {
      schema: 'walk',
      name: 7,
      url: null,
      publicOperations: ['read', 'fly'],
      groups: 'all',
      singleton: 'true',
      properties: [],
      manualSort: { kind: ['walk'] },
      count: 9,
    });
    expect(settings).toMatchObject({
      name: 'Walks',
      url: '',
      publicOperations: ['read'],
      groups: [],
      singleton: false,
      manualSort: { kind: ['walk'] },
      count: 9,
      labelPlural: 'Objects',
    });
    expect(settings.properties).toBeUndefined();
  });

  it('never pollute a prototype', () => {
    const hostile: JsonObject = JSON.parse(
      '{"__proto__":{"polluted":1},"properties":{"__proto__":{"polluted":1}}}',
    );
    const settings = settingsFrom('a', hostile);
    expect(Object.hasOwn(settings, '__proto__')).toBe(false);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(settings.polluted).toBeUndefined();
  });
});
