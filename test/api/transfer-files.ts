/** A folder with every kind of value that exports and imports have to carry, and archives made by hand. */
import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import { ZipFile } from 'yazl';
import type { Answer, Files, TestServer } from '../helpers/server.js';

const ADDRESS = {
  id: 'address',
  properties: {
    id: { $ref: 'slug', field: 'id' },
    street: { type: 'string', field: 'text' },
    floor: { type: 'number', field: 'number' },
  },
  required: ['id'],
  index: ['id'],
};
export const MEMBER = {
  id: 'member',
  properties: {
    id: { $ref: 'slug', field: 'id' },
    name: { type: 'string', field: 'text', maxLength: 20 },
    bio: { type: 'string', field: 'textarea' },
    active: { type: 'boolean', field: 'toggle' },
    score: { type: 'number', field: 'number' },
    tags: { $ref: 'list', field: 'list' },
    tint: { $ref: 'color', field: 'color' },
    data: { $ref: 'json', field: 'json' },
    home: { $ref: 'card', field: 'card', schemaref: 'address' },
    places: { $ref: 'deck', field: 'deck', schemaref: 'address' },
    motto: { $ref: 'localizedtext', field: 'localizedtext' },
    token: { type: 'string', field: 'secret' },
    pass: { $ref: 'password', field: 'password' },
    photo: { $ref: 'image', field: 'image' },
    changed: { $ref: 'date', field: 'datetime', settings: { onUpdate: true } },
  },
  required: ['id', 'name'],
  index: ['id', 'name', 'active'],
};

const HASH = '$2y$10$I5vljupedUeHvSiBDLwog64KudJgPGkb4vDOKzsfrqzt66b5m1EYu';
export const ANN = {
  id: 'ann',
  name: 'Ann, "A"',
  bio: 'one\ntwo C:\\new',
  active: true,
  score: -1.5,
  tags: ['x', 'y z'],
  tint: { hex: '#1d6a9c', oklch: { l: 50.348, c: 0.107, h: 242.569 } },
  data: { deep: [1, { a: 'b\nc' }] },
  home: { id: 'home', street: '=1 Quay', floor: 2 },
  places: { dock: { id: 'dock', street: 'Dock', floor: 0 } },
  motto: { en: 'Hello', de: 'Hallo, du' },
  token: 'tok_8842',
  pass: HASH,
  photo: { name: 'bank.jpg', mime: 'image/jpeg', width: 4, height: 3, size: 4, alt: 'Bank' },
  changed: '2026-01-05T09:00:00Z',
  legacy: 'a key no schema knows',
  created: '2026-01-05T09:00:00.000Z',
  modified: '2026-01-06T11:30:00.000Z',
};
const BOB = {
  id: 'bob',
  name: 'Bob',
  active: false,
  tags: ['with, comma', 'b'],
  changed: '2026-01-07T09:00:00Z',
  motto: { fr: 'Salut' },
  created: '2026-01-07T09:00:00.000Z',
  modified: '2026-01-07T09:00:00.000Z',
};

/** Schemas and an empty collection. */
export const EMPTY: Files = {
  '.schemas/address.json': ADDRESS,
  '.schemas/member.json': MEMBER,
  'members/.meta.json': { id: 'members', schema: 'member', name: 'Members' },
};

/** With two members and the files of one. */
export const MEMBERS: Files = {
  ...EMPTY,
  'members/ann.json': ANN,
  'members/ann/photo/bank.jpg': 'jpeg',
  'members/ann/photo/.cache/bank/small.jpg': 'derived',
  'members/bob.json': BOB,
};

/** The files of an archive by their paths. */
export async function unzip(bytes: Buffer): Promise<Record<string, string>> {
  const zip = await fromBufferPromise(bytes);
  const found: Record<string, string> = {};
  for await (const entry of zip.eachEntry()) {
    found[entry.fileName] = (await buffer(await zip.openReadStreamPromise(entry))).toString();
  }
  return found;
}

/** An archive of files by their paths; texts and bytes as they are, anything else as JSON. */
export async function zipped(files: Record<string, unknown>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(files)) {
    const text = typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content);
    zip.addBuffer(Buffer.from(text), path);
  }
  zip.end();
  const parts: Buffer[] = [];
  for await (const part of zip.outputStream) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

/** An archive with another name of the same length in place of one of its names: yazl would refuse to write it. */
export function renamed(archive: Buffer, from: string, to: string): Buffer {
  if (from.length !== to.length) throw new Error('The names differ in length');
  return Buffer.from(archive.toString('latin1').replaceAll(from, to), 'latin1');
}

/** Sends one file in a form, with further fields. */
export function upload(
  server: TestServer,
  path: string,
  field: string,
  content: string | Buffer,
  fields: Record<string, string> = {},
): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set(field, new Blob([Buffer.from(content)]), `members.${field}`);
  return server.request(path, { method: 'POST', body: form });
}

/** Downloads bytes as the owner. */
export async function download(server: TestServer, path: string): Promise<Buffer> {
  const response = await fetch(server.url + path, { headers: { cookie: server.cookie } });
  if (response.status !== 200)
    throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return Buffer.from(await response.arrayBuffer());
}
