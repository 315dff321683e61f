/** Content for the browser tests. */
import type { Files } from './plinth.ts';

const AUTHORS = ['Ada Lovelace', 'Grace Hopper', 'Katherine Johnson'];

/** The id of the nth post, from 0. */
export const postId = (n: number): string => `post-${String(n).padStart(5, '0')}`;

/** The nth post: later ones were changed later. */
function post(n: number) {
  const moment = new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString().replace('.000Z', 'Z');
  return {
    id: postId(n),
    title: `Post number ${n}`,
    draft: n % 3 === 0,
    featured: false,
    date: moment.slice(0, 10),
    author: AUTHORS[n % AUTHORS.length],
    summary: '<p>What it is about.</p>',
    tags: ['news', `topic-${n % 7}`],
    created: moment,
    modified: moment,
  };
}

/** A blog with this many posts. */
export function blog(count: number): Files {
  const files: Files = {
    'blog/.meta.json': {
      id: 'blog',
      schema: 'blog',
      name: 'Blog',
      description: 'News and stories from the workshop.',
      labelPlural: 'Posts',
      labelSingular: 'Post',
    },
  };
  for (let n = 0; n < count; n += 1) files[`blog/${postId(n)}.json`] = post(n);
  return files;
}

/** A schema of one's own, inherited and used; a collection in a category and a singleton. */
export const shop: Files = {
  '.schemas/seo.json': {
    id: 'seo',
    description: 'What search engines are told.',
    category: 'Shared',
    properties: {
      id: { type: 'slug', field: 'id', label: 'ID' },
      metaTitle: { type: 'string', field: 'text', label: 'Meta title' },
    },
    required: ['id'],
    index: ['id'],
  },
  '.schemas/product.json': {
    id: 'product',
    description: 'Things we sell.',
    category: 'Shop',
    inheritFrom: ['seo'],
    properties: {
      id: { type: 'slug', field: 'id', label: 'ID', settings: { autogen: `\${name}` } },
      name: { type: 'string', field: 'text', label: 'Name' },
      price: { type: 'number', field: 'price', label: 'Price', settings: { currency: 'EUR' } },
    },
    required: ['id', 'name'],
    index: ['id', 'name', 'price'],
    formgrid: 'name price',
  },
  'products/.meta.json': {
    id: 'products',
    schema: 'product',
    name: 'Products',
    category: 'Shop',
    labelPlural: 'Products',
    labelSingular: 'Product',
  },
  'products/lamp.json': { id: 'lamp', name: 'Lamp', price: 49.5 },
  'imprint/.meta.json': {
    id: 'imprint',
    schema: 'text',
    name: 'Imprint',
    category: 'Texts',
    singleton: true,
  },
  'imprint/imprint.json': { id: 'imprint', text: 'Harbour Studio, Pier 4' },
};
