/** What is done to files while the process is killed, and what must stand afterwards. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { makeFolder, moveFile, removeFile, renameFolder } from '../../../server/files/change-files.js';
import { type Chunk, takeChunk } from '../../../server/files/chunks.js';
import { saveFile } from '../../../server/files/save-file.js';
import type { WriteSite } from '../../../server/routes/route.js';

export const FILE_OPERATIONS = ['add', 'replace', 'pieces', 'remove', 'move', 'rename'] as const;
export type FileOperation = (typeof FILE_OPERATIONS)[number];

const type = (field: string) => ({ $ref: `https://example.test/${field}.json`, field });
const OLD = 'old bytes '.repeat(50);
const NEW = 'new bytes '.repeat(60);
const KEPT = 'kept bytes '.repeat(70);
const entry = (name: string, text: string) => ({
  name,
  download: name,
  mime: 'text/plain',
  size: text.length,
});

/** The folder before, as files for `put`. */
export const BEFORE: Record<string, object | string> = {
  '.schemas/page.json': {
    id: 'page',
    properties: { id: { field: 'id' }, paper: type('file'), box: type('depot') },
    required: ['id'],
    index: ['id'],
  },
  'pages/.meta.json': { id: 'pages', schema: 'page' },
  'pages/one.json': {
    id: 'one',
    paper: { ...entry('paper.txt', OLD), ext: 'txt' },
    box: { files: [{ name: 'in', mime: 'folder', files: [entry('a.txt', OLD), entry('b.txt', KEPT)] }] },
  },
  'pages/one/paper/paper.txt': OLD,
  'pages/one/box/in/a.txt': OLD,
  'pages/one/box/in/b.txt': KEPT,
};

const place = (...segments: string[]) => ({ collection: 'pages', id: 'one', segments });

async function staged(site: WriteSite, text: string, name: string) {
  const incoming = await site.store.files.incoming();
  const size = await incoming.write('file', Readable.from([Buffer.from(text)]), 1_000_000);
  return { incoming, path: 'file', name, size };
}

async function savePiece(site: WriteSite, index: number, text: string): Promise<void> {
  const chunk: Chunk = { index, total: 2, upload: 'u', fileSize: undefined };
  const file = await staged(site, text, 'paper.txt');
  const piece = {
    place: place('paper'),
    sender: 'owner',
    chunk,
    staged: file,
    limit: 1_000_000,
    unfinished: 10,
  };
  await takeChunk(site, piece, (whole) => saveFile(site, place('paper'), whole));
  await file.incoming.discard();
}

/** Gets an operation ready; the answer does it. */
export async function prepare(site: WriteSite, operation: FileOperation): Promise<() => Promise<unknown>> {
  if (operation === 'pieces') {
    await savePiece(site, 0, NEW.slice(0, 100));
    return () => savePiece(site, 1, NEW.slice(100));
  }
  if (operation === 'remove') return () => removeFile(site, place('paper'));
  if (operation === 'move') return () => moveFile(site, place('box', 'in', 'a.txt'), 'out/deep');
  if (operation === 'rename') return () => renameFolder(site, { ...place('box'), folder: 'in' }, 'out');
  return async () => {
    const file = await staged(site, NEW, 'paper.txt');
    const where = operation === 'replace' ? place('paper') : place('box', 'new');
    if (operation === 'add') await makeFolder(site, place('box'), 'new');
    await saveFile(site, where, file);
    await file.incoming.discard();
  };
}

interface Named {
  name: string;
  mime: string;
  size: number;
  files?: Named[];
}

/** Files an object names: path to size. */
function namedIn(entries: readonly Named[], prefix: string): [path: string, size: number][] {
  return entries
    .flatMap((one) =>
      one.mime === 'folder'
        ? namedIn(one.files ?? [], `${prefix}${one.name}/`)
        : [[`${prefix}${one.name}`, one.size] as const],
    )
    .map(([path, size]): [string, number] => [path, size]);
}

/** Everything that lies below a folder, as texts. */
function textsBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => readFileSync(join(one.parentPath, one.name), 'utf8'));
}

/** What is wrong in the folder, once it has been opened again; `done`: the operation was acknowledged. */
export function wrongs(folder: string, operation: FileOperation, done: boolean): string[] {
  const wrong: string[] = [];
  const document = JSON.parse(readFileSync(join(folder, 'pages/one.json'), 'utf8'));
  const paper: Named[] = document.paper?.name ? [document.paper] : [];
  const named = [...namedIn(paper, 'paper/'), ...namedIn(document.box.files, 'box/')];
  for (const [path, size] of named) {
    const file = join(folder, 'pages/one', path);
    const text = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    if (text === undefined) wrong.push(`${path} is named but not there`);
    else if (![OLD, NEW, KEPT].includes(text)) wrong.push(`${path} is torn`);
    else if (text.length !== size) wrong.push(`${path} is not what is said of it`);
  }
  const lying = textsBelow(join(folder, 'pages/one'));
  const trash = textsBelow(join(folder, '.system/trash'));
  const replaces = ['replace', 'pieces', 'remove'].includes(operation);
  if (lying.concat(trash).filter((text) => text === OLD).length < 2) wrong.push('old bytes are lost');
  if (!lying.includes(KEPT)) wrong.push('the bytes of another file are lost');
  const paths = named.map(([path]) => path).sort();
  const after = {
    add: ['box/in/a.txt', 'box/in/b.txt', 'box/new/paper.txt', 'paper/paper.txt'],
    replace: ['box/in/a.txt', 'box/in/b.txt', 'paper/paper.txt'],
    pieces: ['box/in/a.txt', 'box/in/b.txt', 'paper/paper.txt'],
    remove: ['box/in/a.txt', 'box/in/b.txt'],
    move: ['box/in/b.txt', 'box/out/deep/a.txt', 'paper/paper.txt'],
    rename: ['box/out/a.txt', 'box/out/b.txt', 'paper/paper.txt'],
  }[operation];
  const before = ['box/in/a.txt', 'box/in/b.txt', 'paper/paper.txt'];
  const isAfter = paths.join() === after.join();
  if (!isAfter && (done || paths.join() !== before.join())) wrong.push(`it names ${paths}`);
  const size = paper[0]?.size;
  if (done && replaces && operation !== 'remove' && size !== NEW.length)
    wrong.push('the new file was acknowledged');
  return wrong;
}
