/** Functions, classes and constants are exported for other files only. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

const EXPORT = /^export (?:async )?(?:function\*?|const|class) (\w+)/gm;

const texts = new Map(
  ['server', 'main', 'renderer', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.[cm]?[jt]sx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [relative(root, path).split(sep).join('/'), readFileSync(path, 'utf8')] as const),
  ),
);

it('exports no value that no other file names', () => {
  const files = new Map<string, number>();
  for (const text of texts.values()) {
    for (const word of new Set(text.match(/\w+/g))) files.set(word, (files.get(word) ?? 0) + 1);
  }
  const dead = [...texts].flatMap(([file, text]) =>
    file.startsWith('test/')
      ? []
      : [...text.matchAll(EXPORT)]
          .filter(([, name = '']) => files.get(name) === 1)
          .map(([, name]) => `${file}: ${name}`),
  );
  expect(dead).toEqual([]);
});
