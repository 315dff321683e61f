/** Reads the texts, comments and declared names of source files, for the tests that check their words. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { expect } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Values of these properties find things by the words users may type; they are not shown. */
const NOT_SHOWN = new Set(['words', 'keywords']);

export interface Text {
  file: string;
  line: number;
  text: string;
}

type Node = { type: string; start: number; end: number } & Record<string, unknown>;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

const name = (key: unknown): string => (isNode(key) && typeof key.name === 'string' ? key.name : '');

/** A sentence, a capitalised word, or anything between JSX tags; other strings are identifiers, paths or styles. */
const isShown = (text: string, inJsx: boolean): boolean =>
  inJsx || /\p{L}[,;:.…”]* +[\p{L}“$]/u.test(text) || /^\p{Lu}\p{Ll}/u.test(text);

/** What a string, a template or JSX says, with … for each value put into a template; undefined for other nodes. */
function textOf(node: Node): string | undefined {
  if (node.type === 'JSXText' && typeof node.value === 'string')
    return node.value.replace(/\s+/g, ' ').trim();
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis)) return undefined;
  return node.quasis
    .map(({ value }: { value: { cooked: string | null; raw: string } }) => value.cooked ?? value.raw)
    .join('…');
}

/** The texts of one file, in order: comments, imports and types are none. */
export function textsOf(file: string, source: string): Text[] {
  const { program, errors } = parseSync(file, source);
  expect(errors, file).toEqual([]);
  const texts: Text[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      value.forEach(visit);
      return;
    }
    if (!isNode(value)) return;
    if (/^(?:Import|ExportAll|TSLiteralType)/.test(value.type)) return;
    if (value.type === 'Property' && NOT_SHOWN.has(name(value.key))) return;
    const text = textOf(value);
    if (text !== undefined && text !== '' && isShown(text, value.type === 'JSXText'))
      texts.push({ file, line: source.slice(0, value.start).split('\n').length, text });
    for (const [key, child] of Object.entries(value)) if (key !== 'type') visit(child);
  };
  visit(program);
  return texts;
}

const ATTRIBUTES = /^(?:aria-\w+|alt|description|label|placeholder|title|\w+Label)$/;
/** Elements whose content is code. */
const CODE = /^(?:code|Code|kbd|Kbd|pre)$/;

/** Words between tags of JSX and in attributes for readers; only those inside of expressions are translated. */
export function bareWordsOf(file: string, source: string): string[] {
  const found: string[] = [];
  const visit = (value: unknown, inCode: boolean): void => {
    if (Array.isArray(value)) for (const one of value) visit(one, inCode);
    if (!isNode(value)) return;
    const { type, value: inner } = value;
    const text = (type === 'JSXText' ? textOf(value) : isNode(inner) && textOf(inner)) || '';
    const isBare =
      type === 'JSXText'
        ? !inCode && /\p{Ll}/u.test(text)
        : type === 'JSXAttribute' && ATTRIBUTES.test(name(value.name)) && /^\p{Lu}|\p{L} \p{L}/u.test(text);
    if (isBare) found.push(`${file}: ${text}`);
    const isCode = isNode(value.openingElement) && CODE.test(name(value.openingElement.name));
    for (const child of Object.values(value)) visit(child, inCode || isCode);
  };
  visit(parseSync(file, source).program, false);
  return found;
}

const lineOf = (source: string, at: number) => source.slice(0, at).split('\n').length;

/** The comments of one file. */
export function commentsOf(file: string, source: string): Text[] {
  return parseSync(file, source).comments.map(({ start, value }) => ({
    file,
    line: lineOf(source, start),
    text: value.replace(/\s*\n\s*\*?\s*/g, ' ').trim(),
  }));
}

const DECLARATIONS = /^(?:VariableDeclarator|(?:Function|Class|TSInterface|TSTypeAlias)Declaration)$/;

/** Names declared in one file: variables, functions, classes, types, parameters, methods and fields. */
export function namesOf(file: string, source: string): Text[] {
  const names: Text[] = [];
  const add = (node: unknown): void => {
    if (isNode(node) && node.type === 'Identifier' && typeof node.name === 'string')
      names.push({ file, line: lineOf(source, node.start), text: node.name });
  };
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      value.forEach(visit);
      return;
    }
    if (!isNode(value)) return;
    if (DECLARATIONS.test(value.type)) add(value.id);
    if (/^(?:MethodDefinition|PropertyDefinition|TSPropertySignature|TSMethodSignature)$/.test(value.type))
      add(value.key);
    if (Array.isArray(value.params)) value.params.forEach(add);
    for (const [key, child] of Object.entries(value)) if (key !== 'type') visit(child);
  };
  visit(parseSync(file, source).program);
  return names;
}

const TITLED = new Set(['it', 'test', 'describe']);

/** `it` of `it`, `it.skip`, `it.each(cases)` and `test.describe`. */
function calledName(node: unknown): string {
  if (!isNode(node)) return '';
  if (node.type === 'MemberExpression') return calledName(node.object);
  if (node.type === 'CallExpression' || node.type === 'TaggedTemplateExpression')
    return calledName(node.callee ?? node.tag);
  return name(node);
}

/** The titles of tests and groups of tests in one file. */
export function titlesOf(file: string, source: string): Text[] {
  const titles: Text[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      value.forEach(visit);
      return;
    }
    if (!isNode(value)) return;
    if (value.type === 'CallExpression' && TITLED.has(calledName(value.callee))) {
      const [first] = Array.isArray(value.arguments) ? value.arguments : [];
      const text = isNode(first) ? textOf(first) : undefined;
      if (text !== undefined) titles.push({ file, line: lineOf(source, value.start), text });
    }
    for (const [key, child] of Object.entries(value)) if (key !== 'type') visit(child);
  };
  visit(parseSync(file, source).program);
  return titles;
}

/** The lines of a Markdown file without code blocks and inline code. */
export const proseOf = (file: string, source: string): Text[] =>
  source
    .replace(/^```.*?^```/gms, (block) => block.replace(/[^\n]/g, ''))
    .split('\n')
    .map((line, at) => ({
      file,
      line: at + 1,
      text: line.replace(/`[^`]*`/g, '``').replace(/\]\([^)]*\)/g, ']'),
    }))
    .filter(({ text }) => text.trim() !== '');

/** A word or form that is not used, with what to write instead. */
export interface Forbidden {
  form: RegExp;
  instead: string;
}

/** What of the texts has a forbidden form, one line each. */
export const violations = (texts: readonly Text[], forbidden: readonly Forbidden[]): string[] =>
  texts.flatMap(({ file, line, text }) =>
    forbidden
      .filter(({ form }) => form.test(text))
      .map(
        ({ form, instead }) => `${file}:${line}: “${text}” has “${form.exec(text)?.[0]}”; write ${instead}`,
      ),
  );

const filesOf = (folders: readonly string[], kind: RegExp): { file: string; source: string }[] =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && kind.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => ({
        file: relative(root, path).split(sep).join('/'),
        source: readFileSync(path, 'utf8'),
      })),
  );

/** The source files below folders, with their contents. */
export const sourcesOf = (...folders: string[]) => filesOf(folders, /(?<!\.d)\.[cm]?tsx?$/);

/** The pages below folders and those named, with their contents. */
export const pagesOf = (folders: readonly string[], pages: readonly string[]) => [
  ...filesOf(folders, /\.md$/),
  ...pages.map((file) => ({ file, source: readFileSync(join(root, file), 'utf8') })),
];
