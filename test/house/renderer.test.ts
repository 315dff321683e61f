/** What is held of the renderer's source besides its imports. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { KIND_NAMES } from '#contract/schemas';

const root = fileURLToPath(new URL('../..', import.meta.url));

const files = readdirSync(join(root, 'renderer'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'));

const linesOf = (file: string): string[] => readFileSync(join(root, file), 'utf8').split('\n');

/** A kind compared by name, looked up in a set or a switch of names, or a table by the names of kinds. */
const names = `'(?:${KIND_NAMES.join('|')})'`;
const ASKED = [
  new RegExp(`\\b(?:field|kind|kindName)\\b\\)? *[!=]==? *${names}`),
  /\b(?:field|kind|kindName)(?: \?\? '')?\)?\.(?:startsWith|endsWith|includes)\(/,
  new RegExp(`${names}.*\\]\\.includes\\(.*\\b(?:field|kind|kindName)\\b`),
  /\bswitch \([\w.?]*\b(?:field|kindName)\)/,
  /\b(?:Record|Map|Set)<KindName\b|\breadonly KindName\[\]|\bFILE_KINDS\b/,
];

/** Where a kind may be asked by name, and why. */
const BY_NAME: Readonly<Record<string, string>> = {
  'renderer/fields/index.ts': 'the table of kinds',
  'renderer/pages/object-editor/WindowDrop.tsx': 'the `kind` of a browser’s DataTransferItem',
};

/** Files of a kind's own folder know its name. */
const isOwn = (file: string): boolean => /^renderer\/fields\/[^/]+\//.test(file);

describe('the renderer', () => {
  it('asks field kinds for abilities, never for their names', () => {
    const asked = files
      .filter((file) => !isOwn(file) || file.startsWith('renderer/fields/parts/'))
      .flatMap((file) =>
        linesOf(file)
          .filter((line) => ASKED.some((pattern) => pattern.test(line)))
          .map((line) => ({ file, line: line.trim() })),
      );
    expect(asked.filter(({ file }) => BY_NAME[file] === undefined)).toEqual([]);
    // An exception that is not needed any more goes.
    expect(Object.keys(BY_NAME).filter((file) => !asked.some((one) => one.file === file))).toEqual([]);
  });
});
