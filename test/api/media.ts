/** A folder with images, a gallery, files and a depot, for the tests of their routes. */
import { hashSync } from 'bcryptjs';
import sharp from 'sharp';
import type { Files } from '../helpers/server.js';

export const PASSWORD = 'open-sesame';
export const TEXT = 'The quick brown fox jumps over the lazy dog.\n';

const flat = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

const type = (field: string) => ({ $ref: `https://example.test/${field}.json`, field });

export async function mediaFiles(): Promise<Files> {
  const pdf = {
    name: 'doc.pdf',
    download: 'Über “uns”\r\nSet-Cookie: a=b.pdf',
    mime: 'application/pdf',
    count: 4,
  };
  return {
    '.schemas/part.json': {
      id: 'part',
      properties: { id: { field: 'id' }, photo: type('image') },
      required: ['id'],
    },
    '.schemas/media.json': {
      id: 'media',
      properties: {
        id: { field: 'id' },
        title: { field: 'text' },
        image: type('image'),
        gallery: type('gallery'),
        file: type('file'),
        locked: type('file'),
        page: type('file'),
        files: type('depot'),
        card: { type: 'card', field: 'card', schemaref: 'part' },
        deck: { type: 'deck', field: 'deck', schemaref: 'part' },
      },
      required: ['id'],
      index: ['id', 'title'],
    },
    'blog/.meta.json': { id: 'blog', schema: 'media' },
    'members/.meta.json': { id: 'members', schema: 'media', groups: ['staff'] },
    'members/one.json': { id: 'one', file: { ...pdf, protected: true } },
    'members/one/file/doc.pdf': TEXT,
    'blog/torn.json': '{"id":"to',
    'blog/second-post.json': { id: 'second-post', title: 'Two', gallery: [] },
    'blog/first-post.json': {
      id: 'first-post',
      title: 'One',
      created: '2026-01-01T10:00:00.000Z',
      modified: '2026-01-01T10:00:00.000Z',
      image: { name: 'quay.png', hash: '9f2c01ab', mime: 'image/png', focalpoint: { x: 100, y: 50 } },
      gallery: [{ name: 'red.png' }, { name: 'green.b.png', featured: true }, { name: 'blue.png' }],
      file: pdf,
      locked: { name: 'doc.pdf', mime: 'application/pdf', password: hashSync(PASSWORD, 4) },
      page: { name: 'x.html', mime: 'text/html' },
      files: {
        files: [
          { name: 'doc.pdf', mime: 'application/pdf' },
          { name: '日本.pdf', mime: 'application/pdf' },
          { name: 'a b.txt', mime: 'text/plain' },
          { name: 'docs', mime: 'folder', files: [{ name: 'in.txt', mime: 'text/plain' }] },
          { name: 'empty.txt', mime: 'text/plain' },
        ],
      },
      card: { id: 'card', photo: { name: 'red.png' } },
      deck: { one: { id: 'one', photo: { name: 'blue.png' } } },
    },
    'blog/first-post/image/quay.png': await flat(300, 200, '#336699'),
    'blog/first-post/gallery/red.png': await flat(30, 20, '#ff0000'),
    'blog/first-post/gallery/green.b.png': await flat(30, 20, '#00ff00'),
    'blog/first-post/gallery/blue.png': await flat(30, 20, '#0000ff'),
    'blog/first-post/card/photo/red.png': await flat(30, 20, '#ff0000'),
    'blog/first-post/deck/one/photo/blue.png': await flat(30, 20, '#0000ff'),
    'blog/first-post/file/doc.pdf': TEXT,
    'blog/first-post/locked/doc.pdf': TEXT,
    'blog/first-post/page/x.html': '<script>alert(1)</script>',
    'blog/first-post/files/doc.pdf': TEXT,
    'blog/first-post/files/日本.pdf': TEXT,
    'blog/first-post/files/a b.txt': TEXT,
    'blog/first-post/files/empty.txt': '',
    'blog/first-post/files/docs/in.txt': 'inside',
  };
}
