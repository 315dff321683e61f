/** Default labels for the objects of a schema (spec/resources.md#collection). */

export interface Labels {
  plural: string;
  singular: string;
}

const BY_SCHEMA: ReadonlyMap<string, Labels> = new Map([
  ['blog', { plural: 'Posts', singular: 'Post' }],
  ['blog-legacy', { plural: 'Posts', singular: 'Post' }],
  ['feed', { plural: 'Posts', singular: 'Post' }],
  ['auth', { plural: 'Users', singular: 'User' }],
  ['automations', { plural: 'Automations', singular: 'Automation' }],
  ['image', { plural: 'Images', singular: 'Image' }],
  ['gallery', { plural: 'Galleries', singular: 'Gallery' }],
  ['file', { plural: 'Files', singular: 'File' }],
  ['depot', { plural: 'Depots', singular: 'Depot' }],
  ['text', { plural: 'Content', singular: 'Text' }],
  ['styledtext', { plural: 'Content', singular: 'Styled Text' }],
  ['code', { plural: 'Snippets', singular: 'Snippet' }],
  ['builder-page', { plural: 'Pages', singular: 'Page' }],
  ['color', { plural: 'Colors', singular: 'Color' }],
  ['date', { plural: 'Dates', singular: 'Date' }],
  ['email', { plural: 'Emails', singular: 'Email' }],
  ['number', { plural: 'Numbers', singular: 'Number' }],
  ['svg', { plural: 'SVGs', singular: 'SVG' }],
  ['toggle', { plural: 'Toggles', singular: 'Toggle' }],
  ['url', { plural: 'URLs', singular: 'URL' }],
]);

/** Labels of a schema's objects; any other schema holds objects. */
export const labelsOf = (schema: string): Labels =>
  BY_SCHEMA.get(schema) ?? { plural: 'Objects', singular: 'Object' };
