/** Whether the server asks a field kind for its abilities and never for its name (decision 5). */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { KIND_NAMES } from '../../server/contract/schemas.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const NAMES = KIND_NAMES.join('|');
const KIND = '(?:\\w+\\??\\.)*(?:kindName|kind|field|type)';

/** Ways to ask for a name. */
const FORMS: readonly RegExp[] = [
  new RegExp(`\\b${KIND}\\)? ?[!=]== '(?:${NAMES})'`),
  new RegExp(`'(?:${NAMES})' [!=]== ${KIND}\\b`),
  new RegExp(`\\bcase '(?:${NAMES})':`),
  new RegExp(`\\b(?:kinds|KINDS)(?:\\.(?:${NAMES})\\b|\\[')`),
  /\.(?:has|includes|get)\((?:\w+\??\.)*(?:kindName|kind|kind\.type|definition\.field)\)/,
  /\w\[(?:\w+\??\.)*(?:kindName|kind|kind\.type)\]/,
];

/** Files that ask for something else by the same words. */
const OTHERS: Readonly<Record<string, string>> = {
  'server/access/user-records.ts': 'fields of a user',
  'server/client/astro/zod.ts': 'types of JSON Schema',
  'server/client/changes.ts': 'fields of server-sent events',
  'server/content/collections/view-body.ts': 'keys of a view',
  'server/content/files/former-files.ts': 'kinds of trash entries',
  'server/content/trash.ts': 'kinds of trash entries',
  'server/files/embedded-files.ts': 'media types',
  'server/files/read-image.ts': 'formats of images',
  'server/http/body.ts': 'kinds of bodies',
  'server/imports/data/blocks.ts': 'blocks of Strapi',
  'server/routes/trash.ts': 'kinds of trash entries',
  'server/schemas/calc/evaluate.ts': 'parts of an expression',
  'server/schemas/save-definition.ts': 'JSON types',
  'server/settings/problems.ts': 'types of settings',
  'server/settings/access-granting.ts': 'types of settings',
  'server/store/history/entry.ts': 'kinds of transactions',
  'server/store/trash/entry.ts': 'kinds of trash entries',
  'server/store/trash/files.ts': 'kinds of trash entries',
  'server/store/trash/restore.ts': 'kinds of trash entries',
  'server/store/trash/trash.ts': 'kinds of trash entries',
};

const asks = (line: string): boolean => {
  const code = line.replace(/\b(?:error|caller)\.kind\b/g, '');
  return FORMS.some((form) => form.test(code));
};

/** Lines that ask a kind for its name, by their files. */
function askingLines(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const entry of readdirSync(join(root, 'server'), { recursive: true, withFileTypes: true })) {
    const file = relative(root, join(entry.parentPath, entry.name)).split(sep).join('/');
    if (!file.endsWith('.ts') || /^server\/(?:properties|contract)\//.test(file)) continue;
    const lines = readFileSync(join(root, file), 'utf8').split('\n').filter(asks);
    if (lines.length > 0) found.set(file, lines);
  }
  return found;
}

it.each([
  "if (kind === 'gallery') return;",
  "const image = 'image' !== property.kind;",
  "    case 'depot':",
  'const one = kinds.text;',
  'if (FILE_TYPES.has(property.kind.type)) return;',
  'const files = FILES[kind.type];',
])('sees that a line asks for a name: %s', (line) => {
  expect(asks(line)).toBe(true);
});

it('asks no kind for its name outside of the kinds and the contract', () => {
  const strays = [...askingLines()].filter(([file]) => !Object.hasOwn(OTHERS, file));
  expect(Object.fromEntries(strays)).toEqual({});
});

it('excuses only files that are there and need it', () => {
  const asking = askingLines();
  expect(Object.keys(OTHERS).filter((file) => !asking.has(file))).toEqual([]);
});
