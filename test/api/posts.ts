/** A small blog and a collection with passwords, for the tests of queries. */
import type { Files } from '../helpers/server.js';

export const times = { created: '2026-01-01T10:00:00.000Z', modified: '2026-01-01T10:00:00.000Z' };

export const POSTS: Files = {
  'blog/.meta.json': { id: 'blog', schema: 'blog', name: 'Blog' },
  'blog/a.json': {
    id: 'a',
    title: 'River <script>alert(1)</script>',
    draft: false,
    tags: ['water'],
    ...times,
  },
  'blog/b.json': { id: 'b', title: '=1+1', draft: true, content: '<p>By the river</p>', ...times },
  'blog/c.json': { id: 'c', title: 'Old mill', draft: false, tags: ['Water', 'mill'], ...times },
  'users/.meta.json': { id: 'users', schema: 'auth', name: 'Users' },
  'users/ann.json': { id: 'ann', name: 'Ann', email: 'ann@example.org', password: '$2y$10$secret', ...times },
};

export const LIST = '/api/collections/blog';
