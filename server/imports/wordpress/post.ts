/** Posts, pages and other items of a WordPress export as items of an import. */

import { UNSAFE_KEYS } from '../../contract/names.js';
import type { JsonValue } from '../../contract/values.js';
import type { SourceItem } from '../source.js';
import { htmlOf, type Library, plainTitle, shortcodesIn, skippedIn } from './content.js';
import { childrenOf, childText, type Element, type Part } from './elements.js';

/** Values of image fields: the id of an attachment, whose address is in another item. */
export const ATTACHMENT = 'attachment:';

/** What WordPress keeps as posts but is none. */
const INTERNAL: ReadonlySet<string> = new Set([
  ...['attachment', 'revision', 'nav_menu_item', 'custom_css', 'customize_changeset', 'oembed_cache'],
  ...['user_request', 'wp_block', 'wp_template', 'wp_template_part', 'wp_global_styles', 'wp_navigation'],
  ...['wp_font_family', 'wp_font_face', 'acf-field', 'acf-field-group'],
]);

const GROUPS: Readonly<Record<string, string>> = { post: 'posts', page: 'pages' };

const TAXONOMIES: Readonly<Record<string, string>> = { category: 'categories', post_tag: 'tags' };

const groupOfType = (type: string): string => (Object.hasOwn(GROUPS, type) ? (GROUPS[type] ?? type) : type);
export const groupOfTaxonomy = (domain: string): string =>
  Object.hasOwn(TAXONOMIES, domain) ? (TAXONOMIES[domain] ?? domain) : domain;

/** `2024-01-05 10:00:00`, in UTC where the export says so; undefined for the zeros of a draft. */
function moment(gmt: string, local: string): string | undefined {
  if (gmt !== '' && !gmt.startsWith('0000')) return `${gmt.replace(' ', 'T')}Z`;
  return local === '' || local.startsWith('0000') ? undefined : local.replace(' ', 'T');
}

/** Custom fields; several of the same name are a list. Names that begin with `_` are WordPress's and plugins' own. */
function customFields(item: Element): Map<string, JsonValue> {
  const found = new Map<string, string[]>();
  for (const meta of childrenOf(item, 'wp:postmeta')) {
    const name = childText(meta, 'wp:meta_key');
    const value = childText(meta, 'wp:meta_value');
    if (name === '' || name.startsWith('_') || UNSAFE_KEYS.has(name) || value === '') continue;
    const values = found.get(name);
    if (values) values.push(value);
    else found.set(name, [value]);
  }
  return new Map([...found].map(([name, values]) => [name, values.length > 1 ? values : (values[0] ?? '')]));
}

export const metaOf = (item: Element, name: string): string => {
  const meta = childrenOf(item, 'wp:postmeta').find((one) => childText(one, 'wp:meta_key') === name);
  return meta ? childText(meta, 'wp:meta_value') : '';
};

/** Keys of terms, by the group of their taxonomy. */
export function termsOf(item: Element): Map<string, { key: string; name: string }[]> {
  const terms = new Map<string, { key: string; name: string }[]>();
  for (const { attributes, text } of childrenOf(item, 'category')) {
    const { domain, nicename } = attributes;
    if (!domain || !nicename || domain === 'post_format') continue;
    const group = groupOfTaxonomy(domain);
    const others = terms.get(group);
    if (others) others.push({ key: nicename, name: text });
    else terms.set(group, [{ key: nicename, name: text }]);
  }
  return terms;
}

/** Why an item is no content; undefined for content. */
export function skippedType(item: Element): string | undefined {
  const type = childText(item, 'wp:post_type') || 'post';
  const status = childText(item, 'wp:status');
  if (INTERNAL.has(type)) return type;
  return status === 'trash' || status === 'auto-draft' ? `${type} (${status})` : undefined;
}

/** Where a part is, with its title, by which people find it. */
export const placeOf = (file: string, line: number, title: string): string =>
  `${file}, line ${line}${title === '' ? '' : ` (${title.replace(/\s+/g, ' ').slice(0, 80)})`}`;

export function postItem(item: Part, file: string, library: Library): SourceItem {
  const text = (name: string) => childText(item, name).trim();
  const type = text('wp:post_type') || 'post';
  const key = text('wp:post_id');
  const status = text('wp:status');
  const content = childText(item, 'content:encoded');
  const created = moment(text('wp:post_date_gmt'), text('wp:post_date'));
  const modified = moment(text('wp:post_modified_gmt'), text('wp:post_modified'));
  const fields = new Map<string, JsonValue>();
  const set = (name: string, value: JsonValue | undefined) => {
    if (value !== undefined && value !== '') fields.set(name, value);
  };
  const title = plainTitle(text('title'));
  set('title', title.text || '(no title)');
  set('slug', text('wp:post_name'));
  // What only some may read there would otherwise be public here.
  const isProtected = text('wp:post_password') !== '';
  set('draft', isProtected || (status !== 'publish' && status !== 'future'));
  set('status', status);
  set('date', created);
  set('modified', modified);
  set('author', text('dc:creator'));
  for (const [group, terms] of termsOf(item))
    set(
      group,
      terms.map((term) => term.key),
    );
  set('excerpt', htmlOf(childText(item, 'excerpt:encoded')));
  const html = htmlOf(content, library);
  set('content', html);
  const thumbnail = metaOf(item, '_thumbnail_id');
  set('featured_image', thumbnail && `${ATTACHMENT}${thumbnail}`);
  if (text('wp:post_parent') !== '0') set('parent', text('wp:post_parent'));
  if (type === 'page') set('menu_order', Number(text('wp:menu_order')) || 0);
  if (text('wp:is_sticky') === '1') set('sticky', true);
  set('link', text('link'));
  set('password', text('wp:post_password'));
  for (const [name, value] of customFields(item)) set(fields.has(name) ? `custom_${name}` : name, value);
  const shortcodes = shortcodesIn(html);
  const skipped = skippedIn(content);
  const comments = childrenOf(item, 'wp:comment').length;
  return {
    group: groupOfType(type),
    key,
    place: placeOf(file, item.line, title.text),
    slug: safeDecode(text('wp:post_name')) || title.text,
    fields,
    ...(created !== undefined && { created }),
    ...(modified !== undefined && { modified }),
    ...(key === '' && { problem: 'The item has no wp:post_id' }),
    notes: [
      ...(isProtected ? ['it was protected by a password; it is a draft now'] : []),
      ...(shortcodes.length > 0 ? [`shortcodes kept as text: ${shortcodes.join(', ')}`] : []),
      ...(skipped.length > 0 ? [`not kept: ${skipped.join(', ')}`] : []),
      ...(title.elements.length > 0 ? [`the title is without its ${title.elements.join(', ')}`] : []),
      ...(comments > 0 ? [`${comments} comments were skipped`] : []),
    ],
  };
}

/** Slugs of other alphabets are percent-encoded. */
function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
