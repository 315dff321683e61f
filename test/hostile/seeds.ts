/** What the hostile requests of each group take for granted to be in the folder. */
import { hashSync } from 'bcryptjs';
import { plainPng, smallPdf } from '../helpers/made-files.js';
import { BLOG, type Files } from '../helpers/server.js';
import { AUTOMATED } from './handlers.js';

/** The corpus counts views and keeps items, which no built-in schema does. */
const COUNTED: Files = {
  ...BLOG,
  '.schemas/entry.json': {
    id: 'entry',
    properties: { id: { field: 'id' } },
    required: ['id'],
    index: ['id'],
  },
  '.schemas/post.json': {
    id: 'post',
    properties: {
      id: { field: 'id' },
      title: { field: 'text' },
      views: { field: 'number', type: 'number' },
      items: { field: 'deck', schemaref: 'entry' },
    },
    required: ['id', 'title'],
    index: ['id', 'title'],
  },
  'blog/.meta.json': { id: 'blog', schema: 'post', name: 'Blog' },
};

const ofKind = (field: string) => ({ $ref: `https://example.test/${field}.json`, field });
const pdf = (name: string, mime = 'application/pdf') => ({ name, download: name, mime, size: 300 });

/** An object with files in every kind of property, and one whose image is torn. */
async function filed(group: string): Promise<Files> {
  const png = await plainPng();
  const password = group === 'DL' ? hashSync('secret', 4) : '';
  const image = { name: 'a.png', mime: 'image/png', size: png.length, width: 30, height: 20, hash: 'abc' };
  return {
    ...BLOG,
    '.system/settings.json': { edition: 'pro', uploads: { maxFileSize: 50 } },
    '.schemas/post.json': {
      id: 'post',
      properties: {
        id: { field: 'id' },
        title: { field: 'text' },
        image: ofKind('image'),
        gallery: ofKind('gallery'),
        file: ofKind('file'),
        files: ofKind('depot'),
      },
      required: ['id'],
      index: ['id', 'title'],
    },
    'blog/.meta.json': { id: 'blog', schema: 'post', name: 'Blog' },
    'blog/first-post.json': {
      id: 'first-post',
      title: 'First post',
      image,
      gallery: [],
      file: { ...pdf('paper.pdf'), password, count: 0 },
      files: {
        files: [
          pdf('doc.pdf'),
          pdf('x.html', 'text/html'),
          { name: 'docs', mime: 'folder', files: [] },
          { name: 'taken', mime: 'folder', files: [pdf('doc.pdf')] },
        ],
      },
    },
    'blog/first-post/image/a.png': png,
    'blog/first-post/file/paper.pdf': smallPdf(),
    'blog/first-post/files/doc.pdf': smallPdf(),
    'blog/first-post/files/taken/doc.pdf': smallPdf(),
    'blog/first-post/files/x.html': '<script>alert(1)</script>',
    'blog/torn.json': { id: 'torn', title: 'Torn', image },
    'blog/torn/image/a.png': png.subarray(0, 60),
  };
}

const COUNTING = new Set(['INC', 'DECK']);
const FILES = new Set(['UPLOAD', 'IMG', 'URLUP', 'FOLDER', 'CHUNK', 'RANGE', 'DL', 'EDITOR']);

/** The folder of a group. */
export async function seedOf(group: string): Promise<Files> {
  if (FILES.has(group)) return filed(group);
  if (group === 'AUTO') return { ...BLOG, ...AUTOMATED };
  return COUNTING.has(group) ? COUNTED : BLOG;
}
