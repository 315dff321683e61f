/**
 * Errors of the server that an editor can meet are known to the admin, so that it says them in the reader's language.
 * Each error of `server/` is known or stands in `english-errors.ts`, by its folder or by itself.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { expect, it } from 'vitest';
import { PLAIN_ERRORS } from '../../renderer/api/server-errors-plain.js';
import { ERROR_FORMS } from '../../renderer/api/server-errors-valued.js';
import { knownError } from '../../renderer/api/server-messages.js';
import { ENGLISH_ERRORS, ENGLISH_FOLDERS } from './english-errors.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Which argument is the sentence. */
const MAKERS: Readonly<Record<string, number>> = {
  missing: 0,
  invalid: 0,
  conflict: 0,
  failed: 1,
  PlinthError: 1,
};

type Node = Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** The sentences that an expression can be, `{}` for each value. */
function sentences(node: unknown): string[] {
  if (!isNode(node)) return [];
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : [];
  if (node.type === 'ConditionalExpression')
    return [...sentences(node.consequent), ...sentences(node.alternate)];
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis)) return [];
  return [node.quasis.map((part: { value: { cooked: string } }) => part.value.cooked).join('{}')];
}

function collect(node: unknown, found: (sentence: string) => void): void {
  if (Array.isArray(node)) for (const one of node) collect(one, found);
  else if (isNode(node)) {
    const { type, callee } = node;
    if (
      (type === 'CallExpression' || type === 'NewExpression') &&
      isNode(callee) &&
      Array.isArray(node.arguments)
    ) {
      const place = MAKERS[String(callee.name)];
      if (place !== undefined) for (const sentence of sentences(node.arguments[place])) found(sentence);
    }
    for (const value of Object.values(node)) collect(value, found);
  }
}

/** Where each error of the server is made first. */
function serverErrors(): Map<string, string> {
  const errors = new Map<string, string>();
  for (const entry of readdirSync(join(root, 'server'), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.ts')) continue;
    const file = join(entry.parentPath, entry.name);
    const path = relative(root, file).split(sep).join('/');
    if (ENGLISH_FOLDERS.some((folder) => path.startsWith(folder))) continue;
    collect(parseSync(file, readFileSync(file, 'utf8')).program, (sentence) => {
      if (!errors.has(sentence)) errors.set(sentence, path);
    });
  }
  return errors;
}

const filled = (sentence: string): string => sentence.replaceAll('{}', 'x1');

it('each error of the server has a translation, or is listed as one that no editor meets', () => {
  const errors = serverErrors();
  expect(errors.size).toBeGreaterThan(200);
  const unknown = [...errors].filter(
    ([sentence]) => knownError(filled(sentence)) === undefined && !ENGLISH_ERRORS.has(sentence),
  );
  // Give it a translation in `renderer/api/server-errors-*.ts`, or a line in `english-errors.ts`.
  expect(unknown.map(([sentence, path]) => `${path}: ${sentence}`)).toEqual([]);
  expect(
    [...ENGLISH_ERRORS].filter((sentence) => !errors.has(sentence) || knownError(filled(sentence))),
  ).toEqual([]);
});

it('what the admin knows is what the server says, with the values in place', () => {
  const errors = serverErrors();
  const known = [...ERROR_FORMS.map(([form]) => form), ...Object.keys(PLAIN_ERRORS)];
  expect(known.filter((sentence) => !errors.has(sentence))).toEqual([]);
  for (const sentence of known) {
    const said = sentence
      .split('{}')
      .map((part, at) => (at === 0 ? part : `value ${at}${part}`))
      .join('');
    expect(knownError(said)).toBe(said);
  }
});
