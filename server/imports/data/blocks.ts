/** Rich text of Strapi as HTML: a list of blocks, each with its type and its children. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/values.js';

const BLOCKS: ReadonlySet<JsonValue | undefined> = new Set([
  'paragraph',
  'heading',
  'list',
  'quote',
  'code',
  'image',
]);

/** Marks of a text, the innermost first. */
const MARKS: readonly (readonly [name: string, tag: string])[] = [
  ['code', 'code'],
  ['strikethrough', 's'],
  ['underline', 'u'],
  ['italic', 'em'],
  ['bold', 'strong'],
];

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const textOf = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');

const childrenOf = ({ children }: JsonObject): JsonObject[] =>
  Array.isArray(children) ? children.filter(isJsonObject) : [];

function inline(node: JsonObject): string {
  if (node.type === 'link')
    return `<a href="${escaped(textOf(node.url))}">${childrenOf(node).map(inline).join('')}</a>`;
  const text = escaped(textOf(node.text)).replaceAll('\n', '<br>');
  if (text === '') return childrenOf(node).map(inline).join('');
  return MARKS.reduce((html, [name, tag]) => (node[name] === true ? `<${tag}>${html}</${tag}>` : html), text);
}

const inlines = (node: JsonObject): string => childrenOf(node).map(inline).join('');

/** The text of a block without marks. */
const plainText = (node: JsonObject): string => textOf(node.text) + childrenOf(node).map(plainText).join('');

/** A list; Strapi puts the lists within one beside its items, HTML into the item before. */
function listOf(node: JsonObject): string {
  const tag = node.format === 'ordered' ? 'ol' : 'ul';
  const items: string[] = [];
  for (const child of childrenOf(node)) {
    if (child.type !== 'list') items.push(inlines(child));
    else items.push((items.pop() ?? '') + listOf(child));
  }
  return `<${tag}>${items.map((item) => `<li>${item}</li>`).join('')}</${tag}>`;
}

function imageOf({ image }: JsonObject): string {
  if (!isJsonObject(image) || typeof image.url !== 'string') return '';
  const alt = escaped(textOf(image.alternativeText));
  const caption = escaped(textOf(image.caption));
  const html = `<img src="${escaped(image.url)}" alt="${alt}">`;
  return caption === '' ? html : `<figure>${html}<figcaption>${caption}</figcaption></figure>`;
}

function codeOf(node: JsonObject): string {
  const language = textOf(node.language).replaceAll(/[^\w+#-]/g, '');
  const name = language === '' ? '' : ` class="language-${language}"`;
  return `<pre><code${name}>${escaped(plainText(node))}</code></pre>`;
}

function blockOf(node: JsonObject): string {
  switch (node.type) {
    case 'list':
      return listOf(node);
    case 'image':
      return imageOf(node);
    case 'code':
      return codeOf(node);
    case 'quote':
      return `<blockquote><p>${inlines(node)}</p></blockquote>`;
    case 'heading': {
      const level = Math.min(Math.max(Math.round(Number(node.level)) || 1, 1), 6);
      return `<h${level}>${inlines(node)}</h${level}>`;
    }
    default: {
      const html = inlines(node);
      return html === '' ? '' : `<p>${html}</p>`;
    }
  }
}

/** Blocks as HTML; undefined for a list of anything else. */
export function htmlOfBlocks(value: readonly JsonValue[]): string | undefined {
  const blocks = value.filter(isJsonObject);
  const isText =
    blocks.length > 0 &&
    blocks.length === value.length &&
    blocks.every((block) => BLOCKS.has(block.type) && Array.isArray(block.children));
  return isText
    ? blocks
        .map(blockOf)
        .filter((html) => html !== '')
        .join('\n')
    : undefined;
}
