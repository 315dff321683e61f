import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ORIGIN } from '../../helpers/origin.js';
import { blogWith } from './folder.js';

/** Reads the files of a folder again and again until told to stop, then says how many it read and which were not whole. */
const READER = `
  const fs = require('node:fs');
  const folder = process.argv[1];
  let read = 0, stopping = false;
  const bad = [];
  process.stdin.on('data', () => { stopping = true; });
  const look = () => {
    for (let id = 0; id < 8; id += 1) {
      let text;
      try { text = fs.readFileSync(folder + '/p' + id + '.json', 'utf8'); } catch (error) {
        bad.push(error.code);
        continue;
      }
      read += 1;
      try {
        const document = JSON.parse(text);
        if (document.first !== document.last) bad.push('mixed');
      } catch { bad.push('torn at ' + text.length); }
    }
    if (!stopping) setImmediate(look);
    else { console.log(JSON.stringify({ read, bad })); process.exit(); }
  };
  look();
  console.log('reading');
`;

test('a reader sees only whole files during many writes', async () => {
  const documents = Array.from({ length: 8 }, (_, id) => ({ id: `p${id}`, first: 0, text: 'x', last: 0 }));
  const { places, store } = await blogWith(...documents);
  const child = spawn(process.execPath, ['-e', READER, join(places.folder, 'blog')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '';
  const started = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      resolve();
    });
  });
  const closed = new Promise((resolve) => child.on('close', resolve));
  await started;
  await Promise.all(
    documents.map(async ({ id }) => {
      for (let step = 1; step <= 60; step += 1) {
        const read = await store.objects.read('blog', id);
        const text = 'y'.repeat((step * 7919) % 300_000);
        await store.objects.write('blog', { id, first: step, text, last: step }, read ?? 'absent', ORIGIN);
      }
    }),
  );
  child.stdin.end('stop');
  await closed;
  const { read, bad } = JSON.parse(output.trim().split('\n').at(-1) ?? '{}');
  expect(bad).toEqual([]);
  expect(read).toBeGreaterThan(100);
});
